import { compileLayout, compileTimestampFormat } from "@sluice/languages/gotime";
import { describe, expect, it } from "vitest";
import { jsonTree, nameForPath } from "./json-tree.ts";
import { COMMON_FORMATS, LAYOUT_PARTS } from "./layout-parts.ts";
import { hueOf, markText } from "./marked-text.ts";
import { durationInWords, sizeInWords } from "./quantity.ts";

describe("marks", () => {
  it("cut a text into pieces, the inner ones over the outer", () => {
    const marks = [
      { group: 0, start: 1, end: 7 },
      { group: 1, start: 2, end: 6 },
      { group: 2, start: 3, end: 4 },
    ];
    expect(markText("abcdefghi", marks).map(({ text, group }) => `${text}${group ?? "-"}`)).toEqual([
      "a-",
      "b0",
      "c1",
      "d2",
      "ef1",
      "g0",
      "hi-",
    ]);
    expect(markText("", [])).toEqual([]);
    expect([0, 1, 6, 7, undefined].map(hueOf)).toEqual([undefined, 1, 6, 1, undefined]);
  });
});

describe("layouts", () => {
  it.each(COMMON_FORMATS)("$text reads $name", ({ text, name }) => {
    const format = compileTimestampFormat(text);
    expect(format.ok && typeof format.parse(name.replace(/, \w+$/, ""), 0n)).toBe("bigint");
  });

  it.each(LAYOUT_PARTS)("$text is one component: $name", ({ text }) => {
    // A fraction follows seconds.
    const { chunks } = compileLayout(text.startsWith(".") ? `05${text}` : text);
    expect(chunks.at(-1)!.text).toBe(text);
    expect(chunks).toHaveLength(text.startsWith(".") ? 2 : 1);
  });
});

it.each([
  ["1m30s", "1 minute 30 seconds"],
  ["1h", "1 hour"],
  ["72h30m", "3 days 30 minutes"],
  ["250us", "250 microseconds"],
  ["-1s", "minus 1 second"],
  ["0s", "zero"],
  ["3 hours", undefined],
  ["", undefined],
])("a duration of %s is %s", (text, words) => {
  expect(durationInWords(text)).toBe(words);
});

it.each([
  ["8KB", "8,192 bytes"],
  ["1B", "1 byte"],
  ["much", undefined],
])("a size of %s is %s", (text, words) => {
  expect(sizeInWords(text)).toBe(words);
});

describe("the tree of a JSON object", () => {
  it("has paths and values", () => {
    const tree = jsonTree('{"a":{"b c":[1,"x"]},"n":null}')!;
    expect(tree).toMatchObject([
      {
        path: ["a"],
        name: "a",
        shown: "1 field",
        children: [
          {
            shown: "2 elements",
            children: [
              { name: "[0]", shown: "1" },
              { path: ["a", "b c", 1], shown: "x" },
            ],
          },
        ],
      },
      { path: ["n"], shown: "null", children: [] },
    ]);
  });

  it("is bounded", () => {
    const wide = jsonTree(JSON.stringify(Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`k${i}`, i]))));
    expect(wide).toHaveLength(400);
    const deep = jsonTree(`${'{"a":'.repeat(500)}1${"}".repeat(500)}`);
    let depth = 0;
    for (let at = deep?.[0]; at !== undefined; at = at.children[0]) depth++;
    expect(depth).toBe(8);
    for (const text of ["", "[1]", "{", "plain", '{"a":']) expect(jsonTree(text)).toBeUndefined();
  });

  it("suggests unused names", () => {
    expect(nameForPath(["a", "b c", 1], ["x"])).toBe("b_c");
    expect(nameForPath(["1st"], ["_1st"])).toBe("_1st_2");
  });
});
