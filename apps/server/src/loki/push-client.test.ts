import { type MetricRegistry, SECOND } from "@sluice/engine";
import { parsePushJson } from "@sluice/engine/lokipush";
import { beforeEach, describe, expect, it } from "vitest";
import type { ManualScheduler } from "../core/scheduler.ts";
import { Shown } from "../shown.ts";
import { entry, never, settle, type TestContext, TestSource, testContext, valuesOf } from "../testing/fixtures.ts";
import type { PostRequest, PostResult } from "./post.ts";
import { type EndpointOptions, PushClient } from "./push-client.ts";

const MS = 1_000_000n;
const OPTIONS: EndpointOptions = {
  url: "http://loki.example:3100/loki/api/v1/push",
  batchWait: SECOND,
  batchSize: 100,
  remoteTimeout: 10n * SECOND,
  minBackoff: 500n * MS,
  maxBackoff: 4n * SECOND,
  maxAttempts: 3,
  retryOn429: true,
  tenant: "",
  headers: new Map(),
  bearerToken: "",
  externalLabels: new Map(),
  encoding: "json",
  followRedirects: true,
};
const HOST = "loki.example:3100";

interface Sent {
  readonly url: string;
  readonly at: bigint;
  readonly headers: Readonly<Record<string, string>>;
  readonly lines: readonly string[];
  readonly labels: readonly Readonly<Record<string, string>>[];
}

/** An endpoint that answers what it is told to, by default 204 at once. */
class FakeEndpoint {
  readonly sent: Sent[] = [];
  readonly answers: (PostResult | Promise<PostResult>)[] = [];
  readonly #scheduler: ManualScheduler;

  constructor(scheduler: ManualScheduler) {
    this.#scheduler = scheduler;
  }

  readonly post = async ({ url, headers, body }: PostRequest): Promise<PostResult> => {
    const parsed = parsePushJson(Buffer.from(body).toString());
    if (!parsed.ok) throw new Error(parsed.message);
    const lines = parsed.streams.flatMap(({ entries }) => entries.map(({ line }) => line));
    this.sent.push({
      url,
      at: this.#scheduler.now(),
      headers,
      lines,
      labels: parsed.streams.map(({ labels }) => labels),
    });
    return (await this.answers.shift()) ?? { status: 204, body: "" };
  };

  get lines(): readonly (readonly string[])[] {
    return this.sent.map(({ lines }) => lines);
  }
}

let context: TestContext;
let endpoint: FakeEndpoint;
beforeEach(() => {
  const shown = new Shown(["sup3rS3cretT0kenValue"]);
  context = testContext("logs.write.out", { hideFrom: (text, more) => shown.foreign(text, more) });
  endpoint = new FakeEndpoint(context.scheduler);
});

function client(options: Partial<EndpointOptions> = {}): PushClient {
  const random = { next: () => 0 };
  return new PushClient({ ...OPTIONS, ...options }, { ...context, random, post: endpoint.post });
}
const values = (metrics: MetricRegistry = context.metrics) => valuesOf(metrics.collect(0n));
const status = (code: number, body = ""): PostResult => ({ status: code, body });
const line = (name: string, bytes: number) => name.padEnd(bytes, ".");

