import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { unicodeClass } from "./syntax/classes.ts";

type Sum = string | null;

/** Names of classes with what Go 1.26's `regexp/syntax` and Prometheus' fork of it make of them; null is a refusal. */
const rows: [name: string, go: Sum, fork: Sum, forkFolded: Sum, forkNegated: Sum][] = readFileSync(
  new URL("./testdata/class-names.jsonl", import.meta.url),
  "utf8",
)
  .trimEnd()
  .split("\n")
  .map((row) => JSON.parse(row));

/** Number of code points, and a checksum of the ranges. */
function sum(ranges: readonly number[] | undefined): Sum {
  if (!ranges) return null;
  let count = 0;
  let hash = 7;
  for (let i = 0; i < ranges.length; i += 2) {
    count += ranges[i + 1]! - ranges[i]! + 1;
    for (const bound of [ranges[i]!, ranges[i + 1]!]) hash = (Math.imul(hash, 31) + bound) >>> 0;
  }
  return `${count}:${hash}`;
}

describe("names of classes, as Go and Prometheus' fork know them", () => {
  it.each(rows)("%s", (name, go, fork, forkFolded, forkNegated) => {
    expect([
      sum(unicodeClass(name, false, false)),
      sum(unicodeClass(name, false, false, "exact")),
      sum(unicodeClass(name, false, true, "exact")),
      sum(unicodeClass(name, true, false, "exact")),
    ]).toEqual([go, fork, forkFolded, forkNegated]);
  });
});
