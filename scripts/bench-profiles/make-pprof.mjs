// Makes a profile in pprof's format, compressed to a wanted size: functions with names as of a larger program, and stacks
// that share their roots. The same seed gives the same profile.
import { gzipSync } from "node:zlib";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

const FUNCTIONS = 1500;
const DEPTH = 24;

/** Numbers from 0 up to 1, always the same ones (mulberry32). */
function chanceOf(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function message(fill) {
  const writer = new BinaryWriter();
  fill(writer);
  return writer.finish();
}

const number = (writer, field, value) => writer.tag(field, WireType.Varint).int64(value);
const bytes = (writer, field, value) => writer.tag(field, WireType.LengthDelimited).bytes(value);
const packed = (writer, field, values) =>
  bytes(
    writer,
    field,
    message((inner) => {
      for (const value of values) inner.int64(value);
    }),
  );

/** Uncompressed, with so many samples. */
export function makePprof(samples, seed = 1) {
  const chance = chanceOf(seed);
  const upTo = (limit) => Math.floor(chance() * limit);
  const strings = ["", "samples", "count", "cpu", "nanoseconds"];
  for (let i = 0; i < FUNCTIONS; i++)
    strings.push(
      `example.com/shop/${["cart", "stock", "search", "pay"][i % 4]}/v${upTo(9)}.(*Service${upTo(90)}).step${i}`,
    );
  return message((profile) => {
    for (const [type, unit] of [
      [1, 2],
      [3, 4],
    ])
      bytes(
        profile,
        1,
        message((one) => number(number(one, 1, type), 2, unit)),
      );
    for (let i = 0; i < samples; i++) {
      // Roots of few kinds, leaves of many.
      const stack = Array.from({ length: 4 + upTo(DEPTH) }, (_, depth, height = 2 + depth * depth * 3) =>
        Math.min(FUNCTIONS, 1 + upTo(height)),
      ).reverse();
      const count = 1 + upTo(20);
      bytes(
        profile,
        2,
        message((one) => packed(packed(one, 1, stack), 2, [count, count * 10_000_000 + upTo(1000)])),
      );
    }
    for (let id = 1; id <= FUNCTIONS; id++) {
      const line = message((one) => number(number(one, 1, id), 2, 1 + upTo(900)));
      bytes(
        profile,
        4,
        message((one) => bytes(number(one, 1, id), 4, line)),
      );
      bytes(
        profile,
        5,
        message((one) => number(number(one, 1, id), 2, id + 4)),
      );
    }
    for (const text of strings) bytes(profile, 6, Buffer.from(text));
    number(profile, 9, 1_767_225_600_000_000_000n);
    number(profile, 10, 10_000_000_000);
  });
}

/** Compressed by gzip to about so many bytes. */
export function makeCompressedPprof(size, seed = 1) {
  let samples = 1000;
  let compressed = Buffer.alloc(0);
  for (let tries = 0; tries < 6; tries++) {
    compressed = gzipSync(makePprof(samples, seed));
    if (Math.abs(compressed.length - size) < size / 200) break;
    samples = Math.max(1, Math.round((samples * size) / compressed.length));
  }
  return compressed;
}
