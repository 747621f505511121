/** How a difference is shown, and the places of the server's messages. */
import { compareLines } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import { foldDiff, MAX_DRAWN } from "../../core/text/fold-diff.ts";
import { countHidden, hideKnownSecrets } from "./hide-known-secrets.ts";
import { placeMessages } from "./place-messages.ts";

const numbered = (count: number, mark = "") => Array.from({ length: count }, (_, i) => `${mark}${i}\n`).join("");

describe("foldDiff", () => {
  const shape = (before: string, after: string) =>
    foldDiff(compareLines(before, after)).map(({ kind, lines }) => [kind, lines.length]);
  const cases: readonly [string, string, string, unknown][] = [
    ["the same is folded", numbered(9), numbered(9), [["folded", 9]]],
    [
      "lines around a change are shown",
      numbered(20),
      numbered(20).replace("10\n", "x\n"),
      [
        ["folded", 7],
        ["shown", 8],
        ["folded", 6],
      ],
    ],
    [
      "a single line is not folded",
      "a\nb\nc\nd\ne\n",
      "a\nb\nc\nd\n",
      [
        ["shown", 1],
        ["shown", 4],
      ],
    ],
    ["nothing at all", "", "", []],
    [
      "a long one is cut",
      "",
      numbered(MAX_DRAWN + 5),
      [
        ["shown", MAX_DRAWN],
        ["cut", 5],
      ],
    ],
  ];
  for (const [name, before, after, expected] of cases) it(name, () => expect(shape(before, after)).toEqual(expected));

  it("leaves no line out", () => {
    const lines = compareLines(numbered(3000), numbered(3000, "x"));
    expect(foldDiff(lines).flatMap((part) => part.lines)).toEqual(lines);
  });
});

describe("placeMessages", () => {
  const text = 'logs.echo "é" { }\nlogs.echo "b" { x = "y" }\n';
  const marked = (line?: number, column?: number) => {
    const [problem] = placeMessages(text, [{ line, column, severity: "error", code: "c", message: "m" }]);
    return text.slice(problem!.start, problem!.end);
  };
  const cases: readonly [string, string, string][] = [
    ["a name", marked(2, 1), "logs.echo"],
    ["columns are bytes", marked(1, 16), "{"],
    ["a text with its quotes", marked(2, 21), '"y"'],
    ["no place is the first", marked(), "logs.echo"],
    ["a place beyond the end", marked(99, 99), ""],
  ];
  for (const [name, is, expected] of cases) it(name, () => expect(is).toBe(expected));
});

it.each([
  ["a whole text", 'a = "(secret)"', 1],
  ["parts of texts", 'url = "http://(secret)@h/?token=(secret)"', 2],
  ["none", 'a = "secret"', 0],
])("counts what is hidden: %s", (_, text, count) => expect(countHidden(text)).toBe(count));

describe("hideKnownSecrets", () => {
  const shown = 'a = "(secret)"\nb = { x = "(secret)", y = "(secret)" }\n';
  const cases: readonly [string, string, string][] = [
    ["a secret", 'a = "hunter2"', 'a = "(secret)"'],
    ["with a quote in it", 'a = "hun\\"ter"', 'a = "(secret)"'],
    ["two in one line", 'b = { x = "1", y = "2" }', 'b = { x = "(secret)", y = "(secret)" }'],
    ["other text next to it", 'a = "hunter2" + b', 'a = "hunter2" + b'],
    ["another name", 'c = "hunter2"', 'c = "hunter2"'],
    ["no text in quotes", 'a = sys.env("A")', 'a = sys.env("A")'],
  ];
  for (const [name, text, expected] of cases)
    it(name, () => expect(hideKnownSecrets(`${text}\nz`, shown)).toBe(`${expected}\nz`));
});
