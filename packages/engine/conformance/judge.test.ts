/** The rules of judging a case, on cases of one pattern each. */
import { describe, expect, it } from "vitest";
import type { VectorFile } from "./cases.ts";
import type { ConformanceHost } from "./host.ts";
import { judgeFile, type KnownGap } from "./judge.ts";

const host: ConformanceHost = {
  resource: (path) => (path === "there" ? new Uint8Array() : undefined),
  sha256: () => "",
  base64: {
    decode: (text) => Buffer.from(text, "base64"),
    encode: (bytes) => Buffer.from(bytes).toString("base64"),
  },
};

const match = (index: readonly number[], groups: readonly unknown[]) => ({ index, groups });
const file = (vector: Record<string, unknown>, kind = "regex"): VectorFile => ({ format: 1, kind, cases: [vector] });
const RIGHT = { pattern: "a+", groups: 0, names: [""], results: [{ input: "baa", matches: [match([1, 3], ["aa"])] }] };
const WRONG = { ...RIGHT, results: [{ input: "baa", matches: [match([1, 2], ["a"])] }] };
const GAP: KnownGap = { kind: "regex", name: "/a+/", reason: "because" };

describe("the outcome of a case", () => {
  const table: readonly [string, Record<string, unknown>, readonly KnownGap[], string, RegExp][] = [
    ["as recorded", RIGHT, [], "passed", /^$/],
    ["not as recorded", WRONG, [], "failed", /^results\[0\]\.matches\[0\]/],
    ["not as recorded, listed", WRONG, [GAP], "gap", /^because$/],
    ["as recorded, listed", RIGHT, [GAP], "failed", /take it off the list/],
    ["listed for another kind", WRONG, [{ ...GAP, kind: "stages" }], "failed", /^results/],
    ["listed for want of a file that is there", WRONG, [{ ...GAP, missing_file: "there" }], "failed", /^results/],
    ["listed for want of a file that is not there", WRONG, [{ ...GAP, missing_file: "gone" }], "gap", /^because$/],
  ];
  it.each(table)("%s", (_, vector, gaps, outcome, detail) => {
    const [judgement] = judgeFile(file(vector), host, gaps);
    expect(judgement).toMatchObject({ name: "/a+/", tally: "regex", outcome });
    expect(judgement?.detail).toMatch(detail);
  });

  it("refuses a kind it does not run", () => {
    expect(() => judgeFile(file(RIGHT, "poems"), host, [])).toThrow(/"poems" is not run here/);
  });
});

describe("inputs that are not text", () => {
  const encoded = (...bytes: number[]) => ({ b64: Buffer.from(bytes).toString("base64") });
  it("are counted apart, and their matches given in their own bytes", () => {
    // An invalid byte, the replacement character itself, and another invalid byte.
    const input = encoded(0xff, 0xef, 0xbf, 0xbd, 0x61, 0xfe);
    const results = [
      {
        input,
        matches: [
          match([0, 1], [encoded(0xff)]),
          match([1, 4], ["\ufffd"]),
          match([4, 5], ["a"]),
          match([5, 6], [encoded(0xfe)]),
        ],
      },
    ];
    const [judgement] = judgeFile(file({ pattern: ".", groups: 0, names: [""], results }), host, []);
    expect(judgement).toMatchObject({ tally: "regex (not UTF-8)", outcome: "passed", got: { results } });
  });
});
