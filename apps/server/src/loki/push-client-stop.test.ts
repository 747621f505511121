/** The end of a push client: what it sends still, and what it leaves. */
import { SECOND } from "@sluice/engine";
import { beforeEach, describe, expect, it } from "vitest";
import { entry, never, settle, TestSource } from "../testing/fixtures.ts";
import { HOST, OPTIONS, PushFixture, status } from "../testing/push-fixture.ts";
import type { PostResult } from "./post.ts";

let push: PushFixture;
beforeEach(() => {
  push = new PushFixture();
});

const line = (name: string, bytes: number) => name.padEnd(bytes, ".");

describe("draining", () => {
  it("sends what is left without waiting for batch_wait", async () => {
    const one = push.client();
    one.push([entry("a"), entry("b", { __tenant_id__: "t" })]);
    expect(await one.drain(never)).toBe(0);
    expect(push.endpoint.lines).toEqual([["a"], ["b"]]);
    expect(one.push([entry("late")])).toBe("full");
    expect(push.context.scheduler.pending).toBe(0);
  });

  it("retries while there is time", async () => {
    push.endpoint.answers.push(status(500));
    const one = push.client();
    one.push([entry("a")]);
    const drained = one.drain(never);
    await settle();
    await push.context.scheduler.advance(SECOND);
    expect(await drained).toBe(0);
    expect(push.endpoint.lines).toEqual([["a"], ["a"]]);
  });

  it("gives up at the deadline, counts what is left, and does not count it again when an answer comes late", async () => {
    let answer: (result: PostResult) => void = () => {};
    push.endpoint.answers.push(new Promise((resolve) => (answer = resolve)));
    const one = push.client({ batchSize: 10 });
    const source = new TestSource();
    one.push([entry(line("a", 9)), entry(line("b", 9)), entry(line("c", 9), { job: "x" }, source.origin())]);
    await settle();
    const lost = await one.drain(Promise.resolve());
    answer(status(204));
    await settle();
    // The third can be read again by its source.
    expect([lost, source.fates]).toEqual([2, [undefined]]);
    expect(push.metrics()).toMatchObject({
      [`logs_write_dropped_entries_total{host=${HOST},tenant=,reason=shutdown}`]: 2,
      [`logs_write_dropped_bytes_total{host=${HOST},tenant=,reason=shutdown}`]: 42,
      [`logs_write_sent_entries_total{host=${HOST},tenant=}`]: 0,
      [`logs_write_entries_queued{host=${HOST}}`]: 0,
    });
    expect(push.context.scheduler.pending).toBe(0);
  });
});

describe("an answer that comes in the turn in which the time is over", () => {
  it.each(Array.from({ length: 12 }, (_, i) => i))(
    "counts as sent or as dropped, %i steps before it",
    async (steps) => {
      let answer: (result: PostResult) => void = () => {};
      let over = () => {};
      push.endpoint.answers.push(new Promise((resolve) => (answer = resolve)));
      const one = push.client();
      one.push([entry("a")]);
      const drained = one.drain(new Promise((resolve) => (over = resolve)));
      await settle();
      answer(status(204));
      for (let i = 0; i < steps; i++) await Promise.resolve();
      over();
      const lost = await drained;
      await settle();
      const values = push.metrics();
      const sent = values[`logs_write_sent_entries_total{host=${HOST},tenant=}`]!;
      expect([sent + lost, one.dropped]).toEqual([1, lost]);
    },
  );
});

