import { describe, expect, it } from "vitest";
import { LogsTargets } from "../../core/entries/logs-targets.ts";
import { AT_ONCE, type Handed, type ProfilesReceiver, RemoteWriteError } from "../../core/entries/profiles-receiver.ts";
import { StopSource } from "../../platform/stop-signal.ts";
import { componentOf, testContext, valuesOf } from "../../testing/fixtures.ts";
import { KeepingReceiver } from "../../testing/profiles-fixture.ts";
import { type ProfilesEnrich, profilesEnrichRecord } from "./profiles-enrich.ts";
import { type ProfilesRelabel, profilesRelabelRecord } from "./profiles-relabel.ts";

const RULES = `rule {
  action        = "drop"
  source_labels = ["env"]
  regex         = "test"
}
rule {
  action = "labeldrop"
  regex  = "pod|env"
}`;

const kept = () => new KeepingReceiver();
const signal = new StopSource();
const ingested = (labels: readonly (readonly [string, string])[]) => ({
  labels,
  body: [Buffer.from("x")],
  contentTypes: [],
  rawQuery: "name=old",
});
const series = (labels: readonly (readonly [string, string])[]) => ({ labels, samples: [] });

function relabel(receivers: readonly ProfilesReceiver[], body = RULES) {
  const context = testContext("profiles.relabel.r", { prefix: "pyroscope_" });
  const node = componentOf("profiles.relabel", `profiles.relabel "r" {\n forward_to = []\n${body}\n}`);
  const inputs = {
    context,
    host: {} as never,
    next: {} as never,
    targets: new LogsTargets(),
    profiles: { receivers },
    seed: 1,
  };
  const running = profilesRelabelRecord.build(node, inputs) as ProfilesRelabel;
  return { running, metrics: () => valuesOf(context.metrics.collect(0n)) };
}

describe("profiles.relabel", () => {
  it("hands profiles on with other labels, by both ways, and drops and counts others", async () => {
    const to = kept();
    const { running, metrics } = relabel([to]);
    const given = [
      ["app", "shop"],
      ["pod", "p1"],
    ] as const;
    await running.profiles.ingest(ingested(given), signal);
    await running.profiles.append(series(given), signal);
    await running.profiles.append(series([["env", "test"]]), signal);
    await running.profiles.append(series([["pod", "p1"]]), signal);
    await running.profiles.ingest(ingested([]), signal);
    expect(to.ingested.map(({ labels, rawQuery }) => [labels, rawQuery])).toEqual([
      [[["app", "shop"]], "name=old"],
      [[], "name=old"],
    ]);
    expect(to.appended.map((one) => one.series.labels)).toEqual([[["app", "shop"]]]);
    expect(metrics()).toMatchObject({
      pyroscope_relabel_profiles_processed: 5,
      pyroscope_relabel_profiles_written: 3,
      pyroscope_relabel_profiles_dropped: 2,
      pyroscope_relabel_cache_hits: 1,
      pyroscope_relabel_cache_misses: 3,
      pyroscope_relabel_cache_size: 3,
    });
  });

  it("remembers no more than it may, by number and by size", async () => {
    const { running, metrics } = relabel([kept()], `max_cache_size = 2\n${RULES}`);
    for (const app of ["a", "b", "c", "c"]) await running.profiles.append(series([["app", app]]), signal);
    expect(metrics()).toMatchObject({ pyroscope_relabel_cache_size: 2, pyroscope_relabel_cache_hits: 1 });
    const large = relabel([kept()]);
    for (let i = 0; i < 5; i++)
      await large.running.profiles.append(series([["app", `${i}${"x".repeat(5 * 1024 * 1024)}`]]), signal);
    expect(large.metrics()).toMatchObject({ pyroscope_relabel_cache_size: 3 });
  });

  it("takes other rules over, and forgets what the old ones made", async () => {
    const to = kept();
    const { running } = relabel([to]);
    const other = 'profiles.relabel "r" {\n forward_to = []\n rule {\n target_label = "n"\n replacement = "1"\n }\n}';
    await running.profiles.append(
      series([
        ["pod", "a"],
        ["x", "y"],
      ]),
      signal,
    );
    profilesRelabelRecord.update(running, componentOf("profiles.relabel", other))!();
    await running.profiles.append(
      series([
        ["pod", "a"],
        ["x", "y"],
      ]),
      signal,
    );
    expect(to.appended.map((one) => one.series.labels)).toEqual([
      [["x", "y"]],
      [
        ["n", "1"],
        ["pod", "a"],
        ["x", "y"],
      ],
    ]);
  });

  it("tells the client what several receivers made of it", async () => {
    const result = (endpoint: string, ok: boolean) => ({ endpoint, ok, retries: 1, milliseconds: 2 });
    const giving = (handed: Handed): ProfilesReceiver => ({
      endpoints: ["a"],
      ingest: async () => handed,
      append: async () => handed,
    });
    const failing: ProfilesReceiver = {
      endpoints: ["b"],
      ingest: async () => {
        throw Object.assign(new RemoteWriteError(429, "slow down", 2), { endpoints: [result("b", false)] });
      },
      append: async () => AT_ONCE,
    };
    const ok = giving({ retries: 1, endpoints: [result("a", true)] });
    const { running } = relabel([ok, failing]);
    expect(running.profiles.endpoints).toEqual(["a", "b"]);
    await expect(running.profiles.ingest(ingested([["app", "a"]]), signal)).rejects.toMatchObject({
      status: 429,
      retries: 3,
      endpoints: [result("a", true), result("b", false)],
    });
    expect(await running.profiles.append(series([["app", "a"]]), signal)).toEqual({
      retries: 1,
      endpoints: [result("a", true)],
    });
    expect(await relabel([]).running.profiles.append(series([["app", "a"]]), signal)).toEqual(AT_ONCE);
  });
});

describe("profiles.enrich", () => {
  const node = (rack: string, more = "") =>
    componentOf(
      "profiles.enrich",
      `profiles.enrich "e" {\n forward_to = []\n targets = [{ host = "a", rack = "${rack}", app = "new" }]\n target_match_label = "host"\n${more}\n}`,
    );

  it("adds labels of targets by both ways, sorted, and passes what has none", async () => {
    const to = kept();
    const inputs = {
      context: testContext("profiles.enrich.e"),
      host: {} as never,
      next: {} as never,
      targets: new LogsTargets(),
      profiles: { receivers: [to] },
      seed: 1,
    };
    const running = profilesEnrichRecord.build(node("1"), inputs) as ProfilesEnrich;
    await running.profiles.ingest(
      ingested([
        ["app", "old"],
        ["host", "a"],
      ]),
      signal,
    );
    await running.profiles.append(series([["host", "b"]]), signal);
    profilesEnrichRecord.update(running, node("2", 'profiles_match_label = "ip"\nlabels_to_copy = ["rack"]'))!();
    await running.profiles.append(
      series([
        ["host", "x"],
        ["ip", "a"],
      ]),
      signal,
    );
    expect(to.ingested.map(({ labels }) => labels)).toEqual([
      [
        ["app", "new"],
        ["host", "a"],
        ["rack", "1"],
      ],
    ]);
    expect(to.appended.map((one) => one.series.labels)).toEqual([
      [["host", "b"]],
      [
        ["host", "x"],
        ["ip", "a"],
        ["rack", "2"],
      ],
    ]);
  });
});
