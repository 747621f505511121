import { describe, expect, it } from "vitest";
import { entry, START, TestSource } from "../testing/fixtures.ts";
import { Batch } from "./batch.ts";

describe("Batch", () => {
  it("tells sources once, and counts what nobody could read again", () => {
    const source = new TestSource();
    const batch = new Batch("", 0, START);
    for (const one of [entry("a", {}, source.origin()), entry("b"), entry("c", {}, source.origin())])
      batch.add(one.labels, one, 1, START);
    expect([batch.entries, batch.left]).toEqual([3, { entries: 3, unrepeatable: 1, unrepeatableBytes: 13 }]);
    batch.settle(batch.whole(), "failed");
    expect(source.fates).toEqual(["failed", "failed"]);
    expect(() => batch.settle(batch.whole(), "failed")).not.toThrow();
    expect(batch.left.entries).toBe(0);
  });

  it("counts what it was told of each entry, which it does not measure again", () => {
    const batch = new Batch("t", 0, START);
    for (const [job, size] of [
      ["a", 5],
      ["b", 7],
      ["a", 11],
    ] as const) {
      const one = entry("x", { job });
      batch.add(one.labels, one, size, START);
    }
    const whole = batch.whole();
    expect([whole.bytes, ...whole.halves().map(({ bytes }) => bytes)]).toEqual([23, 16, 7]);
  });

  it("is halved by its streams, each of which is settled once", () => {
    const source = new TestSource();
    const batch = new Batch("t", 0, START);
    for (const job of ["a", "b", "a", "c"]) {
      const one = entry(job, { job }, source.origin());
      batch.add(one.labels, one, 1, START);
    }
    const whole = batch.whole();
    const halves = whole.halves();
    expect(halves.map(({ streams }) => streams.map(({ labels }) => labels.toRecord().job))).toEqual([
      ["a"],
      ["b", "c"],
    ]);
    expect(halves.map(({ tenant, entries, bytes }) => [tenant, entries, bytes])).toEqual([
      ["t", 2, 2],
      ["t", 2, 2],
    ]);
    expect(halves[0]!.halves()).toEqual([]);
    batch.settle(halves[0]!, "failed");
    expect(batch.left).toEqual({ entries: 2, unrepeatable: 0, unrepeatableBytes: 0 });
    batch.settle(whole, "delivered");
    expect(source.fates).toEqual(["failed", "delivered", "failed", "delivered"]);
  });
});
