/**
 * What the real library gives (Go 1.26 with sprig 3.3.0, cast 1.10, semver 3.5): templates and their output or error
 * text, one JSON array a line. The errors begin with Go's `template: t:…`, so the language's texts are checked along.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SeededRandom } from "../../base/random.ts";
import { compileTemplate } from "../index.ts";
import { SPRIG_FUNCTIONS } from "./index.ts";

const FOLDER = new URL("./testdata/", import.meta.url);
const host = {
  now: () => 1_710_072_000_000_000_000n,
  random: new SeededRandom(1),
  sha256: (text: string) => createHash("sha256").update(text).digest("hex"),
};

type Case = readonly [template: string, output: string | null, error?: string];

function run(template: string): Case {
  const compiled = compileTemplate(template, { name: "t", functions: [SPRIG_FUNCTIONS] });
  if (!compiled.ok) return [template, null, compiled.message];
  const result = compiled.template.execute({ get: () => undefined, names: () => [] }, host);
  return result.ok ? [template, result.text] : [template, null, result.message];
}

const files = readdirSync(FOLDER).filter((name) => name.endsWith(".jsonl") && name !== "signatures.jsonl");

it("finds the tables", () => {
  expect(files.length).toBeGreaterThanOrEqual(12);
});

describe.each(files)("%s", (file) => {
  const lines = readFileSync(new URL(file, FOLDER), "utf8").trimEnd().split("\n");
  const cases = lines.map((line) => JSON.parse(line) as Case);
  it.each(cases.map((each) => [each[0], each] as const))("%s", (template, expected) => {
    expect(run(template)).toEqual(expected);
  });
});
