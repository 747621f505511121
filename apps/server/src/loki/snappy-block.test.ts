import { SeededRandom } from "@sluice/engine";
import fc from "fast-check";
import { compressSync, uncompressSync } from "snappy";
import { describe, expect, it } from "vitest";
import { BodyError } from "../http/body-error.ts";
import { snap, unsnap } from "./snappy-block.ts";

const MIB = 1024 * 1024;
const LIMIT = 64 * MIB;

/** Lines of a log, some of them before: what refers back near and far, and what does not. */
function text(length: number): Buffer {
  const random = new SeededRandom(7);
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; ) {
    const from = Math.floor(random.next() * at);
    const size = 1 + Math.floor(random.next() * 90);
    if (at > 100 && random.next() < 0.7)
      at += bytes.copy(bytes, at, Math.max(from, at - 60_000), Math.min(at, from + size));
    else for (let i = 0; i < size && at < length; i++) bytes[at++] = Math.floor(random.next() * 256);
    if (at < length) bytes[at++] = 10;
  }
  return bytes;
}

describe("snap", () => {
  it.each([0, 1, MIB, MIB + 1, 3 * MIB + 12_345])("makes of %d bytes what the library does", async (length) => {
    const bytes = text(length);
    expect(Buffer.compare(await snap(bytes), compressSync(bytes))).toBe(0);
  });
});

describe("unsnap", () => {
  it.each([0, 1, 2 * MIB, 2 * MIB + 1, 5 * MIB + 99])("gives %d bytes back", async (length) => {
    const bytes = text(length);
    expect(Buffer.compare(await unsnap(compressSync(bytes), LIMIT, undefined), bytes)).toBe(0);
  });

  it("reads elements of every kind as the library does", async () => {
    // Two bytes, then copies of all kinds that repeat them, and literals with lengths of one to four bytes.
    const literal = (bytes: Buffer, lengthBytes: number) => {
      const head = Buffer.alloc(1 + lengthBytes);
      head[0] = (59 + lengthBytes) << 2;
      head.writeUIntLE(bytes.length - 1, 1, lengthBytes);
      return Buffer.concat([head, bytes]);
    };
    const element = fc.oneof(
      fc.tuple(fc.integer({ min: 4, max: 11 }), fc.constantFrom(1, 2)).map(([size, offset]) => ({
        size,
        bytes: Buffer.from([((size - 4) << 2) | 1, offset]),
      })),
      fc.integer({ min: 1, max: 64 }).map((size) => ({ size, bytes: Buffer.from([((size - 1) << 2) | 2, 2, 0]) })),
      fc
        .integer({ min: 1, max: 64 })
        .map((size) => ({ size, bytes: Buffer.from([((size - 1) << 2) | 3, 1, 0, 0, 0]) })),
      fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 90 }), fc.integer({ min: 1, max: 4 })).map(([bytes, n]) => ({
        size: bytes.length,
        bytes: literal(Buffer.from(bytes), n),
      })),
    );
    const rest = 2 * MIB;
    const filler = literal(Buffer.alloc(rest, "filler"), 4);
    await fc.assert(
      fc.asyncProperty(fc.array(element, { maxLength: 20 }), async (elements) => {
        const length = 2 + rest + elements.reduce((sum, { size }) => sum + size, 0);
        const head = [
          (length & 0x7f) | 0x80,
          ((length >> 7) & 0x7f) | 0x80,
          ((length >> 14) & 0x7f) | 0x80,
          length >> 21,
        ];
        const parts = [Buffer.from([...head, 1 << 2, 97, 98]), filler, ...elements.map(({ bytes }) => bytes)];
        const block = Buffer.concat(parts);
        const expected = uncompressSync(block, { asBuffer: true }) as Buffer;
        expect(Buffer.compare(await unsnap(block, LIMIT, undefined), expected)).toBe(0);
      }),
      { numRuns: 20 },
    );
  });

  const whole = compressSync(text(3 * MIB + 5));
  const changed = (at: number, ...bytes: number[]) => {
    const block = Buffer.from(whole);
    block.set(bytes, at);
    return block;
  };
  it.each([
    ["ends early", whole.subarray(0, -1), "it ends early"],
    ["goes on", Buffer.concat([whole, Buffer.from([0, 1])]), "it goes on after its length"],
    ["claims less than it holds", changed(0, 0x84), "it is longer than it claims"],
    ["claims more than it holds", changed(0, 0x86), "it ends early"],
    ["begins with a copy", changed(4, 0x0a, 1, 0), "it refers to what is not in it"],
    [
      "has a copy of nothing",
      Buffer.concat([whole.subarray(0, 4), Buffer.from([0, 97, 2, 0, 0]), whole.subarray(9)]),
      "it refers to what is not in it",
    ],
    ["has a literal that is too long", changed(4, 0xfc, 255, 255, 255, 255), "it ends early"],
  ])("refuses one that is large and %s", async (_what, block, why) => {
    expect(() => uncompressSync(block)).toThrow();
    await expect(unsnap(block, LIMIT, undefined)).rejects.toEqual(
      new BodyError(400, `body is not a snappy block: ${why}`),
    );
  });

  it("takes no memory for what a block cannot hold", async () => {
    const block = Buffer.from([0xff, 0xff, 0xff, 0x7f, 0]);
    await expect(unsnap(block, 2 ** 31, undefined)).rejects.toThrow("5 bytes cannot hold the 268435455 that it claims");
    await expect(unsnap(block, LIMIT, undefined)).rejects.toMatchObject({ status: 413 });
  });
});
