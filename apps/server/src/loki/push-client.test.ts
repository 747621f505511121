/** What a push client takes, how it makes batches of it, and how it holds back those who push. */
import { SECOND } from "@sluice/engine";
import { beforeEach, describe, expect, it } from "vitest";
import { entry, settle, TestSource, valuesOf } from "../testing/fixtures.ts";
import { HOST, MS, PushFixture, status } from "../testing/push-fixture.ts";
import type { PostResult } from "./post.ts";

let push: PushFixture;
beforeEach(() => {
  push = new PushFixture();
});

const line = (name: string, bytes: number) => name.padEnd(bytes, ".");

describe("batching", () => {
  it("waits for batch_wait, counted from the first entry", async () => {
    const one = push.client();
    one.push([entry("a")]);
    await push.context.scheduler.advance(600n * MS);
    one.push([entry("b")]);
    await push.context.scheduler.advance(399n * MS);
    expect(push.endpoint.lines).toEqual([]);
    await push.context.scheduler.advance(1n * MS);
    expect(push.endpoint.lines).toEqual([["a", "b"]]);
  });

  it("sends as soon as the next entry would pass batch_size, and keeps the order", async () => {
    const one = push.client({ batchSize: 124 });
    one.push([
      entry(line("a", 60)),
      entry(line("b", 40)),
      entry(line("c", 1)),
      entry(line("d", 500)),
      entry(line("e", 2)),
    ]);
    await settle();
    expect(push.endpoint.lines).toEqual([[line("a", 60), line("b", 40)], ["c"], [line("d", 500)]]);
    await push.context.scheduler.advance(SECOND);
    expect(push.endpoint.lines.at(-1)).toEqual([line("e", 2)]);
    expect(push.metrics()).toMatchObject({
      [`logs_write_sent_entries_total{host=${HOST},tenant=}`]: 5,
      [`logs_write_sent_bytes_total{host=${HOST},tenant=}`]: 60 + 40 + 1 + 500 + 2 + 5 * 12,
      [`logs_write_encoded_bytes_total{host=${HOST},tenant=}`]: push.endpoint.bytes,
      [`logs_write_request_size_bytes_sum{host=${HOST},tenant=}`]: push.endpoint.bytes,
      [`logs_write_request_duration_seconds_count{status_code=204,host=${HOST},tenant=}`]: 4,
      // One waited for a second.
      [`logs_write_entry_propagation_latency_seconds_count{host=${HOST},tenant=}`]: 5,
      [`logs_write_entry_propagation_latency_seconds_sum{host=${HOST},tenant=}`]: 1,
    });
  });

  it("counts bytes of UTF-8, timestamps, and structured metadata as protobuf has it", async () => {
    const one = push.client({ batchSize: 6 + 12 + 1 + 12 + 3 + 3 });
    one.push([entry("ééé"), { ...entry("a"), metadata: [["k", "v"]] }, entry("bb")]);
    await settle();
    expect(push.endpoint.lines).toEqual([["ééé", "a"]]);
  });

  it("keeps tenants apart: from the label, else the configured one", async () => {
    const one = push.client({ tenant: "default" });
    one.push([
      entry("a", { job: "x", __tenant_id__: "t1" }),
      entry("b", { job: "x", __path__: "/p" }),
      entry("c", { __tenant_id__: "t1" }),
    ]);
    await push.context.scheduler.advance(SECOND);
    expect(push.endpoint.sent.map(({ headers, lines, labels }) => [headers["x-scope-orgid"], lines, labels])).toEqual([
      ["t1", ["a", "c"], [{ job: "x" }, {}]],
      ["default", ["b"], [{ job: "x" }]],
    ]);
  });

  it("lets external labels override", async () => {
    const one = push.client({
      externalLabels: new Map([
        ["job", "outer"],
        ["dc", "1"],
      ]),
    });
    one.push([entry("a", { job: "x", z: "1" })]);
    await push.context.scheduler.advance(SECOND);
    expect(push.endpoint.sent[0]!.labels).toEqual([{ dc: "1", job: "outer", z: "1" }]);
  });

  it("sends the configured headers in place of its own", async () => {
    const one = push.client({
      headers: new Map([
        ["User-Agent", "mine"],
        ["X-Extra", "1"],
      ]),
      bearerToken: { text: "s", file: "" },
    });
    one.push([entry("a")]);
    await push.context.scheduler.advance(SECOND);
    expect(push.endpoint.sent[0]!.headers).toEqual({
      "content-type": "application/json",
      "user-agent": "mine",
      "x-extra": "1",
      authorization: "Bearer s",
    });
  });

  it("turns credentials in the address into a header, and does not log them", async () => {
    push.endpoint.answers.push(status(400));
    push.client({ url: "http://me:s%40@loki.example:3100/push" }).push([entry("a")]);
    await push.context.scheduler.advance(SECOND);
    expect([push.endpoint.sent[0]!.url, push.endpoint.sent[0]!.headers.authorization]).toEqual([
      "http://loki.example:3100/push",
      `Basic ${Buffer.from("me:s@").toString("base64")}`,
    ]);
    expect(JSON.stringify(push.context.logged)).not.toContain("s%40");
  });

  it("sends all open batches at once when there are more than a thousand tenants", async () => {
    const one = push.client({ batchSize: 1_000_000 });
    one.push(Array.from({ length: 1001 }, (_, i) => entry("x", { __tenant_id__: `t${i}` })));
    for (let i = 0; i < 400; i++) await settle();
    expect(push.endpoint.sent.length).toBe(1001);
  });
});

