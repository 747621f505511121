import { createRequire } from "node:module";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compileRegex, type Re2WasmConstructor, setRe2Wasm } from "./index.ts";

/**
 * The engines must agree on generated patterns (`scripts/check/fuzz-regex.mjs` tries many more): the native form with RE2 in
 * JavaScript on every match, and both with RE2 itself on whether there is one.
 */
const atoms = [
  "a",
  "b",
  "ab",
  "é",
  "🦀",
  "k",
  ".",
  "(?s:.)",
  "[ab]",
  "[^a]",
  "[^é🦀]",
  "\\w",
  "\\W",
  "\\d",
  "\\s",
  "\\S",
  "\\pL",
  "\\x{fffd}",
  "[^\\x{fffd}]",
  "\\b",
  "\\B",
  "^",
  "$",
  "(?m:^)",
  "(?m:$)",
  "(?i:k)",
  "(?i:[a-e])",
  "",
];
const quantifiers = ["*", "+", "?", "*?", "+?", "??", "{2}", "{0,2}", "{1,3}?", "{2,}", "{0}"];

const { pattern: patterns } = fc.letrec<{ pattern: string; group: string }>((tie) => ({
  group: fc
    .tuple(fc.constantFrom("(", "(?:"), tie("pattern"), fc.constantFrom("", ...quantifiers))
    .map(([open, body, quantifier]) => `${open}${body})${quantifier}`),
  pattern: fc.oneof(
    { maxDepth: 4, depthSize: "medium" },
    fc.constantFrom(...atoms),
    tie("group"),
    fc.array(tie("pattern"), { minLength: 1, maxLength: 3 }).map((parts) => parts.join("")),
    fc.array(tie("pattern"), { minLength: 2, maxLength: 3 }).map((parts) => `(?:${parts.join("|")})`),
  ),
}));

const texts = fc
  .array(
    fc.constantFrom("a", "b", "c", "k", "K", "\u212a", "é", "🦀", "\n", "\r", "\u2028", " ", "1", "\ufffd", "\ud83e"),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(""));

function compile(pattern: string, use: "auto" | "native" | "re2js" | "re2-wasm") {
  const result = compileRegex(pattern, { use });
  return result.ok ? result.regex : undefined;
}

beforeAll(() => {
  const require = createRequire(import.meta.url);
  setRe2Wasm(() => {
    const path = require.resolve("re2-wasm/build/wasm/re2.js");
    delete require.cache[path];
    return (require(path) as { WrappedRE2: Re2WasmConstructor }).WrappedRE2;
  });
});
afterAll(() => setRe2Wasm(undefined));

describe("engines agree", () => {
  it("native and RE2 in JavaScript on all matches", () => {
    let compared = 0;
    fc.assert(
      fc.property(patterns, texts, (pattern, text) => {
        const native = compile(pattern, "native");
        const linear = compile(pattern, "re2js");
        if (native === undefined || linear === undefined) return;
        compared++;
        expect(native.allIndices(text)).toEqual(linear.allIndices(text));
        expect(native.replaceAll(text, "[$0|$1]")).toBe(linear.replaceAll(text, "[$0|$1]"));
        expect(native.test(text)).toBe(linear.test(text));
      }),
      { numRuns: 600, seed: 20240512 },
    );
    expect(compared).toBeGreaterThan(300);
  }, 240_000);

  it("the automatic choice and RE2 in WebAssembly on whether there is a match", () => {
    fc.assert(
      fc.property(patterns, texts, (pattern, text) => {
        expect(compile(pattern, "auto")?.test(text)).toBe(compile(pattern, "re2-wasm")?.test(text));
      }),
      { numRuns: 60, seed: 7 },
    );
  }, 240_000);
});
