import { describe, expect, it } from "vitest";
import { spliceText, type TextSplice } from "./splice-text.ts";

describe("spliceText", () => {
  const cases: readonly [string, string, string, TextSplice | undefined][] = [
    ["nothing", "ab", "ab", undefined],
    ["an insertion", "ac", "abc", { at: 1, removed: "", inserted: "b" }],
    ["a removal", "abc", "ac", { at: 1, removed: "b", inserted: "" }],
    ["everything", "ab", "xy", { at: 0, removed: "ab", inserted: "xy" }],
    ["one of equal letters", "aa", "aaa", { at: 2, removed: "", inserted: "a" }],
    ["a character of two halves, whose first is the same", "x😀y", "x😁y", { at: 1, removed: "😀", inserted: "😁" }],
    [
      "a character of two halves, whose second is the same",
      "x\u{1f600}y",
      "x\u{1fa00}y",
      {
        at: 1,
        removed: "\u{1f600}",
        inserted: "\u{1fa00}",
      },
    ],
  ];
  for (const [name, before, after, splice] of cases) it(name, () => expect(spliceText(before, after)).toEqual(splice));
});
