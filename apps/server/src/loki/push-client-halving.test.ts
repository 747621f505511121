/** A batch that an endpoint refuses for some of its streams: those alone are lost. */
import { SECOND } from "@sluice/engine";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { entry, never, settle, TestSource } from "../testing/fixtures.ts";
import { HOST, PushFixture } from "../testing/push-fixture.ts";
import type { PostResult } from "./post.ts";

let push: PushFixture;
beforeEach(() => {
  push = new PushFixture();
});

/** Answers 400 to whatever holds one of these streams, and keeps what it took. */
function strict(bad: ReadonlySet<string>, status = 400) {
  const taken: string[] = [];
  push.endpoint.answering = ({ labels, lines }): PostResult => {
    if (labels.some(({ job }) => bad.has(job ?? ""))) return { status, body: "a stream is at fault" };
    taken.push(...lines);
    return { status: 204, body: "" };
  };
  return taken;
}

const jobs = (count: number) => Array.from({ length: count }, (_, i) => `j${i}`);
const turns = async () => {
  for (let i = 0; i < 300; i++) await settle();
};
const DROPPED = "logs_write_dropped_entries_total";
const droppedBy = (reason: string) =>
  Object.entries(push.metrics()).find(([name]) => name.startsWith(DROPPED) && name.includes(`reason=${reason}`))?.[1];

