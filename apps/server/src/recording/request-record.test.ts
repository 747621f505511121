import { SeededRandom } from "@sluice/engine";
import { applyServiceName } from "@sluice/engine/profiles";
import { processorTime } from "@sluice/languages/testing";
import { describe, expect, it } from "vitest";
import { HeldBody } from "../platform/held-body.ts";
import { KeptBodies, type KeptBody } from "./kept-bodies.ts";
import {
  idPrefix,
  MAX_BODIES,
  MAX_REQUESTS,
  type RecordBounds,
  type RecordedName,
  type RequestNotes,
  RequestRecord,
} from "./request-record.ts";

const named = (labels: Record<string, string>): RecordedName => {
  const received = new Map(Object.entries(labels));
  return { received, ...applyServiceName(received) };
};

const SEED = 1;

const notes = (more: Partial<RequestNotes> = {}): RequestNotes => ({
  time: 1,
  receiver: "profiles.receive_http.in",
  route: "ingest",
  method: "POST",
  url: "/ingest?name=a",
  rawHeaders: ["Host", "x"],
  milliseconds: 1,
  status: 200,
  profiles: 1,
  targets: [],
  ...more,
});

function recordOf(bounds?: RecordBounds): RequestRecord {
  const record = new RequestRecord(new SeededRandom(SEED), bounds);
  record.recording = true;
  return record;
}

/** As a request does that is over. */
function keep(record: RequestRecord, bytes: Buffer): KeptBody {
  const held = new HeldBody([bytes], () => {});
  const kept = record.keep(held);
  held.release();
  return kept;
}

const idOf = (place: number) => `${idPrefix(new SeededRandom(SEED))}${place}`;
const idsOf = (record: RequestRecord) => record.list().map(({ id }) => Number(id.split("-")[1]));

describe("the record of requests", () => {
  it("has the newest first, and 200 of them at most", () => {
    const record = recordOf();
    for (let i = 0; i < MAX_REQUESTS + 50; i++) record.add(notes(), keep(record, Buffer.from("a")));
    expect(record.received).toBe(250);
    expect(idsOf(record)).toEqual(Array.from({ length: 200 }, (_, i) => 250 - i));
    expect([record.find(idOf(50)), record.find(idOf(51))?.id]).toEqual([undefined, idOf(51)]);
    expect(record.held.bodies).toBe(200);
  });

  it("knows nothing by the ids of the process before", () => {
    const [before, after] = [1, 2].map((seed) => {
      const record = new RequestRecord(new SeededRandom(seed));
      record.recording = true;
      record.add(notes(), undefined);
      return record;
    });
    const { id } = before!.list()[0]!;
    expect(id).toMatch(/^[0-9a-z]{6}-1$/);
    expect([before!.find(id)?.id, after!.find(id)]).toEqual([id, undefined]);
  });

  it("keeps nothing unless it is asked to, and counts all the same", () => {
    const record = new RequestRecord(new SeededRandom(SEED));
    record.add(notes(), keep(record, Buffer.from("abc")));
    record.count();
    expect([record.received, record.list(), record.held]).toEqual([2, [], { bodies: 0, texts: 0 }]);
  });

  it("tells an empty body from none", () => {
    const record = recordOf();
    record.add(notes(), keep(record, Buffer.alloc(0)));
    record.add(notes(), undefined);
    expect(record.list().map((one) => record.bodyOf(one)?.length)).toEqual([undefined, 0]);
  });

  it("gives up the oldest bodies where all together are more than 64 MiB, and keeps what is known of them", () => {
    const record = recordOf();
    const body = Buffer.alloc(10 * 1024 * 1024);
    for (let i = 0; i < 20; i++) record.add(notes(), keep(record, body));
    expect(record.held.bodies).toBeLessThanOrEqual(MAX_BODIES);
    const kept = record.list().map((one) => [record.bodyOf(one) !== undefined, one.bytes]);
    expect(kept).toEqual(Array.from({ length: 20 }, (_, i) => [i < 6, body.length]));
  });

  it("does not keep a body that is larger than all of it", () => {
    const record = recordOf({ requests: 10, bytes: 10_000, texts: 10_000 });
    record.add(notes(), keep(record, Buffer.alloc(10_000)));
    record.add(notes(), keep(record, Buffer.alloc(10_001)));
    expect(record.list().map((one) => [one.bytes, record.bodyOf(one)?.length])).toEqual([
      [10_001, undefined],
      [10_000, 10_000],
    ]);
  });

  it("counts headers and addresses, and forgets requests where these alone are too much", () => {
    const record = recordOf({ requests: 100, bytes: 100_000, texts: 1_000_000 });
    for (let i = 0; i < 10; i++)
      record.add(notes({ rawHeaders: ["X", "x".repeat(300_000)] }), keep(record, Buffer.alloc(1000)));
    expect(idsOf(record)).toEqual([10, 9, 8]);
    expect(record.held.texts).toBeLessThanOrEqual(1_000_000);
    expect(record.held.bodies).toBe(3000);
  });

  it.each([
    ["a value", { a: "x".repeat(100_000) }],
    ["many", Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`label${i}`, "x"]))],
  ])("leaves labels out that are too large: %s", (_what, labels) => {
    const record = recordOf();
    record.add(notes(), undefined, named(labels));
    const [kept] = record.list();
    expect(kept!.name).toBeUndefined();
    expect(record.held.texts).toBeLessThan(1000);
  });

  it("counts what each header takes besides its text", () => {
    const record = recordOf();
    record.add(notes({ rawHeaders: Array.from({ length: 2000 }, () => "x") }), undefined);
    expect(record.held.texts).toBeGreaterThan(100_000);
  });
});

