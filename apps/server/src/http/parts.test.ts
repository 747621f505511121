import { expect, it } from "vitest";
import { lengthOf } from "../platform/length-of.ts";
import { MIN_PART, PartsCollector } from "./parts.ts";

/** So many bytes that are not all the same. */
const bytes = (length: number) => Buffer.from(Array.from({ length }, (_, i) => i % 251));

function collect(pieces: readonly Buffer[]) {
  const collector = new PartsCollector();
  for (const piece of pieces) collector.add(piece);
  return collector.take();
}

it.each<[string, number[], number]>([
  ["nothing", [], 0],
  ["what is empty", [0], 1],
  ["one piece", [5], 1],
  ["large pieces, as they are", [MIN_PART, MIN_PART], 2],
  ["small pieces between large ones", [1, MIN_PART, 1, 1, MIN_PART, 1], 5],
  ["small pieces, which become few parts", new Array(1000).fill(100), 7],
  ["single bytes", new Array(5 * MIN_PART).fill(1), 6],
])("keeps %s", (_name, lengths, most) => {
  const pieces = lengths.map((length) => bytes(length));
  const parts = collect(pieces);
  expect(Buffer.concat(parts).equals(Buffer.concat(pieces))).toBe(true);
  expect(lengthOf(parts)).toBe(lengths.reduce((sum, length) => sum + length, 0));
  expect(parts.length).toBeLessThanOrEqual(most);
});

it("does not copy what is large, nor what came alone", () => {
  const [large, small] = [bytes(MIN_PART), bytes(10)];
  expect(collect([large])[0]).toBe(large);
  expect(collect([small])[0]!.buffer).toBe(small.buffer);
});

it("keeps no more memory than twice what came", () => {
  const parts = collect(Array.from({ length: 100_000 }, () => bytes(1)));
  const held = [...new Set(parts.map(({ buffer }) => buffer))].reduce((sum, { byteLength }) => sum + byteLength, 0);
  expect(held).toBeLessThanOrEqual(2 * 100_000 + MIN_PART);
});