describe("a stop with the endpoint hanging", () => {
  it("calls what is read again not dropped, and tells the attempts that were made, which it told as none", async () => {
    push.endpoint.answers.push(status(500), new Promise(() => {}));
    const one = push.client({ batchSize: 10 });
    const source = new TestSource();
    one.push([entry(line("a", 9), {}, source.origin()), entry(line("b", 9), {}, source.origin())]);
    await settle();
    await push.context.scheduler.advance(SECOND);
    expect(push.endpoint.sent.length).toBe(2);
    const before = push.context.logged.length;
    expect(await one.drain(Promise.resolve())).toBe(0);
    const url = OPTIONS.url;
    const message = "not sent; read again, at the latest after the next start";
    expect(push.context.logged.slice(before)).toEqual([
      { level: "warn", message, fields: { url, entries: 1, attempts: 2 } },
      { level: "warn", message, fields: { url, entries: 1, attempts: 0 } },
    ]);
    expect(push.metrics()).not.toHaveProperty([
      `logs_write_dropped_entries_total{host=${HOST},tenant=,reason=shutdown}`,
    ]);
  });

  it("counts of a batch of both kinds only what nobody reads again", async () => {
    push.endpoint.answers.push(new Promise(() => {}));
    const one = push.client();
    one.push([entry("a", {}, new TestSource().origin()), entry("bb")]);
    await push.context.scheduler.advance(SECOND);
    expect(await one.drain(Promise.resolve())).toBe(1);
    expect(push.metrics()).toMatchObject({
      [`logs_write_dropped_entries_total{host=${HOST},tenant=,reason=shutdown}`]: 1,
      [`logs_write_dropped_bytes_total{host=${HOST},tenant=,reason=shutdown}`]: 14,
    });
    expect(push.context.logged.at(-2)).toMatchObject({ level: "error", fields: { entries: 1, attempts: 1 } });
  });
});

/** As a journal gives them: kept until they are settled. */
class KeepingSource extends TestSource {
  readonly keeps = true;
}

describe("entries whose source keeps them", () => {
  it("are tried again for as long as it takes, also after 429, and given up only for their content", async () => {
    const source = new KeepingSource();
    push.endpoint.answers.push(...Array.from({ length: 8 }, (_, i) => status(i % 2 === 0 ? 503 : 429)));
    const one = push.client({ maxAttempts: 2, retryOn429: false });
    one.push([entry("a", { job: "x" }, source.origin())]);
    for (let i = 0; i < 60 && source.fates[0] === undefined; i++) await push.context.scheduler.advance(SECOND);
    expect([source.fates, push.endpoint.sent.length]).toEqual([["delivered"], 9]);
    push.endpoint.answers.push(status(400));
    one.push([entry("b", { job: "x" }, source.origin())]);
    await push.context.scheduler.advance(2n * SECOND);
    expect([source.fates, push.endpoint.sent.length]).toEqual([["delivered", "failed"], 10]);
  });

  it.each([401, 403, 404, 405, 407, 408, 302])("are kept while the answer is %i, which may be mended", async (code) => {
    const source = new KeepingSource();
    push.endpoint.answers.push(...Array.from({ length: 5 }, () => status(code)));
    const one = push.client({ maxAttempts: 2 });
    one.push([entry("a", { job: "x" }, source.origin())]);
    for (let i = 0; i < 60 && source.fates[0] === undefined; i++) await push.context.scheduler.advance(SECOND);
    expect([source.fates, push.endpoint.sent.length]).toEqual([["delivered"], 6]);
  });

  it("wait for room, also with block_on_overflow = false, while others are dropped", async () => {
    const source = new KeepingSource();
    let answer: (result: PostResult) => void = () => {};
    push.endpoint.answers.push(new Promise((resolve) => (answer = resolve)));
    const one = push.client({ batchSize: 10, blockOnOverflow: false });
    for (let i = 0; i < 20; i++) one.push([entry(line(`${i}`, 9))]);
    expect(one.full).toBe(false);
    expect(one.push([entry(line("kept", 9), {}, source.origin())])).toBe("full");
    let room = 0;
    one.whenRoom(() => room++);
    expect([one.full, room, source.fates]).toEqual([true, 0, [undefined]]);
    answer(status(204));
    for (let i = 0; i < 5; i++) await push.context.scheduler.advance(SECOND);
    expect(room).toBe(1);
    expect(one.push([entry(line("kept", 9), {}, source.origin())])).toBe("accepted");
  });

  it("are returned where the client ends and the process does not", async () => {
    for (const [ends, fate] of [
      ["component", "returned"],
      ["process", undefined],
    ] as const) {
      const source = new KeepingSource();
      push.endpoint.answers.push(new Promise(() => {}));
      const one = push.client({ batchSize: 10 });
      one.push([entry(line("a", 9), {}, source.origin()), entry(line("b", 9), {}, source.origin())]);
      await settle();
      expect(await one.drain(Promise.resolve(), ends)).toBe(0);
      expect(source.fates).toEqual([fate, fate]);
      push.endpoint.answers.length = 0;
    }
  });
});
