import { describe, expect, it } from "vitest";
import { diffText, isAlike } from "./diff-text.ts";

const show = (before: string, after: string) =>
  diffText(before, after)
    .map(({ kind, text }) => (kind === "same" ? text : kind === "added" ? `[+${text}]` : `[-${text}]`))
    .join("");

describe("diffText", () => {
  const cases: readonly [string, string, string, string][] = [
    ["equal", "a b", "a b", "a b"],
    ["both empty", "", "", ""],
    ["a word changes", "level info x", "level warn x", "level [-info][+warn] x"],
    ["a word is added", "a c", "a b c", "a [+b ]c"],
    ["the front is cut", "2026 INFO done", "done", "[-2026 INFO ]done"],
    ["all is replaced", "abc", "xyz", "[-abc][+xyz]"],
    ["all is removed", "abc", "", "[-abc]"],
    ["not only ASCII", "café à", "café é", "café [-à][+é]"],
    ["a time", "at 08:00:01 done", "at 09:30:02 done", "at [-08:00:01][+09:30:02] done"],
    ["an address", "from 10.2.3.1:80", "from 192.168.3.9:80", "from [-10.2][+192.168].3.[-1][+9]:80"],
    ["a phrase", 'msg="card declined" x', 'msg="order accepted" x', 'msg="[-card declined][+order accepted]" x'],
    ["a part that is only new beside one", "a, x", "b, c x", "[-a][+b],[+ c] x"],
    ["two places", "a=1 b=2 c=3", "a=9 b=2 c=8", "a=[-1][+9] b=2 c=[-3][+8]"],
  ];
  for (const [name, before, after, expected] of cases) it(name, () => expect(show(before, after)).toBe(expected));

  it("gives up on word marks in very long texts, and stays right", () => {
    const before = Array.from({ length: 3000 }, (_, i) => `a${i}`).join(" ");
    const after = Array.from({ length: 3000 }, (_, i) => `b${i}`).join(" ");
    const parts = diffText(`same ${before}`, `same ${after}`);
    expect(
      parts
        .filter((part) => part.kind !== "added")
        .map((part) => part.text)
        .join(""),
    ).toBe(`same ${before}`);
    expect(
      parts
        .filter((part) => part.kind !== "removed")
        .map((part) => part.text)
        .join(""),
    ).toBe(`same ${after}`);
  });
});

describe("texts are alike", () => {
  const cases: readonly [string, string, string, boolean][] = [
    ["with one word replaced", "payment accepted, card 4111", "payment accepted, card ****", true],
    ["not where little stayed", '2026-03-02T10:00:00Z stdout F {"msg":"done"}', "warn: done", false],
    ["where something long was put before it", "done", "a prefix that is much longer: done", false],
  ];
  for (const [name, before, after, expected] of cases)
    it(name, () => expect(isAlike(diffText(before, after))).toBe(expected));
});

it("strikes out wholly what a stage takes from around a line, also where the line has the same date in it", () => {
  const line = "2026-01-15 08:00:00 INFO started";
  expect(diffText(`2026-01-15T08:00:01Z stdout F ${line}`, line)).toEqual([
    { kind: "removed", text: "2026-01-15T08:00:01Z stdout F " },
    { kind: "same", text: line },
  ]);
  expect(diffText(`{"log":"${line}"}`, line).map(({ kind }) => kind)).toEqual(["removed", "same", "removed"]);
  expect(diffText(line, `app: ${line}`)).toEqual([
    { kind: "added", text: "app: " },
    { kind: "same", text: line },
  ]);
});
