import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { openDocument } from "./open-document.ts";
import { WARNING_CODES } from "./warning-codes.ts";

const SOURCE = new URL("../", import.meta.url);
const REPORTED = [/\.warning\(\s*"([a-z-]+)"/g, /severity: (?:tolerant \? )?"warning"[^,]*,\s*code: ["`]([^"`]+)["`]/g];

it("are those that the source reports, but for what is told of marks and of formatting", () => {
  const found = new Set<string>();
  for (const name of readdirSync(SOURCE, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".ts") || name.endsWith(".test.ts")) continue;
    const text = readFileSync(new URL(name, SOURCE), "utf8");
    for (const [, code] of REPORTED.flatMap((pattern) => [...text.matchAll(pattern)])) if (code) found.add(code);
  }
  const known = [...found].filter((code) => !/^format-|^unknown-code$/.test(code) && !code.includes("$"));
  expect(known.filter((code) => !WARNING_CODES.has(code))).toEqual([]);
  expect(known.length).toBeGreaterThan(12);
});

it("a mark with a code that no warning has says so, which was passed over", () => {
  const told = (code: string) =>
    openDocument(`// sluice:ignore ${code} since it is for Alloy\nlogging { }\nlogs.echo "x" { }\n`).diagnostics;
  expect(told("block-ignored")).toEqual([]);
  const [unknown, ignored] = told("block-ignoredd");
  expect(ignored!.code).toBe("block-ignored");
  expect(unknown).toMatchObject({
    severity: "warning",
    code: "unknown-code",
    message: 'no warning has the code "block-ignoredd"; did you mean block-ignored?',
    span: { start: 17, end: 31 },
    fixes: [{ edits: [{ text: "block-ignored" }] }],
  });
  expect(told("mine")[0]!.message).toBe('no warning has the code "mine"');
});
