import { describe, expect, it } from "vitest";
import { diffPairs, type Pairs, showValue, typeOf } from "./diff-pairs.ts";

const show = (before: Pairs, after: Pairs) => diffPairs(before, after).map(({ kind, name }) => `${kind} ${name}`);

describe("diffPairs", () => {
  const cases: readonly [string, Pairs, Pairs, string[]][] = [
    [
      "added, removed, changed, same",
      [
        ["a", "1"],
        ["b", "2"],
        ["c", "3"],
      ],
      [
        ["a", "1"],
        ["b", "9"],
        ["d", "4"],
      ],
      ["same a", "changed b", "added d", "removed c"],
    ],
    ["the type counts", [["a", "1"]], [["a", 1]], ["changed a"]],
    [
      "null is a value",
      [["a", null]],
      [
        ["a", null],
        ["b", null],
      ],
      ["same a", "added b"],
    ],
    ["lists and objects by content", [["a", [1, { b: 2 }]]], [["a", [1, { b: 2 }]]], ["same a"]],
    ["NaN equals itself", [["a", Number.NaN]], [["a", Number.NaN]], ["same a"]],
    [
      "names that repeat",
      [
        ["a", "1"],
        ["a", "2"],
      ],
      [
        ["a", "1"],
        ["a", "3"],
      ],
      ["same a", "changed a"],
    ],
    [
      "names of every object",
      [],
      [
        ["__proto__", "1"],
        ["constructor", "2"],
      ],
      ["added __proto__", "added constructor"],
    ],
  ];
  for (const [name, before, after, expected] of cases) it(name, () => expect(show(before, after)).toEqual(expected));
});

describe("values", () => {
  const cases: readonly [Parameters<typeof typeOf>[0], string, string][] = [
    ["x", "string", "x"],
    [1.5, "number", "1.5"],
    [true, "boolean", "true"],
    [null, "null", "null"],
    [["a", 1], "list", '["a",1]'],
    [{ a: 1 }, "object", '{"a":1}'],
    [Number.POSITIVE_INFINITY, "number", "Infinity"],
  ];
  for (const [value, type, text] of cases)
    it(text, () => expect([typeOf(value), showValue(value)]).toEqual([type, text]));
});
