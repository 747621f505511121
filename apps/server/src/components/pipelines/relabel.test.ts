import { beforeEach, describe, expect, it } from "vitest";
import { LogsTargets } from "../../core/entries/logs-targets.ts";
import {
  CollectingReceiver,
  componentOf,
  entry,
  never,
  TestSource,
  testContext,
  valuesOf,
} from "../../testing/fixtures.ts";
import type { RelabelComponent } from "./relabel.ts";
import { relabelRecord } from "./relabel.ts";

const RULES = `rule {
  action        = "drop"
  source_labels = ["level"]
  regex         = "debug"
}
rule {
  action = "labeldrop"
  regex  = "level"
}`;

let next: CollectingReceiver;
let context: ReturnType<typeof testContext>;

function make(rest = RULES): RelabelComponent {
  const node = componentOf("logs.relabel", `logs.relabel "r" {\n forward_to = []\n ${rest}\n}`);
  const inputs = { next, context, host: {} as never, targets: new LogsTargets(), profiles: { receivers: [] }, seed: 1 };
  return relabelRecord.build(node, inputs) as RelabelComponent;
}

const metrics = () => valuesOf(context.metrics.collect(0n));

beforeEach(() => {
  next = new CollectingReceiver();
  context = testContext("logs.relabel.r");
});

describe("logs.relabel", () => {
  it("forwards entries with other labels, and drops and counts those that a rule drops", () => {
    const source = new TestSource();
    const relabel = make();
    relabel.receiver.push([
      entry("1", { level: "debug", app: "a" }, source.origin()),
      entry("2", { level: "info", app: "a" }, source.origin()),
      entry("3", { level: "info" }, source.origin()),
    ]);
    expect(next.entries.map(({ line, labels }) => [line, labels.toRecord()])).toEqual([["2", { app: "a" }]]);
    expect(source.fates).toEqual(["dropped", "delivered", "dropped"]);
    expect(metrics()).toMatchObject({
      logs_relabel_entries_processed: 3,
      logs_relabel_entries_written: 1,
      "logs_relabel_entries_dropped_total{reason=drop}": 1,
      "logs_relabel_entries_dropped_total{reason=no_labels}": 1,
    });
  });

  it("remembers the results for label sets, the last ones only", () => {
    const relabel = make(`max_cache_size = 2\n${RULES}`);
    const push = (app: string) => relabel.receiver.push([entry("x", { app, level: "info" })]);
    for (const app of ["a", "b", "a", "c", "a", "b"]) push(app);
    // "b" was used longest ago when "c" came.
    expect(metrics()).toMatchObject({
      logs_relabel_cache_hits: 2,
      logs_relabel_cache_misses: 4,
      logs_relabel_cache_size: 2,
    });
    expect(next.entries.map(({ labels }) => labels.get("app"))).toEqual(["a", "b", "a", "c", "a", "b"]);
  });

  it("takes other rules over, and forgets what the old ones made", () => {
    const relabel = make();
    const push = () => relabel.receiver.push([entry("x", { app: "a", level: "info" })]);
    push();
    const other = componentOf(
      "logs.relabel",
      'logs.relabel "r" {\n forward_to = []\n rule {\n target_label = "new"\n replacement = "1"\n }\n}',
    );
    relabelRecord.update(relabel, other)!();
    push();
    expect(next.entries.map(({ labels }) => labels.toRecord())).toEqual([
      { app: "a" },
      { app: "a", level: "info", new: "1" },
    ]);
  });

  it("holds one batch while what comes after is full, and loses nothing", async () => {
    const relabel = make();
    next.blocked = true;
    relabel.receiver.push([entry("1", { app: "a" })]);
    expect([relabel.receiver.full, relabel.receiver.push([entry("2", { app: "a" })])]).toEqual([true, "full"]);
    let room = false;
    relabel.receiver.whenRoom(() => {
      room = true;
    });
    const drained = relabel.drain(never);
    next.blocked = false;
    expect([next.entries.map(({ line }) => line), room, await drained]).toEqual([["1"], true, 0]);
  });
});
