import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { string, type Value } from "../../value.ts";
import { JSON_PATH } from "./index.ts";

type Recorded =
  | null
  | boolean
  | { s: string }
  | { i: string }
  | { f: string }
  | { m: Record<string, Recorded> }
  | Recorded[];
type Row = [document: string, path: string, answer: { v: Recorded[] } | { e: string }];

/** What the library that Alloy uses (ojg v1.28.1) answers: written by hand, and generated, without what is chance there. */
const rows: Row[] = readFileSync(new URL("./testdata/paths.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((row) => JSON.parse(row));

function run(document: string, path: string): Recorded | string {
  const result = JSON_PATH.call([string(document), string(path)], JSON_PATH);
  if (result.ok) return recorded(result.value);
  return result.error.kind === "value" ? result.error.message : result.error.kind;
}

function recorded(value: Value): Recorded {
  switch (value.type) {
    case "bool":
      return value.value;
    case "string":
      return { s: value.value };
    case "number":
      return value.kind === "float" ? { f: numeral(value.value) } : { i: String(value.value) };
    case "array":
      return value.items.map(recorded);
    case "object":
      return { m: Object.fromEntries([...value.fields].map(([key, item]) => [key, recorded(item)])) };
    default:
      return null;
  }
}

const numeral = (value: number): string =>
  Number.isFinite(value)
    ? Object.is(value, -0)
      ? "-0"
      : String(value)
    : value > 0
      ? "+Inf"
      : value < 0
        ? "-Inf"
        : "NaN";

/** Go and JavaScript change to exponents at other places. */
function likeJavaScript(value: Recorded): Recorded {
  if (value === null || typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.map(likeJavaScript);
  if ("f" in value) return { f: Number.isNaN(Number(value.f)) ? value.f : numeral(Number(value.f)) };
  if (!("m" in value)) return value;
  return { m: Object.fromEntries(Object.entries(value.m).map(([key, item]) => [key, likeJavaScript(item)])) };
}

describe("json_path selects and refuses what the original does", () => {
  it.each(rows)("%s %s", (document, path, answer) => {
    expect(run(document, path)).toEqual("e" in answer ? answer.e : likeJavaScript(answer.v));
  });
});

describe("json_path", () => {
  it.each(["$[(@.length-1)]", "$.a[(1)].b", "$[?(@[(1)] == 1)]"])("refuses the script in %s by name", (path) => {
    expect(run("[1]", path)).toMatch(/^scripts are not available, \[\(…\)\] at \d+ in /);
  });

  it("takes fields of objects in the document's order", () => {
    expect(run('{"z":1,"a":2,"m":0}', "$[?(@ > 0)]")).toEqual([{ i: "1" }, { i: "2" }]);
  });

  it.each([
    ["lists", "[[1],[1]]", "$[?(@ == $[0])]"],
    ["objects", '[{"a":1}]', "$[?(@ == $[0])]"],
    ["a list in a list", "[[1]]", "$[?(@ in [[1]])]"],
  ])("refuses to compare %s, where the original fails", (_, document, path) => {
    expect(run(document, path)).toBe("runtime error: lists and objects cannot be compared");
  });

  it("refuses to count what is not a path", () => {
    expect(run("[1]", "$[?(count(length(@)) == 1)]")).toBe("count takes a path");
  });
});

describe("json_path is bounded", () => {
  const numbers = JSON.stringify(Array.from({ length: 2000 }, (_, i) => i));

  it.each([
    ["all items with all items", numbers, "$[?(@ == $[*])]"],
    [
      "several values of several paths",
      "[[1,2,3,4,5,6,7,8,9,10]]",
      `$[?(${Array(12).fill("@[*]").join(" + ")} == -1)]`,
    ],
    ["filters in filters", numbers, "$[?($[?($[?(@ < 0)] == 1)] == 1)]"],
    [
      "patterns from the document",
      JSON.stringify(Array.from({ length: 5000 }, (_, i) => `a{${i % 900}}b${i}`)),
      "$[?('x' =~ @)]",
    ],
    ["descents", `${"[".repeat(300)}1${"]".repeat(300)}`, "$..*..*..*..*"],
  ])("in steps, for %s", (_, document, path) => {
    expect(run(document, path)).toBe("the path takes more than 1000000 steps");
  });

  it.each([
    ["parentheses", `$[?${"(".repeat(5000)}1`, "more than 100 operations within each other"],
    ["operations", `$[?(1${" + 1".repeat(5000)})]`, "more than 100 operations within each other"],
    ["filters", `$${"[?(@".repeat(5000)}`, "more than"],
    ["lists", `$[?(1 in ${"[".repeat(5000)}`, "more than 100 operations within each other"],
    ["fragments", ".a".repeat(5000).slice(1), "more than 500 parts"],
    ["length", `$.${"a".repeat(70_000)}`, "the path is longer than 65536 bytes"],
  ])("in what a path may be, for %s", (_, path, message) => {
    expect(run("[1]", path)).toContain(message);
  });
});
