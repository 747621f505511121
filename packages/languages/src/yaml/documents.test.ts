import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseYaml, type YamlValue } from "./index.ts";

type Recorded =
  | null
  | boolean
  | { s: string }
  | { i: string }
  | { f: string }
  | { m: Record<string, Recorded> }
  | { any: true }
  | Recorded[];
type Row = [document: string, answer: { v: Recorded } | { e: string }];

/** What Go's yaml.v3 (v3.0.1) answers: written by hand, and found by changing documents at random. */
const rows: Row[] = readFileSync(new URL("./testdata/documents.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((row) => JSON.parse(row));

function recorded(value: YamlValue): Recorded {
  switch (typeof value) {
    case "boolean":
      return value;
    case "bigint":
      return { i: String(value) };
    case "number":
      return { f: numeral(value) };
    case "string":
      return { s: value };
  }
  if (value === null) return null;
  if (!("allText" in value)) return value.map(recorded);
  if (!value.allText) return { any: true };
  return { m: Object.fromEntries([...value.entries].map(([key, item]) => [key, recorded(item)])) };
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

describe("documents are read as Go reads them, and refused in its words", () => {
  it.each(rows)("%j", (document, answer) => {
    const result = parseYaml(document);
    // The message about a collection as key prints it in Go's notation.
    if ("e" in answer && answer.e.startsWith("yaml: invalid map key: "))
      expect(result).toEqual({
        ok: false,
        message: expect.stringMatching(/^yaml: invalid map key: a (mapping|sequence)$/),
      });
    else if ("e" in answer) expect(result).toEqual({ ok: false, message: answer.e });
    else expect(result.ok ? recorded(result.value) : result.message).toEqual(likeJavaScript(answer.v));
  });
});

describe("mistakes that were mended", () => {
  it("gives a block scalar that ends without a newline none", () => {
    expect(parseYaml("|\n  x")).toEqual({ ok: true, value: "x" });
  });

  it.each(["...", ": x", "\ta: 1", "a:\n\tb"])("refuses %j or reads it as Go does", (document) => {
    const [, answer] = rows.find(([row]) => row === document)!;
    expect(parseYaml(document).ok).toBe("v" in answer);
  });

  it("does not overflow the stack over aliases that nest a document in itself", () => {
    const nested = (inner: string) => "[".repeat(200) + inner + "]".repeat(200);
    const lines = Array.from({ length: 60 }, (_, i) => `a${i}: &a${i} ${nested(i === 0 ? "x" : `*a${i - 1}`)}`);
    expect(parseYaml(lines.join("\n"))).toEqual({ ok: false, message: "yaml: exceeded max depth of 250" });
  });

  it("looks no further than the first document", () => {
    expect(parseYaml(`a: 1\n---\nb: 2\n${"# more\n".repeat(100)}\u0001`)).toMatchObject({ ok: true });
    expect(parseYaml("a: 1\n---\n\u0001")).toEqual({ ok: false, message: "yaml: control characters are not allowed" });
  });

  it("names equal keys without end only up to a bound", () => {
    const result = parseYaml("a: 1\n".repeat(5000));
    expect(result.ok ? 0 : result.message.split("\n").length).toBe(101);
  });
});
