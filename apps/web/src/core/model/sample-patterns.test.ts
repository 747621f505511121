import { PatternMiner } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import {
  groupRows,
  isWorthGrouping,
  listItems,
  NO_PATTERN,
  passesPatterns,
  patternOf,
  type SamplePatterns,
} from "./sample-patterns.ts";
import { makeRows } from "./sample-rows.ts";

function found(lines: readonly string[]): SamplePatterns {
  const samples = lines.map((line, i) => ({ id: i + 1, line }));
  const miner = new PatternMiner();
  const numbers = new Map(miner.add(lines).map((number, i) => [i + 1, number ?? NO_PATTERN]));
  return { session: 1, samples, report: miner.report(), numbers };
}

const PATTERNS = found(["disk is full", "login of bob", "login of eve", "", "login of joe", "GET /"]);
const rowsOf = ({ samples }: SamplePatterns) => makeRows(samples, new Map(), { kind: "all" }, "");
const NO_FOLDS = new Map<number, boolean>();

it("knows the pattern of a sample", () => {
  expect(patternOf(PATTERNS, 2)?.template).toBe("login of <word>");
  expect([patternOf(PATTERNS, 4), patternOf(PATTERNS, 9), patternOf(PATTERNS, null), patternOf(null, 1)]).toEqual(
    Array(4).fill(undefined),
  );
});

describe("filters", () => {
  const shown = (...filters: { number: number; shown: boolean }[]) => {
    const passes = passesPatterns(filters, PATTERNS);
    return [1, 2, 3, 4, 5, 6, 7].filter((id) => passes?.(id) ?? true);
  };
  const [DISK, LOGIN] = [0, 1];

  it("show what any of them shows, without what any hides", () => {
    expect(shown()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(shown({ number: LOGIN, shown: true })).toEqual([2, 3, 5]);
    expect(shown({ number: LOGIN, shown: true }, { number: DISK, shown: true })).toEqual([1, 2, 3, 5]);
    expect(shown({ number: LOGIN, shown: false }, { number: NO_PATTERN, shown: false })).toEqual([1, 6, 7]);
    expect(shown({ number: LOGIN, shown: true }, { number: LOGIN, shown: false })).toEqual([]);
  });

  it("show all while nothing is known", () => {
    expect(passesPatterns([{ number: 1, shown: true }], null)).toBeUndefined();
  });
});

describe("groups", () => {
  it("have the most frequent pattern first, and what has none last", () => {
    const groups = groupRows(rowsOf(PATTERNS), PATTERNS, NO_FOLDS);
    expect(groups.map(({ pattern, rows }) => [pattern?.template, rows.map(({ number }) => number)])).toEqual([
      ["login of <word>", [2, 3, 5]],
      ["disk is full", [1]],
      ["GET /", [6]],
      [undefined, [4]],
    ]);
    expect(groupRows(rowsOf(PATTERNS), null, NO_FOLDS)).toEqual([]);
  });

  it("are open where all rows are in sight or there is one group, else folded, or as the user has them", () => {
    const open = (count: number, folds = NO_FOLDS, one = false) => {
      const patterns = found(
        Array.from({ length: count }, (_, i) => (one || i % 2 ? `login of u${i}` : "disk is full")),
      );
      return groupRows(rowsOf(patterns), patterns, folds).map(({ isOpen }) => isOpen);
    };
    expect([open(60), open(62), open(62, NO_FOLDS, true)]).toEqual([[true, true], [false, false], [true]]);
    expect([open(60, new Map([[0, false]])), open(62, new Map([[1, true]]))]).toEqual([
      [false, true],
      [false, true],
    ]);
  });

  it("are listed with the rows of those that are open", () => {
    const items = listItems(groupRows(rowsOf(PATTERNS), PATTERNS, new Map([[1, false]])));
    expect(items.map((item) => (item.kind === "group" ? item.group.number : `row ${item.row.number}`))).toEqual([
      1,
      0,
      "row 1",
      2,
      "row 6",
      NO_PATTERN,
      "row 4",
    ]);
  });
});

it("are worth it for many lines of few patterns", () => {
  const many = (count: number, line: (i: number) => string) => found(Array.from({ length: count }, (_, i) => line(i)));
  expect(isWorthGrouping(many(199, () => "same"))).toBe(false);
  expect(isWorthGrouping(many(200, () => "same"))).toBe(true);
  expect(isWorthGrouping(many(200, (i) => "x ".repeat(i + 1)))).toBe(false);
  expect(isWorthGrouping(null)).toBe(false);
});
