import { readdirSync, readFileSync } from "node:fs";
import { search } from "@jmespath-community/jmespath";
import { describe, expect, it } from "vitest";
import { compileJmesPath, type Value } from "./index.ts";

interface Group {
  readonly given: Value;
  readonly cases: readonly { readonly expression: string; readonly result?: Value; readonly error?: string }[];
}

const FOLDER = new URL("../../conformance/jmespath/", import.meta.url);
const readGroups = (file: string) => JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")) as Group[];

type Outcome = { readonly value: Value } | { readonly error: string };

function ofOurs(expression: string, given: Value): Outcome {
  const compiled = compileJmesPath(expression);
  if (!compiled.ok) return { error: compiled.message };
  const result = compiled.expression.search(given);
  return result.ok ? { value: result.value } : { error: result.message };
}

function ofLibrary(expression: string, given: Value): Outcome {
  try {
    return { value: search(given as Parameters<typeof search>[0], expression) };
  } catch (error) {
    return { error: String(error) };
  }
}

/** Objects by content, whatever the order of their keys. */
const canonical = (value: Value): string =>
  JSON.stringify(value, (_, item: Value) =>
    typeof item === "object" && item !== null && !Array.isArray(item)
      ? Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))
      : item,
  );

/** The expressions whose outcome is not the recorded one, and how many there are at all. */
function run(file: string, evaluate: (expression: string, given: Value) => Outcome) {
  const failed: string[] = [];
  let total = 0;
  for (const { given, cases } of readGroups(file)) {
    for (const { expression, result = null, error } of cases) {
      total++;
      const got = evaluate(expression, given);
      const same = error === undefined ? "value" in got && canonical(got.value) === canonical(result) : "error" in got;
      if (!same) failed.push(expression);
    }
  }
  return { total, failed };
}

/** Cases per file, and how many of them the bare library fails (jmespath-differences.ts has the reasons). */
const COUNTS: readonly [file: string, total: number, failedByLibrary: number][] = [
  ["basic.json", 18, 0],
  ["boolean.json", 53, 0],
  ["community.json", 344, 77],
  ["current.json", 3, 0],
  ["escape.json", 8, 0],
  ["filters.json", 73, 0],
  ["functions.json", 171, 0],
  ["identifiers.json", 125, 0],
  ["indices.json", 59, 0],
  ["literal.json", 38, 0],
  ["multiselect.json", 52, 0],
  ["ormatch.json", 12, 0],
  ["pipe.json", 17, 0],
  ["slice.json", 41, 0],
  ["syntax.json", 123, 0],
  ["unicode.json", 4, 0],
  ["wildcard.json", 65, 0],
];

describe("JMESPath compliance", () => {
  it.each(COUNTS)("%s: all of %i cases", (file, total, failedByLibrary) => {
    expect(run(file, ofOurs)).toEqual({ total, failed: [] });
    expect(run(file, ofLibrary).failed.length).toBe(failedByLibrary);
  });

  it("runs every file", () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
    expect(COUNTS.map(([file]) => file).sort()).toEqual(files.sort());
  });
});
