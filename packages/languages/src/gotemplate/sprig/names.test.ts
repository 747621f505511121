/** The names and types of the real library's functions, as Go prints them, against ours. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { BUILTINS } from "../builtins.ts";
import type { TemplateFunction } from "../functions.ts";
import { REPLACED } from "../pipeline-functions.ts";
import { SPRIG_FUNCTIONS } from "./index.ts";

const lines = readFileSync(new URL("./testdata/signatures.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n");
const known = new Map(lines.map((line) => JSON.parse(line) as [name: string, type: string]));

/** As Go prints the type of a function, without the error that some return beside their result. */
function signature(fn: TemplateFunction): string {
  const params = fn.params.map((type) => type.name);
  if (fn.variadic) params.push(`...${params.pop()}`);
  return `func(${params.join(", ")}) ${fn.result.name}`;
}

it("has every function of the library and no other", () => {
  expect(known.size).toBe(211);
  expect([...SPRIG_FUNCTIONS.keys()].sort()).toEqual([...known.keys()].sort());
});

it("replaces no functions of the language but those that are listed", () => {
  expect([...SPRIG_FUNCTIONS.keys()].filter((name) => BUILTINS.has(name))).toEqual([...REPLACED]);
});

it.each([...known])("%s is %s", (name, type) => {
  expect(signature(SPRIG_FUNCTIONS.get(name)!)).toBe(type.replace(/^(.*) \((.*), error\)$/, "$1 $2"));
});
