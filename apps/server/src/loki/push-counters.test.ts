import { formatPrometheus, MetricRegistry } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import { PushCounters } from "./push-counters.ts";

describe("series by tenant", () => {
  const count = (tenants: number) => {
    const metrics = new MetricRegistry();
    const counters = new PushCounters(metrics, "logs_", "loki:3100");
    for (let i = 0; i < tenants; i++) {
      const part = { tenant: `tenant-${i}`, entries: 2, bytes: 20 };
      counters.encoded(part, 10);
      counters.requested(part, i % 7 === 0 ? 500 : 204, 3);
      counters.sent(part, 0n);
      counters.dropped(part, "ingester_error");
      counters.settled(part.tenant, [{ at: 0n, entries: 2 }], 1n);
    }
    return metrics.collect(0n);
  };
  const sum = (families: ReturnType<typeof count>, name: string, suffix = "") =>
    families
      .find((family) => family.name === `logs_write_${name}`)!
      .samples.filter((sample) => sample.suffix === suffix)
      .reduce((all, { value }) => all + Number(value), 0);

  it("are bounded, whatever clients call themselves, and all entries are counted", () => {
    const [few, many] = [count(1000), count(5000)];
    const size = (families: ReturnType<typeof count>) => formatPrometheus(families).length;
    // Sixteen megabytes with histograms for each.
    expect(size(few)).toBeLessThan(3_000_000);
    expect(size(many) - size(few)).toBeLessThan(10_000);
    for (const [families, tenants] of [
      [few, 1000],
      [many, 5000],
    ] as const) {
      expect(sum(families, "sent_entries_total")).toBe(2 * tenants);
      expect(sum(families, "dropped_entries_total")).toBe(2 * tenants);
      expect(sum(families, "request_duration_seconds", "_count")).toBe(tenants);
      expect(sum(families, "entry_propagation_latency_seconds", "_count")).toBe(2 * tenants);
    }
  });

  it("are of each tenant's own where there are few", () => {
    const families = count(3);
    const labels = families
      .find(({ name }) => name === "logs_write_batch_size_bytes")!
      .samples.filter(({ suffix }) => suffix === "_count")
      .map((sample) => sample.labels.find(([name]) => name === "tenant")?.[1]);
    expect(labels).toEqual(["tenant-0", "tenant-1", "tenant-2"]);
  });
});
