import { SECOND } from "@sluice/engine";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { ChunkAssembly, MAX_CHUNKS, MAX_HELD_BYTES } from "./chunks.ts";

let given: string[] = [];
let chunks: ChunkAssembly;
beforeEach(() => {
  given = [];
  chunks = new ChunkAssembly((sender) => given.push(sender));
});

const chunk = (id: number, number: number, count: number, text: string | Buffer) => {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0x1e0f, 0);
  head.writeUInt32BE(id, 6);
  head[10] = number;
  head[11] = count;
  return Buffer.concat([head, Buffer.from(text)]);
};
const take = (datagram: Buffer, sender = "a", now = 0n) => chunks.take(datagram, sender, now);
const textOf = (one: ReturnType<typeof take>) => (one.kind === "whole" ? one.message.toString() : one.kind);

describe("chunks", () => {
  it("give their message in any order, also between those of others, and repeated", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.string({ maxLength: 5 }), { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 }),
        fc.infiniteStream(fc.nat()),
        (messages, order) => {
          chunks = new ChunkAssembly((sender) => given.push(sender));
          const all = messages.flatMap((parts, id) =>
            parts.map((text, number) => ({ id, datagram: chunk(id, number, parts.length, text) })),
          );
          const shuffled = all
            .map((one) => ({ one, key: order.next().value as number }))
            .sort((a, b) => a.key - b.key)
            .map(({ one }) => one);
          const whole = new Map<number, string>();
          for (const { id, datagram } of shuffled) {
            const first = take(datagram);
            if (first.kind === "whole") whole.set(id, first.message.toString());
            // Of a message that is complete another one would begin.
            else expect(take(datagram).kind).toBe("waits");
          }
          expect([...whole].sort(([a], [b]) => a - b)).toEqual(messages.map((parts, id) => [id, parts.join("")]));
          expect([chunks.waiting, given]).toEqual([0, []]);
        },
      ),
      { seed: 7, numRuns: 100 },
    );
  });

  it("belong to one sender", () => {
    expect([take(chunk(1, 0, 2, "a"), "x"), take(chunk(1, 1, 2, "b"), "y")].map(textOf)).toEqual(["waits", "waits"]);
    expect([chunks.waiting, textOf(take(chunk(1, 1, 2, "c"), "x"))]).toEqual([2, "ac"]);
  });

  it("are given up after five seconds", () => {
    take(chunk(1, 0, 2, "a"), "x", 1n);
    take(chunk(2, 0, 2, "a"), "y", SECOND);
    expect(chunks.nextEnd).toBe(5n * SECOND + 1n);
    chunks.expire(5n * SECOND);
    expect(given).toEqual([]);
    chunks.expire(5n * SECOND + 1n);
    expect([given, chunks.waiting, chunks.nextEnd]).toEqual([["x"], 1, 6n * SECOND]);
    expect(textOf(take(chunk(2, 1, 2, "b"), "y", 7n * SECOND))).toBe("waits");
    expect(given).toEqual(["x", "y"]);
  });

  it.each([
    ["a datagram that is none", Buffer.from("{}"), "{}"],
    ["nothing", Buffer.alloc(0), ""],
    ["one byte", Buffer.from([0x1e]), "\x1e"],
    ["a chunk that is its message", chunk(1, 0, 1, "all"), "all"],
    ["a header that is cut", chunk(1, 0, 2, "").subarray(0, 11), "bad"],
    ["no chunk at all", chunk(1, 0, 0, "x"), "bad"],
    ["a number past the last", chunk(1, 2, 2, "x"), "bad"],
    ["more than there may be", chunk(1, 0, MAX_CHUNKS + 1, "x"), "bad"],
  ])("%s", (_, datagram, result) => {
    expect([textOf(take(datagram)), chunks.waiting]).toEqual([result, 0]);
  });

  it("that disagree about their number give the message up", () => {
    take(chunk(1, 0, 3, "a"));
    expect([take(chunk(1, 1, 2, "b")).kind, chunks.waiting, given]).toEqual(["waits", 0, ["a"]]);
  });

  it("of one sender may use a quarter of the memory, and push out none of others", () => {
    take(chunk(0, 0, 2, "mine"), "quiet");
    const large = Buffer.alloc(60_000);
    for (let id = 1; id <= 500; id++) take(chunk(id, 0, 2, large), "loud");
    const kept = chunks.waiting - 1;
    expect(kept * large.length).toBeLessThanOrEqual(MAX_HELD_BYTES / 4);
    expect(kept).toBeGreaterThan(60);
    expect(given).toEqual(new Array(500 - kept).fill("loud"));
    expect(textOf(take(chunk(0, 1, 2, "!"), "quiet"))).toBe("mine!");
    // What it began first went first.
    expect(textOf(take(chunk(500, 1, 2, ""), "loud"))).toHaveLength(large.length);
  });

  it("of many senders with a single byte each are bounded, too", () => {
    for (let i = 0; i < 20_000; i++) take(chunk(i, 0, 128, "x"), `s${i}`);
    expect(chunks.waiting).toBeLessThan(MAX_HELD_BYTES / 2048);
    expect(given.length + chunks.waiting).toBe(20_000);
  });
});
