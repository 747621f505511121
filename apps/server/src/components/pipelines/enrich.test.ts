import { expect, it } from "vitest";
import { LogsTargets } from "../../core/entries/logs-targets.ts";
import { CollectingReceiver, componentOf, entry, never, TestSource, testContext } from "../../testing/fixtures.ts";
import { type EnrichComponent, enrichRecord } from "./enrich.ts";

const nodeOf = (rack: string) =>
  componentOf(
    "logs.enrich",
    `logs.enrich "e" {\n forward_to = []\n targets = [{ host = "a", rack = "${rack}" }]\n target_match_label = "host"\n}`,
  );

it("adds labels of the targets that it has at that moment, holds one batch, and loses nothing", async () => {
  const next = new CollectingReceiver();
  const source = new TestSource();
  const context = testContext("logs.enrich.e");
  const running = enrichRecord.build(nodeOf("1"), {
    next,
    context,
    host: {} as never,
    targets: new LogsTargets(),
    profiles: { receivers: [] },
    seed: 1,
  }) as EnrichComponent;
  running.receiver.push([entry("1", { host: "a" }, source.origin()), entry("2", { host: "b" }, source.origin())]);
  enrichRecord.update(running, nodeOf("2"))!();
  next.blocked = true;
  running.receiver.push([entry("3", { host: "a" }, source.origin())]);
  expect([running.receiver.full, running.receiver.push([entry("4")])]).toEqual([true, "full"]);
  const drained = running.drain(never);
  next.blocked = false;
  expect(await drained).toBe(0);
  expect(next.entries.map(({ line, labels }) => [line, labels.toRecord()])).toEqual([
    ["1", { host: "a", rack: "1" }],
    ["2", { host: "b" }],
    ["3", { host: "a", rack: "2" }],
  ]);
  expect(source.fates).toEqual(["delivered", "delivered", "delivered"]);
});
