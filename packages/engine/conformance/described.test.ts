/** How the runner describes results without a JSON form: half a pair of surrogates, infinity. */
import { describe, expect, it } from "vitest";
import type { VectorFile } from "./cases.ts";
import type { ConformanceHost } from "./host.ts";
import { judgeFile } from "./judge.ts";

const host: ConformanceHost = {
  resource: () => undefined,
  sha256: () => "",
  base64: {
    decode: (text) => Buffer.from(text, "base64"),
    encode: (bytes) => Buffer.from(bytes).toString("base64"),
  },
};

/** What differs from the recording in the only case; nothing where it passes. */
function differenceOf(kind: string, vector: Record<string, unknown>): string {
  const file: VectorFile = { format: 1, kind, cases: [vector] };
  const [judgement] = judgeFile(file, host, []);
  if (judgement === undefined) throw new Error("no case was judged");
  return judgement.outcome === "passed" ? "" : judgement.detail;
}

describe("half a pair of surrogates is a replacement character", () => {
  const HALF = "\ud83d!";
  const WHOLE = "\ufffd!";
  const vector = {
    name: "half",
    stages: 'stage.static_labels { values = { job = "a" } }',
    entries: [{ line: HALF, extracted: { a: HALF }, labels: { b: HALF }, structured_metadata: [["c", HALF]] }],
  };
  const out = {
    line: WHOLE,
    labels: { b: WHOLE, job: "a" },
    structured_metadata: [["c", WHOLE]],
    extracted: { a: WHOLE, b: WHOLE },
    timestamp: "1710072000000000000",
    at: "0",
  };

  it("in the line, the extracted values, the labels and the structured metadata", () => {
    expect(differenceOf("stages", { ...vector, want: { out: [out] } })).toBe("");
  });

  it.each([
    ["labels", { labels: { b: "?!", job: "a" } }],
    ["structured_metadata", { structured_metadata: [["c", "?!"]] }],
  ])("which another text in %s is not", (where, other) => {
    expect(differenceOf("stages", { ...vector, want: { out: [{ ...out, ...other }] } })).toContain(where);
  });
});

describe("a number that JSON has no word for", () => {
  const recorded = (expression: string, text: string, value: unknown) => ({
    name: expression,
    text: `a = ${expression}\n`,
    eval: true,
    want: {
      diagnostics: [],
      formatted: `a = ${expression}\n`,
      attrs: [{ name: "a", type: "float", text, value }],
    },
  });

  it.each([
    ["1e308 * 10", "+Inf", null],
    ["-1e308 * 10", "-Inf", "-Inf"],
    ["-8.0 ^ 0.5", "NaN", null],
  ])("is compared by its text: %s", (expression, text, value) => {
    expect(differenceOf("syntax", recorded(expression, text, value))).toBe("");
  });

  it("and is not taken for another", () => {
    expect(differenceOf("syntax", recorded("1e308 * 10", "-Inf", null))).toContain("attrs");
  });
});
