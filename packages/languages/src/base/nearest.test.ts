import { describe, expect, it } from "vitest";
import { nearest } from "./nearest.ts";

describe("nearest", () => {
  const CASES: [string, string, string[], string | undefined][] = [
    ["one letter less", "expresions", ["expressions", "source"], "expressions"],
    ["two letters swapped in a short name", "jsno", ["logfmt", "json"], "json"],
    ["two neighbours are swapped and one letter is missing", "fromt", ["source", "format"], "format"],
    ["only capitals differ", "TOUPER", ["ToUpper", "touper"], "touper"],
    ["two letters swapped", "soruce", ["expressions", "source"], "source"],
    ["the nearer of two", "valeus", ["values", "value"], "values"],
    ["one edit in a short name", "jsn", ["json"], "json"],
    ["two edits in a short name are too many", "jn", ["json"], undefined],
    ["three edits are too many", "expres", ["expression"], undefined],
    ["nothing to choose from", "a", [], undefined],
    ["another letter is another name", "c", ["a", "b"], undefined],
    ["the name itself", "json", ["json"], "json"],
    ["an endless name is not compared", "x".repeat(100_000), ["x".repeat(100_001)], undefined],
  ];
  it.each(CASES)("%s", (_title, name, candidates, wanted) => {
    expect(nearest(name, candidates)).toBe(wanted);
  });
});