describe("a refused batch", () => {
  it.each([400, 413, 422])("is sent in halves after a %i, until the streams at fault are alone", async (status) => {
    const taken = strict(new Set(["j3", "j9"]), status);
    const one = push.client({ batchSize: 1_000_000 });
    const source = new TestSource();
    one.push(jobs(12).map((job) => entry(job, { job }, source.origin())));
    const drained = one.drain(never);
    await turns();
    await drained;
    expect(taken.sort()).toEqual(
      jobs(12)
        .filter((job) => job !== "j3" && job !== "j9")
        .sort(),
    );
  });

  it("keeps the order of each stream, and counts and logs what is lost, stream by stream", async () => {
    const taken = strict(new Set(["j1"]));
    const one = push.client({ batchSize: 1_000_000 });
    const source = new TestSource();
    const lines = jobs(4).flatMap((job) => [`${job} 1`, `${job} 2`]);
    one.push(lines.map((line) => entry(line, { job: line.split(" ")[0]! }, source.origin())));
    const drained = one.drain(never);
    await turns();
    await drained;
    const byStream = taken.sort((a, b) => a.slice(0, 2).localeCompare(b.slice(0, 2)));
    expect(byStream).toEqual(["j0 1", "j0 2", "j2 1", "j2 2", "j3 1", "j3 2"]);
    expect(source.fates.filter((fate) => fate === "failed")).toHaveLength(2);
    expect(source.fates.filter((fate) => fate === "delivered")).toHaveLength(6);
    expect([one.dropped, droppedBy("ingester_error")]).toEqual([2, 2]);
    const dropped = push.context.logged.filter(({ message }) => message.includes("dropped"));
    expect(
      dropped.map(({ message, fields: { entries, streams, stream } }) => [message, entries, streams, stream]),
    ).toEqual([["streams of a batch were dropped", 2, 1, '{job="j1"}']]);
  });

  it("is not divided where no stream is at fault: for its size of one, its type, its credentials", async () => {
    for (const status of [401, 403, 404, 415]) {
      push = new PushFixture();
      strict(new Set(["j0"]), status);
      const one = push.client({ batchSize: 1_000_000 });
      one.push(jobs(8).map((job) => entry(job, { job })));
      const drained = one.drain(never);
      await turns();
      await drained;
      expect([status, push.endpoint.sent.length, one.dropped]).toEqual([status, 1, 8]);
    }
  });

  it("spends its requests on all of a batch, not on the first streams at fault", async () => {
    const bad = jobs(100).filter((_, i) => i % 5 === 0);
    const taken = strict(new Set([...bad, "j199"]));
    const one = push.client({ batchSize: 1_000_000 });
    const source = new TestSource();
    one.push(jobs(200).map((job) => entry(job, { job }, source.origin())));
    const drained = one.drain(never);
    await turns();
    await drained;
    // Halved alike, parts have at most seven streams.
    expect(
      jobs(192)
        .slice(100)
        .filter((job) => !taken.includes(job)),
    ).toEqual([]);
  });

  it("takes a bounded number of requests, whatever is at fault", async () => {
    strict(new Set(jobs(1000)));
    const one = push.client({ batchSize: 1_000_000 });
    one.push(jobs(1000).map((job) => entry(job, { job })));
    const drained = one.drain(never);
    await turns();
    await drained;
    expect(push.endpoint.sent.length).toBeLessThanOrEqual(64);
    expect(one.dropped).toBe(1000);
  });

  it("drops what is left with the streams at fault once the requests are used up, and nothing else", async () => {
    const bad = new Set(jobs(1000).filter((_, i) => i % 10 === 3));
    const taken = strict(bad);
    const one = push.client({ batchSize: 1_000_000 });
    const source = new TestSource();
    one.push(jobs(1000).map((job) => entry(job, { job }, source.origin())));
    const drained = one.drain(never);
    await turns();
    await drained;
    const dropped = jobs(1000).filter((job) => !taken.includes(job));
    // Streams that are right are among them, too, each in a part with one that is not.
    expect(dropped.length).toBeGreaterThan(bad.size);
    for (const job of dropped) {
      const last = push.endpoint.lines.filter((lines) => lines.includes(job)).at(-1)!;
      expect(last.some((other) => bad.has(other))).toBe(true);
    }
    expect(source.fates).toEqual(jobs(1000).map((job) => (taken.includes(job) ? "delivered" : "failed")));
    const told = push.context.logged.filter(({ message }) => message === "streams of a batch were dropped");
    const entries = told.reduce((sum, { fields }) => sum + Number(fields.entries), 0);
    expect([entries, one.dropped, droppedBy("ingester_error")]).toEqual([
      dropped.length,
      dropped.length,
      dropped.length,
    ]);
  });

  it("has the attempts of one batch for all of its parts: it had as many for each", async () => {
    push.endpoint.answering = ({ labels }) => ({ status: labels.length > 1 ? 400 : 500, body: "" });
    const one = push.client({ batchSize: 1_000_000, maxAttempts: 5 });
    one.push(jobs(9).map((job) => entry(job, { job })));
    const drained = one.drain(never);
    for (let i = 0; i < 60; i++) {
      await turns();
      await push.context.scheduler.advance(SECOND);
    }
    await drained;
    // 17 parts, and four more attempts.
    expect([push.endpoint.sent.length, one.dropped]).toEqual([21, 9]);
    expect(push.metrics()[`logs_write_batch_retries_total{host=${HOST},tenant=}`]).toBe(4);
  });

  it("loses each entry at most once, and none of a stream that is right, whatever streams are at fault", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 24 }), fc.array(fc.nat(23), { maxLength: 4 }), async (count, at) => {
        push = new PushFixture();
        const bad = new Set(at.map((i) => `j${i}`));
        const taken = strict(bad);
        const one = push.client({ batchSize: 1_000_000 });
        const source = new TestSource();
        one.push(jobs(count).map((job) => entry(job, { job }, source.origin())));
        const drained = one.drain(never);
        await turns();
        await drained;
        const right = jobs(count).filter((job) => !bad.has(job));
        expect(taken.sort()).toEqual(right.sort());
        expect(source.fates.map((fate, i) => [`j${i}`, fate])).toEqual(
          jobs(count).map((job) => [job, bad.has(job) ? "failed" : "delivered"]),
        );
        expect(one.dropped).toBe(count - right.length);
      }),
      { numRuns: 40 },
    );
  });
});
