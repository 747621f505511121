import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDuration, parseDuration, quoteTime } from "./index.ts";

// One seed, so that a run can be repeated.
fc.configureGlobal({ seed: 20_260_115 });

/** Rows that a Go 1.26 program printed. */
const rows = <T>(name: string): T[] =>
  readFileSync(new URL(`./testdata/${name}.jsonl`, import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as T);

describe("parseDuration", () => {
  it.each(rows<[text: string, nanos: string, error: string | null]>("parse-duration"))(
    "reads %j as Go does",
    (text, nanos, error) => {
      const result = parseDuration(text);
      expect(result).toEqual(error === null ? { ok: true, nanos: BigInt(nanos) } : { ok: false, message: error });
    },
  );

  it("reads back whatever formatDuration writes", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n }), (nanos) => {
        expect(parseDuration(formatDuration(nanos))).toEqual({ ok: true, nanos });
      }),
    );
  });

  it("takes any text without throwing", () => {
    const parts = fc.constantFrom(
      "1",
      "0",
      ".",
      "-",
      "+",
      "h",
      "m",
      "s",
      "ns",
      "\u00b5s",
      " ",
      "\u00e9",
      "9".repeat(25),
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 12 }), (pieces) => {
        const text = pieces.join("");
        const result = parseDuration(text);
        if (!result.ok) expect(result.message).toContain(quoteTime(text));
      }),
    );
  });
});

describe("formatDuration", () => {
  it.each(rows<[nanos: string, text: string]>("format-duration"))("prints %s ns as %s", (nanos, text) => {
    expect(formatDuration(BigInt(nanos))).toBe(text);
  });
});