describe("batching", () => {
  it("waits for batch_wait, counted from the first entry", async () => {
    const one = client();
    one.push([entry("a")]);
    await context.scheduler.advance(600n * MS);
    one.push([entry("b")]);
    await context.scheduler.advance(399n * MS);
    expect(endpoint.lines).toEqual([]);
    await context.scheduler.advance(1n * MS);
    expect(endpoint.lines).toEqual([["a", "b"]]);
  });

  it("sends as soon as the next entry would pass batch_size, and keeps the order", async () => {
    const one = client();
    one.push([
      entry(line("a", 60)),
      entry(line("b", 40)),
      entry(line("c", 1)),
      entry(line("d", 500)),
      entry(line("e", 2)),
    ]);
    await settle();
    expect(endpoint.lines).toEqual([[line("a", 60), line("b", 40)], ["c"], [line("d", 500)]]);
    await context.scheduler.advance(SECOND);
    expect(endpoint.lines.at(-1)).toEqual([line("e", 2)]);
    expect(values()).toMatchObject({
      [`logs_write_sent_entries_total{host=${HOST}}`]: 5,
      [`logs_write_sent_bytes_total{host=${HOST}}`]: 603,
    });
  });

  it("counts bytes of UTF-8 and structured metadata", async () => {
    const one = client({ batchSize: 10 });
    one.push([entry("ééé"), { ...entry("a"), metadata: [["k", "v"]] }, entry("bb")]);
    await settle();
    expect(endpoint.lines).toEqual([["ééé", "a"]]);
  });

  it("keeps tenants apart: from the label, else the configured one", async () => {
    const one = client({ tenant: "default" });
    one.push([
      entry("a", { job: "x", __tenant_id__: "t1" }),
      entry("b", { job: "x", __path__: "/p" }),
      entry("c", { __tenant_id__: "t1" }),
    ]);
    await context.scheduler.advance(SECOND);
    expect(endpoint.sent.map(({ headers, lines, labels }) => [headers["x-scope-orgid"], lines, labels])).toEqual([
      ["t1", ["a", "c"], [{ job: "x" }, {}]],
      ["default", ["b"], [{ job: "x" }]],
    ]);
  });

  it("lets external labels override", async () => {
    const one = client({
      externalLabels: new Map([
        ["job", "outer"],
        ["dc", "1"],
      ]),
    });
    one.push([entry("a", { job: "x", z: "1" })]);
    await context.scheduler.advance(SECOND);
    expect(endpoint.sent[0]!.labels).toEqual([{ dc: "1", job: "outer", z: "1" }]);
  });

  it("sends the configured headers in place of its own", async () => {
    const one = client({
      headers: new Map([
        ["User-Agent", "mine"],
        ["X-Extra", "1"],
      ]),
      bearerToken: "s",
    });
    one.push([entry("a")]);
    await context.scheduler.advance(SECOND);
    expect(endpoint.sent[0]!.headers).toEqual({
      "content-type": "application/json",
      "user-agent": "mine",
      "x-extra": "1",
      authorization: "Bearer s",
    });
  });

  it("turns credentials in the address into a header, and does not log them", async () => {
    endpoint.answers.push(status(400));
    client({ url: "http://me:s%40@loki.example:3100/push" }).push([entry("a")]);
    await context.scheduler.advance(SECOND);
    expect([endpoint.sent[0]!.url, endpoint.sent[0]!.headers.authorization]).toEqual([
      "http://loki.example:3100/push",
      `Basic ${Buffer.from("me:s@").toString("base64")}`,
    ]);
    expect(JSON.stringify(context.logged)).not.toContain("s%40");
  });

  it("sends all open batches at once when there are more than a thousand tenants", async () => {
    const one = client({ batchSize: 1_000_000 });
    one.push(Array.from({ length: 1001 }, (_, i) => entry("x", { __tenant_id__: `t${i}` })));
    for (let i = 0; i < 200; i++) await settle();
    expect(endpoint.sent.length).toBe(1001);
  });
});

