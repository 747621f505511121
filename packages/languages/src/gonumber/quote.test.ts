import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canBackquote, quote, quoteRune, quoteToAscii, unquote } from "./index.ts";

// One seed, so that a run can be repeated.
fc.configureGlobal({ seed: 20_260_115 });

/** Rows that a Go 1.26 program printed. */
const rows = <T>(name: string): T[] =>
  readFileSync(new URL(`./testdata/${name}.jsonl`, import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as T);

describe("quote", () => {
  it.each(rows<[text: string, quoted: string, ascii: string, rune: string, raw: boolean]>("quote"))(
    "quotes %j",
    (text, quoted, ascii, rune, raw) => {
      expect(quote(text)).toBe(quoted);
      expect(quoteToAscii(text)).toBe(ascii);
      expect(quoteRune(text.codePointAt(0) ?? 0)).toBe(rune);
      expect(canBackquote(text)).toBe(raw);
    },
  );
});

describe("unquote", () => {
  it.each(rows<[literal: string, ok: boolean, value: string]>("unquote"))("reads %j", (literal, ok, value) => {
    expect(unquote(literal)).toBe(ok ? value : undefined);
  });

  it("reads back what quote and quoteToAscii write", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(unquote(quote(text))).toBe(text);
        expect(unquote(quoteToAscii(text))).toBe(text);
      }),
    );
  });
});
