import { describe, expect, it } from "vitest";
import { markSides } from "../../core/text/differing.ts";
import { coveredWords, missedPaths } from "./coverage.ts";
import {
  chosenTest,
  filterTests,
  findSample,
  NO_TESTS,
  notCompared,
  suggestName,
  type TestRow,
  testsInWords,
} from "./tests.ts";

const row = (more: Partial<TestRow> = {}): TestRow => ({
  index: 0,
  name: "a",
  status: "passed",
  from: 1,
  to: 1,
  compares: [],
  lines: [],
  entries: 1,
  parts: [],
  problem: undefined,
  reasons: [],
  ...more,
});
const report = (passed: number, rows: number) => ({
  text: "",
  tests: "x",
  rows: Array.from({ length: rows }, (_, index) => row({ index, status: index < passed ? "passed" : "failed" })),
  passed,
  coverage: { stages: [], paths: 0, taken: 0 },
  milliseconds: 1,
});

describe("tests in words", () => {
  const cases: readonly [string, Parameters<typeof testsInWords>[0], string][] = [
    ["none", NO_TESTS, "none"],
    ["the first run", { ...NO_TESTS, status: "running" }, "running …"],
    ["a run after one", { ...NO_TESTS, status: "running", report: report(1, 2) }, "1 of 2 passed"],
    ["all of many", { ...NO_TESTS, status: "done", report: report(1200, 1200) }, "1,200 of 1,200 passed"],
    ["a file without tests", { ...NO_TESTS, status: "done", report: report(0, 0) }, "none"],
    ["too long a run", { ...NO_TESTS, status: "stopped", message: "It took", report: report(1, 1) }, "stopped"],
    [
      "mistakes",
      { ...NO_TESTS, status: "mistakes", mistakes: { of: "configuration", problems: [] } },
      "not run: mistakes in the configuration",
    ],
  ];
  it.each(cases)("%s", (_, state, text) => expect(testsInWords(state).text).toBe(text));
});

it("filters follow the results", () => {
  const { rows } = report(1, 3);
  expect(filterTests([...rows, row({ index: 3, status: "error" })], "failed").map(({ index }) => index)).toEqual([
    1, 2, 3,
  ]);
  expect(filterTests(rows, "passed").map(({ index }) => index)).toEqual([0]);
});

it("lists the parts that are not compared, whatever the result", () => {
  expect(notCompared(row({ compares: ["labels", "metrics"] }))).toEqual(["outcome", "line", "timestamp", "metadata"]);
  const parts = (["line", "labels", "timestamp", "structured_metadata"] as const).map((part) => ({
    part,
    entry: undefined,
    same: true,
    expected: "",
    got: "",
    names: [],
    line: 1,
  }));
  expect(notCompared(row({ compares: ["exact"], parts }))).toEqual(["outcome", "metrics"]);
});

it("the sample of a test is the first with its line", () => {
  const find = findSample([
    { id: 7, line: "a" },
    { id: 9, line: "b" },
    { id: 8, line: "b" },
  ]);
  expect([find("b"), find("c"), find(undefined)]).toEqual([{ id: 9, place: 2 }, undefined, undefined]);
});

it("names a new test after the outcome of its entry", () => {
  expect(suggestName(5, "dropped", { path: "4", stage: "drop" })).toBe("entry 5 is dropped by stage 4 drop");
  expect(["missed", "error", "merged", undefined].map((status) => suggestName(1, status, undefined))).toEqual([
    "entry 1 is passed",
    "entry 1 is passed",
    "entry 1 is merged",
    "entry 1",
  ]);
});

it("marks single words in similar texts, and the whole of others", () => {
  expect(markSides("level=warm app=cart", "level=warn app=cart")).toEqual({
    expected: [
      { text: "level=", differs: false },
      { text: "warm", differs: true },
      { text: " app=cart", differs: false },
    ],
    got: [
      { text: "level=", differs: false },
      { text: "warn", differs: true },
      { text: " app=cart", differs: false },
    ],
  });
  expect(markSides("dropped by stage drop", "passed").got).toEqual([{ text: "passed", differs: true }]);
});

describe("coverage in words", () => {
  const span = { start: 0, end: 1 };
  const stage = (path: string, name: string, tests: number, ...paths: [label: string, tests: number][]) => ({
    pipeline: "stages",
    path,
    stage: name,
    span,
    tests,
    paths: paths.map(([label, tests]) => ({ label, missing: "no value falls in it", tests })),
  });
  const histogram = stage(
    "3",
    "metrics",
    2,
    ["hits", 2],
    ["took, bucket up to 1", 0],
    ["took, bucket 1 to 2", 1],
    ["took, bucket 2 to 5", 0],
    ["took, bucket above 5", 0],
  );
  const only = stage(
    "1",
    "metrics",
    2,
    ["bucket up to 1", 1],
    ["bucket 1 to 2", 0],
    ["a bucket above 2", 0],
    ["bucket x", 0],
  );
  const stages = [
    stage("1", "regex", 3, ["matched", 2], ["missed", 1]),
    stage("2", "match", 0, ["entered", 0], ["past", 0]),
    stage("2.1", "drop", 0, ["kept", 0], ["dropped", 0]),
    histogram,
  ];
  it("names the taken paths", () => {
    expect(stages.map(coveredWords)).toEqual(["matched and missed", "not reached", "not reached", "2 of 5 paths"]);
    expect(coveredWords(only)).toBe("1 of 4 buckets");
  });
  it("lists the others: a stage once with all inside it, and buckets together", () =>
    expect(missedPaths({ stages, paths: 0, taken: 0 }).map(({ text }) => text)).toEqual([
      "2 match: no entry reaches it",
      "3 metrics, took, buckets up to 1, 2 to 5, above 5: no value falls in them",
    ]));
});

it.each([
  ["all", "b", false, "b"],
  ["all", null, false, "b"],
  ["failed", "a", false, "b"],
  ["passed", "b", false, "a"],
  ["passed", null, false, "a"],
  // The text has all of them, whatever the list shows.
  ["passed", "b", true, "b"],
] as const)("selects a test that the list shows: %s, %j, as text %s", (filter, chosen, asText, expected) => {
  const rows = [row({ name: "a", status: "passed" }), row({ name: "b", status: "failed" })];
  expect(chosenTest(rows, { filter, chosen, asText })?.name).toBe(expected);
});

it("selects none if the list shows none", () => {
  const rows = [row({ name: "a", status: "passed" })];
  expect(chosenTest(rows, { filter: "failed", chosen: "a", asText: false })).toBeUndefined();
});