describe("retries", () => {
  it("tries again with pauses that double, in order", async () => {
    endpoint.answers.push(status(500, "no\nreally"), { status: 0, error: "connection refused" });
    const one = client();
    one.push([entry("a")]);
    await context.scheduler.advance(SECOND);
    one.push([entry("b")]);
    expect(one.lastError).toBe("the endpoint answered 500: no");
    await context.scheduler.advance(5n * SECOND);
    expect(endpoint.sent.map(({ at, lines }) => [(at - endpoint.sent[0]!.at) / MS, lines])).toEqual([
      [0n, ["a"]],
      [500n, ["a"]],
      [1500n, ["a"]],
      [1500n, ["b"]],
    ]);
    expect(one.lastError).toBe("");
    expect(values()).toMatchObject({
      [`logs_write_batch_retries_total{host=${HOST}}`]: 2,
      [`logs_write_sent_entries_total{host=${HOST}}`]: 2,
    });
  });

  it.each([
    ["of nothing ends in no colon", "", "the endpoint answered 400"],
    ["of blanks ends in no colon", " \r\n ", "the endpoint answered 400"],
    ["that is cut says so", "x".repeat(301), `the endpoint answered 400: ${"x".repeat(300)}…`],
    ["that just fits is whole", "x".repeat(300), `the endpoint answered 400: ${"x".repeat(300)}`],
    ["of several lines is told by the first", "a\r\nb", "the endpoint answered 400: a"],
  ])("an answer %s", async (_name, body, told) => {
    endpoint.answers.push(status(400, body));
    const one = client();
    one.push([entry("a")]);
    await context.scheduler.advance(SECOND);
    expect(one.lastError).toBe(told);
  });

  it("never waits longer than max_backoff_period", async () => {
    for (let i = 0; i < 7; i++) endpoint.answers.push(status(503));
    const one = client({ maxAttempts: 0 });
    one.push([entry("a")]);
    await context.scheduler.advance(60n * SECOND);
    const pauses = endpoint.sent.slice(1).map(({ at }, i) => (at - endpoint.sent[i]!.at) / MS);
    expect(pauses).toEqual([500n, 1000n, 2000n, 4000n, 4000n, 4000n, 4000n]);
  });

  it("drops after the last attempt, and counts it", async () => {
    for (let i = 0; i < 3; i++) endpoint.answers.push({ status: 0, error: "connection refused" });
    const one = client();
    one.push([entry("a"), entry("bb")]);
    await context.scheduler.advance(10n * SECOND);
    expect(endpoint.sent.length).toBe(3);
    expect(values()).toMatchObject({
      [`logs_write_dropped_entries_total{host=${HOST},reason=ingester_error}`]: 2,
      [`logs_write_dropped_bytes_total{host=${HOST},reason=ingester_error}`]: 3,
      [`logs_write_sent_entries_total{host=${HOST}}`]: 0,
    });
    expect(context.logged.at(-1)).toMatchObject({
      level: "error",
      message: "a batch was dropped",
      fields: { entries: 2, problem: "connection refused" },
    });
  });

  it.each([
    ["400 is final", 400, {}, 1, "ingester_error"],
    ["429 is tried again", 429, {}, 3, "rate_limited"],
    ["429 is final where that is configured", 429, { retryOn429: false }, 1, "rate_limited"],
    ["a redirect that is not followed is final", 302, {}, 1, "ingester_error"],
  ])("%s", async (_name, code, options, attempts, reason) => {
    for (let i = 0; i < 3; i++) endpoint.answers.push(status(code));
    client(options).push([entry("a")]);
    await context.scheduler.advance(30n * SECOND);
    expect(endpoint.sent.length).toBe(attempts);
    expect(values()[`logs_write_dropped_entries_total{host=${HOST},reason=${reason}}`]).toBe(1);
  });
});

it("drops at once what no header can carry, which was tried again while all tenants waited", async () => {
  const one = client();
  one.push([entry("a", { __tenant_id__: "t\nx" }), entry("b", { __tenant_id__: "good" })]);
  await context.scheduler.advance(SECOND);
  expect(endpoint.lines).toEqual([["b"]]);
  expect(values()[`logs_write_dropped_entries_total{host=${HOST},reason=invalid_header}`]).toBe(1);
  expect(context.logged.at(-1)!.fields).toMatchObject({
    attempts: 0,
    problem: "the header x-scope-orgid would hold a control character, which no request can carry",
  });
});

it("sends a tenant as UTF-8, as Go does, of which the platform's client makes an error", async () => {
  client().push([entry("a", { __tenant_id__: "\u2603" })]);
  await context.scheduler.advance(SECOND);
  const sent = endpoint.sent[0]!.headers["x-scope-orgid"]!;
  expect(Buffer.from(sent, "latin1").toString()).toBe("\u2603");
  expect(() => new Headers({ "x-scope-orgid": sent })).not.toThrow();
});

it.each([
  ["where the text is cut", `${"x".repeat(290)} sup3rS3cretT0kenValue is bad`],
  ["where no more was read of the answer", `${"sup3rS3cretT0kenValue ".repeat(20)}sup3rS3cretT0`],
])("shows no part of a secret %s", async (_name, answer) => {
  endpoint.answers.push(status(400, answer));
  const one = client({ bearerToken: "sup3rS3cretT0kenValue" });
  one.push([entry("a")]);
  await context.scheduler.advance(SECOND);
  expect(one.lastError).toContain("the endpoint answered 400: ");
  expect(one.lastError).not.toContain("sup3");
  expect(JSON.stringify(context.logged)).not.toContain("sup3");
});

