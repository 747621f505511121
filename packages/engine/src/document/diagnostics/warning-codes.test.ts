import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { LINT_CODES } from "../lint/codes.ts";
import { openDocument } from "../open-document.ts";
import { WARNING_CODES } from "./warning-codes.ts";

const SOURCE = new URL("../../", import.meta.url);
const LIST = "document/diagnostics/warning-codes.ts";
const REPORTED = [/\.warning\(\s*"([a-z-]+)"/g, /severity: (?:tolerant \? )?"warning"[^,]*,\s*code: ["`]([^"`]+)["`]/g];

const readSources = (): string[] =>
  readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && name !== LIST)
    .map((name) => readFileSync(new URL(name, SOURCE), "utf8"));

it("are those that the source reports, except those about marks and formatting", () => {
  const found = new Set<string>();
  for (const text of readSources()) {
    for (const [, code] of REPORTED.flatMap((pattern) => [...text.matchAll(pattern)])) if (code) found.add(code);
  }
  const known = [...found].filter((code) => !/^format-|^unknown-code$/.test(code) && !code.includes("$"));
  expect(known.filter((code) => !WARNING_CODES.has(code))).toEqual([]);
  expect(known.length).toBeGreaterThan(12);
});

it("are all reported: none is left of a warning that there is no more", () => {
  const made: ReadonlySet<string> = new Set(LINT_CODES);
  const named = [...WARNING_CODES].filter((code) => !made.has(code) && !code.startsWith("doubtful-"));
  const text = readSources().join("\n");
  const isReported = (code: string) =>
    text.includes(`"${code}"`) || text.includes(`\`${code.replace(/^(argument|block)(?=-)/, "${kind}")}\``);
  expect(named.filter((code) => !isReported(code))).toEqual([]);
});

it("a mark with an unknown code is reported, and was ignored", () => {
  const told = (code: string) =>
    openDocument(`// sluice:ignore ${code} since it is for Alloy\ntracing { }\nlogs.echo "x" { }\n`).diagnostics;
  expect(told("block-ignored")).toEqual([]);
  const [unknown, ignored] = told("block-ignoredd");
  expect(ignored!.code).toBe("block-ignored");
  expect(unknown).toMatchObject({
    severity: "warning",
    code: "unknown-code",
    message: 'no warning has the code "block-ignoredd"',
    meant: "block-ignored",
    span: { start: 17, end: 31 },
    fixes: [{ edits: [{ text: "block-ignored" }] }],
  });
  expect(told("mine")[0]!.message).toBe('no warning has the code "mine"');
});