describe("back-pressure", () => {
  /** Answers that come when the test lets them. */
  function held(): ((result: PostResult) => void)[] {
    const release: ((result: PostResult) => void)[] = [];
    for (let i = 0; i < 40; i++) push.endpoint.answers.push(new Promise((resolve) => release.push(resolve)));
    return release;
  }

  it("is full when it holds as much as sixteen batches, and calls back when one has gone", async () => {
    const release = held();
    const one = push.client({ batchSize: 25 });
    for (let i = 0; i < 20; i++) expect(one.push([entry(line(String(i), 8))])).toBe("accepted");
    expect(one.full).toBe(true);
    expect(one.push([entry("late")])).toBe("full");
    let called = 0;
    one.whenRoom(() => called++);
    await settle();
    expect(called).toBe(0);
    expect(push.metrics()[`logs_write_entries_queued{host=${HOST}}`]).toBe(20);
    release[0]!(status(204));
    await settle();
    expect([called, one.full]).toEqual([1, false]);
  });

  it("is full by number, too, since empty lines have little size", () => {
    const one = push.client({ batchSize: 1_000_000 });
    one.push(Array.from({ length: 100_000 }, () => entry("")));
    expect(one.full).toBe(true);
  });

  it("is full by labels, too: entries that are empty hold what their distinct label sets hold", async () => {
    const release = held();
    const one = push.client({ batchSize: 1024 * 1024 });
    const streams = Array.from({ length: 1600 }, (_, i) => entry("", { job: String(i).padEnd(60_000, "x") }));
    for (let i = 0; i < streams.length && !one.full; i += 100) one.push(streams.slice(i, i + 100));
    expect([one.full, one.held < 700]).toEqual([true, true]);
    await settle();
    // What one request carries is bounded as well.
    expect(push.endpoint.sent[0]!.labels.length).toBeLessThan(40);
    for (const answer of release) answer(status(204));
    for (let i = 0; i < 40; i++) await settle();
    expect(one.full).toBe(false);
  });

  it("completes a batch by the number of its entries, since empty lines never reach batch_size", async () => {
    const one = push.client({ batchSize: 1024 * 1024 });
    one.push(Array.from({ length: 20_001 }, () => entry("")));
    await settle();
    expect(push.endpoint.lines.map((lines) => lines.length)).toEqual([20_000]);
  });

  it("keeps filling a batch while another is sent", async () => {
    const release = held();
    const one = push.client();
    one.push([entry("a")]);
    await push.context.scheduler.advance(SECOND);
    for (const text of ["b", "c", "d"]) {
      one.push([entry(text)]);
      await push.context.scheduler.advance(SECOND);
    }
    expect(push.endpoint.lines).toEqual([["a"]]);
    release[0]!(status(204));
    await settle();
    expect(push.endpoint.lines).toEqual([["a"], ["b", "c", "d"]]);
  });

  it("is full by bytes even when they fill no batch, and then does not wait for batch_wait", async () => {
    const one = push.client({ batchSize: 10 });
    one.push(Array.from({ length: 40 }, (_, i) => entry("xxxx", { __tenant_id__: `t${i}` })));
    expect(one.full).toBe(true);
    for (let i = 0; i < 20; i++) await settle();
    expect([one.full, push.endpoint.sent.length]).toEqual([false, 40]);
  });
});

describe("origins", () => {
  it("learn when a batch was sent, and when it was given up and counted", async () => {
    push.endpoint.answers.push(status(204), status(400));
    const one = push.client();
    const source = new TestSource();
    one.push([entry("a", {}, source.origin())]);
    expect(source.fates).toEqual([undefined]);
    await push.context.scheduler.advance(SECOND);
    expect(source.fates).toEqual(["delivered"]);
    one.push([entry("b", {}, source.origin())]);
    await push.context.scheduler.advance(SECOND);
    expect(source.fates).toEqual(["delivered", "failed"]);
  });
});

describe("a failure of its own", () => {
  const failures = () => valuesOf(push.context.faultMetrics.collect(0n));

  it("on one entry loses that entry only, and counts it", async () => {
    const one = push.client();
    const source = new TestSource();
    const poisoned = { ...entry("bad", {}, source.origin()), metadata: undefined as never };
    expect(one.push([entry("a"), poisoned, entry("b")])).toBe("accepted");
    await push.context.scheduler.advance(SECOND);
    expect([push.endpoint.lines, source.fates]).toEqual([[["a", "b"]], ["failed"]]);
    expect(failures()).toEqual({ sluice_component_faults_total: 1, sluice_component_failed_entries_total: 1 });
  });

  it("while a batch is sent drops that batch, counts it, and continues with the next", async () => {
    push.endpoint.answers.push(Promise.reject(new Error("no such thing")));
    const one = push.client();
    const source = new TestSource();
    one.push([entry("a", {}, source.origin()), entry("b")]);
    await push.context.scheduler.advance(SECOND);
    one.push([entry("c")]);
    await push.context.scheduler.advance(SECOND);
    expect(push.endpoint.lines).toEqual([["a", "b"], ["c"]]);
    expect([one.held, source.fates]).toEqual([0, ["failed"]]);
    expect(push.metrics()).toMatchObject({
      [`logs_write_dropped_entries_total{host=${HOST},tenant=,reason=internal_error}`]: 2,
      [`logs_write_sent_entries_total{host=${HOST},tenant=}`]: 1,
    });
    expect(failures()).toEqual({ sluice_component_faults_total: 1, sluice_component_failed_entries_total: 2 });
  });
});