describe("back-pressure", () => {
  /** Answers that come when the test lets them. */
  function held(): ((result: PostResult) => void)[] {
    const release: ((result: PostResult) => void)[] = [];
    for (let i = 0; i < 40; i++) endpoint.answers.push(new Promise((resolve) => release.push(resolve)));
    return release;
  }

  it("is full when it holds as much as sixteen batches, and calls back when one has gone", async () => {
    const release = held();
    const one = client({ batchSize: 10 });
    for (let i = 0; i < 20; i++) expect(one.push([entry(line(String(i), 8))])).toBe("accepted");
    expect(one.full).toBe(true);
    expect(one.push([entry("late")])).toBe("full");
    let called = 0;
    one.whenRoom(() => called++);
    await settle();
    expect(called).toBe(0);
    expect(values()[`logs_write_entries_queued{host=${HOST}}`]).toBe(20);
    release[0]!(status(204));
    await settle();
    expect([called, one.full]).toEqual([1, false]);
  });

  it("is full by number, too, since empty lines have no size", () => {
    const one = client();
    one.push(Array.from({ length: 100_000 }, () => entry("")));
    expect(one.full).toBe(true);
  });

  it("is full by labels, too: entries that are empty hold what their distinct label sets hold", async () => {
    const release = held();
    const one = client({ batchSize: 1024 * 1024 });
    const streams = Array.from({ length: 1600 }, (_, i) => entry("", { job: String(i).padEnd(60_000, "x") }));
    for (let i = 0; i < streams.length && !one.full; i += 100) one.push(streams.slice(i, i + 100));
    expect([one.full, one.held < 700]).toEqual([true, true]);
    await settle();
    // What one request carries is bounded as well.
    expect(endpoint.sent[0]!.labels.length).toBeLessThan(40);
    for (const answer of release) answer(status(204));
    for (let i = 0; i < 40; i++) await settle();
    expect(one.full).toBe(false);
  });

  it("completes a batch by the number of its entries, since empty lines never reach batch_size", async () => {
    const one = client({ batchSize: 1024 * 1024 });
    one.push(Array.from({ length: 20_001 }, () => entry("")));
    await settle();
    expect(endpoint.lines.map((lines) => lines.length)).toEqual([20_000]);
  });

  it("goes on filling a batch while another is sent", async () => {
    const release = held();
    const one = client();
    one.push([entry("a")]);
    await context.scheduler.advance(SECOND);
    for (const text of ["b", "c", "d"]) {
      one.push([entry(text)]);
      await context.scheduler.advance(SECOND);
    }
    expect(endpoint.lines).toEqual([["a"]]);
    release[0]!(status(204));
    await settle();
    expect(endpoint.lines).toEqual([["a"], ["b", "c", "d"]]);
  });

  it("is full by bytes even when they fill no batch, and then does not wait for batch_wait", async () => {
    const one = client({ batchSize: 10 });
    one.push(Array.from({ length: 40 }, (_, i) => entry("xxxx", { __tenant_id__: `t${i}` })));
    expect(one.full).toBe(true);
    for (let i = 0; i < 10; i++) await settle();
    expect([one.full, endpoint.sent.length]).toEqual([false, 40]);
  });
});

describe("draining", () => {
  it("sends what is left without waiting for batch_wait", async () => {
    const one = client();
    one.push([entry("a"), entry("b", { __tenant_id__: "t" })]);
    expect(await one.drain(never)).toBe(0);
    expect(endpoint.lines).toEqual([["a"], ["b"]]);
    expect(one.push([entry("late")])).toBe("full");
    expect(context.scheduler.pending).toBe(0);
  });

  it("retries while there is time", async () => {
    endpoint.answers.push(status(500));
    const one = client();
    one.push([entry("a")]);
    const drained = one.drain(never);
    await settle();
    await context.scheduler.advance(SECOND);
    expect(await drained).toBe(0);
    expect(endpoint.lines).toEqual([["a"], ["a"]]);
  });

  it("gives up at the deadline, counts what is left, and does not count it again when an answer comes late", async () => {
    let answer: (result: PostResult) => void = () => {};
    endpoint.answers.push(new Promise((resolve) => (answer = resolve)));
    const one = client({ batchSize: 10 });
    const source = new TestSource();
    one.push([entry(line("a", 9)), entry(line("b", 9)), entry(line("c", 9), { job: "x" }, source.origin())]);
    await settle();
    const lost = await one.drain(Promise.resolve());
    answer(status(204));
    await settle();
    // The third can be read again by its source.
    expect([lost, source.fates]).toEqual([2, [undefined]]);
    expect(values()).toMatchObject({
      [`logs_write_dropped_entries_total{host=${HOST},reason=shutdown}`]: 2,
      [`logs_write_dropped_bytes_total{host=${HOST},reason=shutdown}`]: 18,
      [`logs_write_sent_entries_total{host=${HOST}}`]: 0,
      [`logs_write_entries_queued{host=${HOST}}`]: 0,
    });
    expect(context.scheduler.pending).toBe(0);
  });
});

