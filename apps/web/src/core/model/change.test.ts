import type { TextSplice } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import { continuesTyping } from "./change.ts";

describe("continuesTyping", () => {
  const insert = (at: number, inserted: string): TextSplice => ({ at, removed: "", inserted });
  const remove = (at: number, removed: string): TextSplice => ({ at, removed, inserted: "" });
  const cases: readonly [string, TextSplice, TextSplice, boolean][] = [
    ["the next letter", insert(0, "a"), insert(1, "b"), true],
    ["the blank after a word", insert(0, "ab"), insert(2, " "), true],
    ["the first letter of the next word", insert(0, "ab "), insert(3, "c"), false],
    ["a letter elsewhere", insert(0, "a"), insert(9, "b"), false],
    ["a paste", insert(0, "a"), insert(1, "stage.drop"), false],
    ["the indent of a new line", insert(0, "{"), insert(1, "\n    "), true],
    ["Backspace after Backspace", remove(5, "b"), remove(4, "a"), true],
    ["Delete after Delete", remove(5, "b"), remove(5, "c"), true],
    ["Backspace after a letter", insert(0, "a"), remove(0, "a"), false],
    ["a letter after Backspace", remove(5, "b"), insert(5, "c"), false],
  ];
  for (const [name, last, next, is] of cases)
    it(`${is ? "one step" : "two steps"}: ${name}`, () => expect(continuesTyping(last, next)).toBe(is));
});
