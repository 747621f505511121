import { expect, it } from "vitest";
import { LogsTargets } from "../../core/entries/logs-targets.ts";
import {
  CollectingReceiver,
  componentOf,
  entry,
  never,
  STOPS,
  TestSource,
  testContext,
  valuesOf,
} from "../../testing/fixtures.ts";
import { secretfilterRecord } from "./secretfilter.ts";

it("redacts lines on the way, holds back while the next component is full, and loses nothing", async () => {
  const context = testContext("logs.secretfilter.s");
  const next = new CollectingReceiver();
  const source = new TestSource();
  const node = componentOf("logs.secretfilter", 'logs.secretfilter "s" {\n forward_to = []\n redact_percent = 100\n}');
  const host = { resource: () => undefined, sha256: () => "" };
  const running = secretfilterRecord.build(node, {
    next,
    context,
    host,
    targets: new LogsTargets(),
    profiles: { receivers: [] },
    seed: 1,
  });
  next.blocked = true;
  running.receiver!.push([entry("password=aS3cretThing", {}, source.origin()), entry("plain", {}, source.origin())]);
  expect([next.lines, source.fates]).toEqual([[], [undefined, undefined]]);
  next.blocked = false;
  expect(await running.drain(never, STOPS)).toBe(0);
  expect(next.lines).toEqual(["password=REDACTED", "plain"]);
  expect(source.fates).toEqual(["delivered", "delivered"]);
  expect(running.follower).toBeDefined();
  expect(valuesOf(context.metrics.collect(0n))).toMatchObject({
    logs_secretfilter_entries_in_total: 2,
    logs_secretfilter_secrets_redacted_total: 1,
    "logs_secretfilter_secrets_redacted_by_category_total{rule=generic-api-key,origin=}": 1,
  });
});
