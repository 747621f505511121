// Makes a profile in pprof's format, compressed to a wanted size: functions with names as of a larger program, and stacks
// that share their roots. The same seed gives the same profile. The server has to be built.
import { gzipSync } from "node:zlib";
import { writePprof } from "@sluice/server/pprof";
import { mulberry32 } from "../../base/mulberry32.mjs";

const FUNCTIONS = 1500;
const DEPTH = 24;

/**
 * Uncompressed, with so many samples.
 * @param {number} count
 */
export function makePprof(count, seed = 1) {
  const chance = mulberry32(seed);
  /** @param {number} limit */
  const upTo = (limit) => Math.floor(chance() * limit);
  const names = Array.from(
    { length: FUNCTIONS },
    (_, i) =>
      `example.com/shop/${["cart", "stock", "search", "pay"][i % 4]}/v${upTo(9)}.(*Service${upTo(90)}).step${i}`,
  );
  const samples = Array.from({ length: count }, () => {
    // Roots of few kinds, leaves of many.
    const stack = Array.from({ length: 4 + upTo(DEPTH) }, (_, depth, height = 2 + depth * depth * 3) =>
      Math.min(FUNCTIONS - 1, upTo(height)),
    ).reverse();
    const seen = 1 + upTo(20);
    return { stack, values: [seen, seen * 10_000_000 + upTo(1000)] };
  });
  return writePprof({
    sampleTypes: [
      ["samples", "count"],
      ["cpu", "nanoseconds"],
    ],
    functions: names.map((name) => ({ name, line: 1 + upTo(900) })),
    samples,
    time: 1_767_225_600_000_000_000n,
    duration: 10_000_000_000,
  });
}

/**
 * Compressed by gzip to about so many bytes.
 * @param {number} size
 */
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
