import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { formatByteSize, parseByteSize } from "./index.ts";

/** Rows that a Go program with github.com/alecthomas/units printed. */
const rows = <T>(name: string): T[] =>
  readFileSync(new URL(`./testdata/${name}.jsonl`, import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as T);

describe("parseByteSize", () => {
  it.each(rows<[text: string, bytes: string, error: string | null]>("parse-byte-size"))(
    "reads %j as the library does",
    (text, bytes, error) => {
      expect(parseByteSize(text)).toEqual(
        error === null ? { ok: true, bytes: BigInt(bytes) } : { ok: false, message: error },
      );
    },
  );
});

describe("formatByteSize", () => {
  it.each(rows<[bytes: string, text: string]>("format-byte-size"))("prints %s as %j", (bytes, text) => {
    expect(formatByteSize(BigInt(bytes))).toBe(text);
  });
});
