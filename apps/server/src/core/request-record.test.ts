import { applyServiceName } from "@sluice/engine/profiles";
import { describe, expect, it } from "vitest";
import { MAX_HELD, MAX_REQUESTS, type RecordedName, type RequestNotes, RequestRecord } from "./request-record.ts";

const named = (labels: Record<string, string>): RecordedName => {
  const received = new Map(Object.entries(labels));
  return { received, ...applyServiceName(received) };
};

/** A body that keeps nothing else alive. */
const bodyOf = (bytes: number) => Buffer.allocUnsafeSlow(bytes);

const notes = (more: Partial<RequestNotes> = {}): RequestNotes => ({
  time: 1,
  receiver: "profiles.receive_http.in",
  route: "ingest",
  method: "POST",
  url: "/ingest?name=a",
  headers: {},
  rawHeaders: ["Host", "x"],
  body: undefined,
  milliseconds: 1,
  status: 200,
  profiles: 1,
  name: named({ __name__: "a" }),
  targets: [],
  ...more,
});

function recordOf(bounds?: ConstructorParameters<typeof RequestRecord>[0]): RequestRecord {
  const record = new RequestRecord(bounds);
  record.recording = true;
  return record;
}

const idsOf = (record: RequestRecord) => record.list().map(({ id }) => Number(id));

describe("the record of requests", () => {
  it("has the newest first, and 200 of them at most", () => {
    const record = recordOf();
    for (let i = 0; i < MAX_REQUESTS + 50; i++) record.add(notes());
    expect(record.received).toBe(250);
    expect(idsOf(record)).toEqual(Array.from({ length: 200 }, (_, i) => 250 - i));
    expect([record.find("50"), record.find("51")?.id]).toEqual([undefined, "51"]);
  });

  it("keeps nothing unless it is asked to, and counts all the same", () => {
    const record = new RequestRecord();
    record.add(notes({ body: bodyOf(10) }));
    record.count();
    expect([record.received, record.list(), record.held]).toEqual([2, [], 0]);
  });

  it("keeps a body as it is, without a copy", () => {
    const record = recordOf();
    const body = bodyOf(100_000);
    record.add(notes({ body }));
    expect(record.list()[0]!.body).toBe(body);
    expect(record.list()[0]!.bytes).toBe(100_000);
  });

  it("gives up the oldest bodies where all together are more than 64 MiB, and keeps what is known of them", () => {
    const record = recordOf();
    for (let i = 0; i < 20; i++) record.add(notes({ body: bodyOf(8 * 1024 * 1024) }));
    expect(record.held).toBeLessThanOrEqual(MAX_HELD);
    const kept = record.list().map(({ body, bytes }) => [body !== undefined, bytes]);
    expect(kept).toHaveLength(20);
    // Eight bodies alone would be the whole of it.
    expect(kept.filter(([there]) => there)).toHaveLength(7);
    expect(kept.slice(0, 7).every(([there]) => there)).toBe(true);
    expect(new Set(kept.map(([, bytes]) => bytes))).toEqual(new Set([8 * 1024 * 1024]));
  });

  it("does not keep a body that is larger than all of it", () => {
    const record = recordOf({ requests: 10, bytes: 10_000 });
    record.add(notes({ body: bodyOf(20_000) }));
    expect(record.list()).toMatchObject([{ body: undefined, bytes: 20_000 }]);
    expect(record.held).toBeLessThan(1000);
  });

  it("counts what a body keeps alive, and takes a small piece out of something large", () => {
    const record = recordOf();
    const slab = bodyOf(64 * 1024).fill(7);
    const piece = slab.subarray(1000, 1200);
    record.add(notes({ body: piece }));
    const kept = record.list()[0]!.body!;
    expect(kept.equals(piece)).toBe(true);
    expect(kept.buffer.byteLength).toBe(200);
    const most = slab.subarray(0, 62 * 1024);
    const before = record.held;
    record.add(notes({ body: most }));
    expect(record.list()[0]!.body).toBe(most);
    expect(record.held - before).toBeGreaterThanOrEqual(64 * 1024);
  });

  it("keeps no pool alive: many small bodies hold what they are", () => {
    const record = recordOf();
    for (let i = 0; i < MAX_REQUESTS; i++) record.add(notes({ body: Buffer.from("a small body") }));
    const alive = new Set(record.list().map(({ body }) => body!.buffer));
    expect([...alive].reduce((sum, { byteLength }) => sum + byteLength, 0)).toBeLessThanOrEqual(record.held);
    expect(record.held).toBeLessThan(200_000);
  });

  it("counts headers and addresses, and forgets requests where these alone are too much", () => {
    const record = recordOf({ requests: 100, bytes: 1_000_000 });
    for (let i = 0; i < 10; i++) record.add(notes({ rawHeaders: ["X", "x".repeat(300_000)], body: bodyOf(1000) }));
    expect(idsOf(record)).toEqual([10, 9, 8]);
    expect(record.held).toBeLessThanOrEqual(1_000_000);
  });

  it.each([
    ["a value", { a: "x".repeat(100_000) }],
    ["many", Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`label${i}`, "x"]))],
  ])("leaves labels out that are too large: %s", (_what, labels) => {
    const record = recordOf();
    record.add(notes({ name: named(labels) }));
    expect(record.list()[0]!.name).toBeUndefined();
    expect(record.held).toBeLessThan(1000);
  });
});
