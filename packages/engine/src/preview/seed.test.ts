import { expect, it } from "vitest";
import { isSeed, readSeed } from "./seed.ts";

it.each<[string, number | undefined]>([
  ["7", 7],
  ["0", 0],
  ["-1", -1],
  ["9007199254740991", Number.MAX_SAFE_INTEGER],
  ["9007199254740992", undefined],
  ["", undefined],
  [" 7", undefined],
  ["1.5", undefined],
  ["1e3", undefined],
])("reads the seed %j", (text, seed) => {
  expect(readSeed(text)).toBe(seed);
});

it.each([1.5, Number.NaN, 2 ** 53, "7", null, undefined])("%j is not a seed", (value) => {
  expect(isSeed(value)).toBe(false);
});
