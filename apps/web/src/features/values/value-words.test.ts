import { type Suggestion, stageCounts } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import { adviceOn, describeExtraction, describeSuggestion, doesNothing, hasName, submitWords } from "./value-words.ts";

const suggestion = (action: Suggestion["action"], counts: Parameters<typeof stageCounts>[0]): Suggestion => ({
  action,
  name: "level",
  taken: false,
  stages: "",
  merged: [],
  values: action === "label" ? { count: 3, atLeast: false } : undefined,
  stageCount: 1,
  text: "",
  path: "1",
  extraction: undefined,
  format: action === "timestamp" ? "RFC3339" : undefined,
  counts: stageCounts(counts),
  extracted: undefined,
});

describe("what a suggestion does", () => {
  it.each<[Suggestion["action"], Parameters<typeof stageCounts>[0], string, boolean]>([
    ["label", { in: 1000, missed: 13 }, "3 values, set on 987 of 1,000", false],
    ["label", { in: 4, missed: 4 }, "3 values, set on 0 of 4", true],
    ["structured_metadata", { in: 4, missed: 1 }, "set on 3 of 4", false],
    ["timestamp", { in: 4 }, "layout RFC3339, set on 4 of 4", false],
    ["drop", { in: 4, dropped: 1 }, "drops 1 of 4", false],
    ["keep", { in: 4, dropped: 1 }, "keeps 3 of 4", false],
    ["redact", { in: 4, changed: 0 }, "changes 0 of 4", true],
    ["count", { in: 4, errors: 1 }, "counts 3 of 4", false],
    ["sum", { in: 4, errors: 1 }, "adds up 3 of 4", false],
    ["histogram", { in: 4, errors: 1 }, "buckets for 3 of 4", false],
    ["extract", { in: 4, missed: 2 }, "found in 2 of 4", false],
  ])("%s", (action, counts, words, nothing) => {
    const one = suggestion(action, counts);
    expect([describeSuggestion(one), doesNothing(one)]).toEqual([words, nothing]);
  });
});

it("a way to extract says what it takes beside what it finds", () => {
  const way = {
    kind: "pattern",
    text: "<v>:<_>",
    stage: "",
    matched: 987,
    total: 1000,
    overrun: 0,
    examples: [],
  } as const;
  expect(describeExtraction(way)).toBe("matches 987 of 1,000");
  expect(describeExtraction({ ...way, overrun: 7 })).toBe(
    "matches 987 of 1,000, captures the rest of the line in 7 more",
  );
});

it("an expression says where it is wrong", () => {
  const way = { kind: "regex", text: "", stage: "", matched: 3, total: 5, overrun: 2, examples: [] } as const;
  expect(describeExtraction(way)).toBe("matches 3 of 5, captures too much or too little in 2 more");
});

it("a label with a value for nearly every entry comes with advice", () => {
  const label = (count: number) => adviceOn({ ...suggestion("label", { in: 60 }), values: { count, atLeast: false } });
  expect([label(3), label(57)]).toEqual([
    undefined,
    "Each value makes a stream of its own. Structured metadata suits it better.",
  ]);
  expect(adviceOn({ ...suggestion("structured_metadata", { in: 60 }), values: { count: 57, atLeast: false } })).toBe(
    undefined,
  );
});

it("the button says which stages get more, and how many are new", () => {
  const json = { name: "json", path: "1" };
  const words = (stageCount: number, ...merged: { name: string; path: string }[]) =>
    submitWords({ stageCount, merged });
  expect([words(1), words(2), words(1, json), words(0, json, { name: "labels", path: "2" })]).toEqual([
    "Add stage",
    "Add 2 stages",
    "Extend json, add a stage",
    "Extend json and labels",
  ]);
});

it.each([
  ["label", "field", true],
  ["label", undefined, true],
  ["timestamp", "regex", true],
  ["timestamp", "field", false],
  ["drop", "text", false],
  ["redact", "regex", false],
] as const)("a name for %s of what is found by %s: %s", (action, kind, named) => {
  expect(hasName(action, kind)).toBe(named);
});