describe("the memory of bodies", () => {
  const CAPACITY = 1000;

  it("has what was kept last, unchanged, whatever the sizes, and releases all else", () => {
    const random = new SeededRandom(7);
    const bodies = new KeptBodies(CAPACITY);
    const released = new Set<Buffer>();
    let known: { readonly body: Buffer; readonly kept: KeptBody }[] = [];
    for (let i = 0; i < 5000; i++) {
      const size = Math.floor(random.next() ** 3 * (CAPACITY + 50));
      const body = Buffer.alloc(size, i % 251);
      const held = new HeldBody([body.subarray(0, size / 2), body.subarray(size / 2)], () => void released.add(body));
      known.push({ body, kept: bodies.keep(held) });
      held.release();
      if (random.next() < 0.3) {
        const oldest = known.find(({ kept }) => kept.kept);
        if (oldest !== undefined) bodies.forget(oldest.kept);
      }
      const there = known.filter(({ kept }) => kept.kept);
      for (const one of there) expect(one.kept.read()!.equals(one.body)).toBe(true);
      for (const one of known)
        expect([one.kept.read() === undefined, released.has(one.body)]).toEqual([!one.kept.kept, !one.kept.kept]);
      expect(bodies.held).toBe(there.reduce((sum, { body: { length } }) => sum + length, 0));
      expect(bodies.held).toBeLessThanOrEqual(CAPACITY);
      known = there;
    }
  });

  it("lets a request that takes long be overtaken by many: nobody waits for it, nor for those to be let go", () => {
    const bodies = new KeptBodies(CAPACITY);
    const one = () => bodies.keep(new HeldBody([Buffer.alloc(1)], () => {}));
    const slow = one();
    for (let i = 0; i < 100_000; i++) bodies.forget(one());
    expect(bodies.held).toBe(1);
    // To look through what came meanwhile takes several seconds.
    expect(processorTime(() => bodies.forget(slow))).toBeLessThan(500);
    expect(bodies.held).toBe(0);
  });

  it("keeps as many of one size as fit", () => {
    const bodies = new KeptBodies(CAPACITY);
    const kept = Array.from({ length: 50 }, () => bodies.keep(new HeldBody([Buffer.alloc(90)], () => {})));
    expect(kept.filter((one) => one.kept)).toHaveLength(11);
  });
});
