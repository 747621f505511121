/** What an endpoint refuses for good, where it goes somewhere else. */
import { beforeEach, describe, expect, it } from "vitest";
import { CollectingReceiver, entry, never, settle, TestSource } from "../testing/fixtures.ts";
import { HOST, PushFixture, status } from "../testing/push-fixture.ts";

let push: PushFixture;
let rejected: CollectingReceiver;
beforeEach(() => {
  push = new PushFixture();
  rejected = new CollectingReceiver();
  rejected.releases = false;
  push.rejectedTo = rejected;
});

const turns = async () => {
  for (let i = 0; i < 100; i++) await settle();
};
const counted = (name: string, reason: string) =>
  push.metrics()[`logs_write_${name}_entries_total{host=${HOST},tenant=,reason=${reason}}`];

describe("rejected_to", () => {
  it.each([400, 413, 415, 422])("gets what is refused with %i as it came, with the answer", async (code) => {
    push.endpoint.answering = () => status(code, "line too long");
    const one = push.client({ externalLabels: new Map([["site", "a"]]) });
    const source = new TestSource();
    const came = entry("long", { job: "a", __tenant_id__: "t" }, source.origin());
    one.push([
      {
        ...came,
        metadata: [
          ["rejected_by", "forged"],
          ["trace", "1"],
        ],
      },
    ]);
    const drained = one.drain(never);
    await turns();
    expect(rejected.entries).toMatchObject([
      {
        line: "long",
        timestamp: came.timestamp,
        metadata: [
          ["trace", "1"],
          ["rejected_by", "http://loki.example:3100/loki/api/v1/push"],
          ["rejected_status", String(code)],
          ["rejected_reason", `the endpoint answered ${code}: line too long`],
        ],
      },
    ]);
    expect(rejected.entries[0]!.labels).toBe(came.labels);
    await drained;
    // Whoever has it now settles it.
    expect([source.fates, one.dropped, one.held]).toEqual([[undefined], 0, 0]);
    rejected.entries[0]!.origin!.release("delivered");
    expect(source.fates).toEqual(["delivered"]);
    const { logged } = push.context;
    expect(logged.map(({ level, fields }) => [level, fields.entries])).toEqual([["warn", 1]]);
  });

  it("gets the streams at fault alone, which are counted by status and not as dropped", async () => {
    push.endpoint.answering = ({ labels }) => status(labels.some(({ job }) => job === "j2") ? 400 : 204);
    const one = push.client({ batchSize: 1_000_000 });
    one.push(["j1", "j2", "j3"].map((job) => entry(job, { job })));
    const drained = one.drain(never);
    await turns();
    await drained;
    expect([rejected.lines, one.dropped]).toEqual([["j2"], 0]);
    expect([counted("rejected", "400"), counted("dropped", "ingester_error")]).toEqual([1, 0]);
  });

  it("is waited for while it is full, and what it had no room for at the end is read again", async () => {
    push.endpoint.answering = () => status(400);
    rejected.blocked = true;
    const one = push.client({ batchSize: 1 });
    const source = new TestSource();
    one.push([entry("a", {}, source.origin())]);
    one.push([entry("b", {}, source.origin())]);
    await turns();
    expect([push.endpoint.sent.length, one.held, rejected.lines]).toEqual([1, 2, []]);
    rejected.blocked = false;
    await turns();
    expect(rejected.lines).toEqual(["a", "b"]);
    rejected.blocked = true;
    one.push([entry("c", {}, source.origin())]);
    await turns();
    await one.drain(Promise.resolve(), "component");
    expect([source.fates[2], one.dropped, rejected.lines]).toEqual(["returned", 0, ["a", "b"]]);
  });

  it("gets nothing of what is given up for another reason", async () => {
    push.endpoint.answering = () => status(404);
    const one = push.client();
    one.push([entry("a")]);
    const drained = one.drain(never);
    await turns();
    await drained;
    expect([rejected.lines, one.dropped, counted("rejected", "404")]).toEqual([[], 1, undefined]);
  });

  it("is not needed to count what is refused", async () => {
    push.rejectedTo = undefined;
    push.endpoint.answering = () => status(413);
    const one = push.client();
    one.push([entry("a")]);
    const drained = one.drain(never);
    await turns();
    await drained;
    expect([counted("rejected", "413"), counted("dropped", "ingester_error")]).toEqual([1, 1]);
  });
});