describe("a stop with the endpoint hanging", () => {
  it("calls what is read again not dropped, and tells the attempts that were made, which it told as none", async () => {
    endpoint.answers.push(status(500), new Promise(() => {}));
    const one = client({ batchSize: 10 });
    const source = new TestSource();
    one.push([entry(line("a", 9), {}, source.origin()), entry(line("b", 9), {}, source.origin())]);
    await settle();
    await context.scheduler.advance(SECOND);
    expect(endpoint.sent.length).toBe(2);
    const before = context.logged.length;
    expect(await one.drain(Promise.resolve())).toBe(0);
    const url = OPTIONS.url;
    const message = "not sent; read again after the next start";
    expect(context.logged.slice(before)).toEqual([
      { level: "warn", message, fields: { url, entries: 1, attempts: 2 } },
      { level: "warn", message, fields: { url, entries: 1, attempts: 0 } },
    ]);
    expect(values()).not.toHaveProperty([`logs_write_dropped_entries_total{host=${HOST},reason=shutdown}`]);
  });

  it("counts of a batch of both kinds only what nobody reads again", async () => {
    endpoint.answers.push(new Promise(() => {}));
    const one = client();
    one.push([entry("a", {}, new TestSource().origin()), entry("bb")]);
    await context.scheduler.advance(SECOND);
    expect(await one.drain(Promise.resolve())).toBe(1);
    expect(values()).toMatchObject({
      [`logs_write_dropped_entries_total{host=${HOST},reason=shutdown}`]: 1,
      [`logs_write_dropped_bytes_total{host=${HOST},reason=shutdown}`]: 2,
    });
    expect(context.logged.at(-2)).toMatchObject({ level: "error", fields: { entries: 1, attempts: 1 } });
  });
});

describe("origins", () => {
  it("are told when a batch was sent, and when it was given up and counted", async () => {
    endpoint.answers.push(status(204), status(400));
    const one = client();
    const source = new TestSource();
    one.push([entry("a", {}, source.origin())]);
    expect(source.fates).toEqual([undefined]);
    await context.scheduler.advance(SECOND);
    expect(source.fates).toEqual(["delivered"]);
    one.push([entry("b", {}, source.origin())]);
    await context.scheduler.advance(SECOND);
    expect(source.fates).toEqual(["delivered", "failed"]);
  });
});

describe("a failure of its own", () => {
  const failures = () => valuesOf(context.faultMetrics.collect(0n));

  it("on one entry loses that entry only, and counts it", async () => {
    const one = client();
    const source = new TestSource();
    const poisoned = { ...entry("bad", {}, source.origin()), metadata: undefined as never };
    expect(one.push([entry("a"), poisoned, entry("b")])).toBe("accepted");
    await context.scheduler.advance(SECOND);
    expect([endpoint.lines, source.fates]).toEqual([[["a", "b"]], ["failed"]]);
    expect(failures()).toEqual({ sluice_component_faults_total: 1, sluice_component_failed_entries_total: 1 });
  });

  it("while a batch is sent drops that batch, counts it, and goes on with the next", async () => {
    endpoint.answers.push(Promise.reject(new Error("no such thing")));
    const one = client();
    const source = new TestSource();
    one.push([entry("a", {}, source.origin()), entry("b")]);
    await context.scheduler.advance(SECOND);
    one.push([entry("c")]);
    await context.scheduler.advance(SECOND);
    expect(endpoint.lines).toEqual([["a", "b"], ["c"]]);
    expect([one.held, source.fates]).toEqual([0, ["failed"]]);
    expect(values()).toMatchObject({
      [`logs_write_dropped_entries_total{host=${HOST},reason=internal_error}`]: 2,
      [`logs_write_sent_entries_total{host=${HOST}}`]: 1,
    });
    expect(failures()).toEqual({ sluice_component_faults_total: 1, sluice_component_failed_entries_total: 2 });
  });
});

it("does not count as sent what a redirect turned into a GET", async () => {
  endpoint.answers.push({ status: 200, body: "a login page", lostBody: true });
  client().push([entry("a")]);
  await context.scheduler.advance(30n * SECOND);
  expect(endpoint.sent.length).toBe(1);
  expect(values()).toMatchObject({
    [`logs_write_dropped_entries_total{host=${HOST},reason=ingester_error}`]: 1,
    [`logs_write_sent_entries_total{host=${HOST}}`]: 0,
  });
});
