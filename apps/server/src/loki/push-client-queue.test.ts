/** What a push client does with more than it may hold, and how it is asked to wait. */
import { SECOND } from "@sluice/engine";
import { beforeEach, describe, expect, it } from "vitest";
import { entry, settle, TestSource } from "../testing/fixtures.ts";
import { HOST, MS, PushFixture, status } from "../testing/push-fixture.ts";
import { proxyAt, StubUpstream } from "../testing/stub-upstream.ts";
import type { PostResult } from "./post.ts";

let push: PushFixture;
beforeEach(() => {
  push = new PushFixture();
});
const dropped = (reason: string, tenant = "") =>
  push.metrics()[`logs_write_dropped_entries_total{host=${HOST},tenant=${tenant},reason=${reason}}`];

describe("Retry-After", () => {
  const pauseAfter = async (retryAfter: string, options = {}) => {
    push.endpoint.answers.push({ ...status(429), retryAfter } as PostResult);
    push.client(options).push([entry("a")]);
    await push.context.scheduler.advance(60n * SECOND);
    return (push.endpoint.sent[1]!.at - push.endpoint.sent[0]!.at) / MS;
  };

  it.each([
    ["a number of seconds", "2", 2000n],
    ["more than the longest pause", "3600", 4000n],
    ["less than the pause there is anyway", "0", 500n],
    ["a date", new Date(Date.UTC(2026, 0, 15, 8, 0, 4)).toUTCString(), 3000n],
    ["a date that is past", new Date(0).toUTCString(), 500n],
    ["nothing of use", "soon", 500n],
  ])("is %s", async (_name, text, pause) => expect(await pauseAfter(text)).toBe(pause));
});

describe("max_streams", () => {
  it("drops what would be of one stream too many in its batch, and tells its source", async () => {
    const source = new TestSource();
    push
      .client({ maxStreams: 2 })
      .push(["a", "b", "c", "a"].map((job) => entry(job, { job, __tenant_id__: "t" }, source.origin())));
    await push.context.scheduler.advance(SECOND);
    expect(push.endpoint.lines).toEqual([["a", "a", "b"]]);
    await settle();
    expect([source.fates.toSorted(), dropped("stream_limited", "t")]).toEqual([
      ["delivered", "delivered", "delivered", "failed"],
      1,
    ]);
  });
});

describe("a full queue", () => {
  it("drops what comes, where it may not hold up its sources", async () => {
    push.endpoint.answers.push(new Promise(() => {}));
    const one = push.client({ blockOnOverflow: false, batchSize: 22, capacity: 44 });
    for (let i = 0; i < 10; i++) expect(one.push([entry("x".repeat(10))])).toBe("accepted");
    // Two that wait, and two besides: the one that is sent, and the one that fills.
    expect([one.full, one.held, dropped("queue_is_full")]).toEqual([false, 4, 6]);
  });
});

describe("min_shards", () => {
  it("sends parts at the same time, each stream in its order", async () => {
    let release = () => {};
    push.endpoint.answers.push(
      new Promise((resolve) => {
        release = () => resolve(status(204));
      }),
    );
    const one = push.client({ shards: 8, batchSize: 1 });
    const jobs = ["a", "b", "c", "d", "e", "f"];
    for (const round of [1, 2]) one.push(jobs.map((job) => entry(`${job}${round}`, { job })));
    await push.context.scheduler.advance(SECOND);
    await settle();
    const sent = () => push.endpoint.sent.flatMap(({ lines }) => lines);
    const held = push.endpoint.sent[0]!.lines[0]!;
    // Others go on while one is held up, and so does nothing of its own part.
    expect(sent().length).toBeGreaterThan(6);
    expect(sent()).not.toContain(held.replace("1", "2"));
    release();
    await push.context.scheduler.advance(SECOND);
    await expect.poll(() => sent().length).toBe(12);
    for (const job of jobs) expect(sent().indexOf(`${job}1`)).toBeLessThan(sent().indexOf(`${job}2`));
  });
});

it("gives up at the end when its own time is over", async () => {
  push.endpoint.answers.push(new Promise(() => {}));
  const one = push.client({ drainTimeout: 2n * SECOND });
  one.push([entry("a")]);
  const lost = one.drain(new Promise(() => {}));
  await settle();
  await push.context.scheduler.advance(2n * SECOND);
  expect([await lost, dropped("shutdown")]).toEqual([1, 1]);
});

it("gets another token where one is refused, and does not show them", async () => {
  let given = 0;
  const stub = await StubUpstream.start((response) => response.end(`{"access_token":"tokenNumber${++given}"}`));
  const oauth2 = {
    clientId: "c",
    clientSecret: { text: "s", file: "" },
    tokenUrl: stub.url,
    scopes: [],
    endpointParams: new Map(),
    tls: undefined,
    proxy: proxyAt(""),
  };
  push.endpoint.answers.push(status(401), status(204), status(401), status(401, "no tokenNumber3"));
  const one = push.client({ oauth2 });
  one.push([entry("a")]);
  await push.context.scheduler.advance(SECOND);
  await expect.poll(() => one.held).toBe(0);
  one.push([entry("b")]);
  await push.context.scheduler.advance(SECOND);
  await expect.poll(() => one.held).toBe(0);
  expect(push.endpoint.sent.map(({ headers, lines }) => [headers.authorization, lines[0]])).toEqual([
    ["Bearer tokenNumber1", "a"],
    ["Bearer tokenNumber2", "a"],
    ["Bearer tokenNumber2", "b"],
    ["Bearer tokenNumber3", "b"],
  ]);
  expect([one.lastError, dropped("ingester_error")]).toEqual(["the endpoint answered 401: no (secret)", 1]);
  await one.drain(Promise.resolve());
  await stub.close();
});

it("has series of a thousand tenants, and one for all further ones", async () => {
  const one = push.client({ batchSize: 1_000_000 });
  one.push(Array.from({ length: 1100 }, (_, i) => entry("x", { __tenant_id__: `t${i}` })));
  await push.context.scheduler.advance(SECOND);
  await expect.poll(() => one.held).toBe(0);
  const counted = Object.entries(push.metrics()).filter(([name]) => name.startsWith("logs_write_sent_entries_total"));
  expect(counted.length).toBe(1001);
  expect(counted.reduce((sum, [, value]) => sum + value, 0)).toBe(1100);
});
