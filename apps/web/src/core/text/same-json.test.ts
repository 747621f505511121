import { expect, it } from "vitest";
import { sameJson } from "./same-json.ts";

it("compares values of JSON by what they say", () => {
  const value = { a: [1, "x", null, { b: true }], c: {} };
  const same: [unknown, unknown][] = [
    [value, structuredClone(value)],
    [{ a: undefined }, {}],
    [{}, { a: undefined }],
    [null, null],
  ];
  const different: [unknown, unknown][] = [
    [value, { ...value, a: [1, "x", null, { b: false }] }],
    [[1], [1, 2]],
    [[], {}],
    [null, {}],
    [{ a: null }, {}],
    [{}, { a: 1 }],
    ["1", 1],
  ];
  expect(same.map(([a, b]) => sameJson(a, b))).toEqual(same.map(() => true));
  expect(different.map(([a, b]) => sameJson(a, b) || sameJson(b, a))).toEqual(different.map(() => false));
});
