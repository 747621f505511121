import { describe, expect, it } from "vitest";
import { pointAt } from "./pointed-value.ts";

describe("a value of an entry", () => {
  const seen = {
    place: { side: "end" } as const,
    line: "x",
    extracted: new Map<string, string | number>([
      ["level", "info"],
      ["took", 5],
    ]),
  };
  it.each([
    ["an extracted value", { name: "took", after: 5 }, false, { kind: "field", name: "took", value: 5, line: "x" }],
    ["a label that is extracted, too", { name: "level", after: "info" }, true, { kind: "field", name: "level" }],
    ["a label of another value", { name: "level", after: "warn" }, true, { kind: "label", value: "warn" }],
    ["metadata of another value", { name: "level", after: "warn" }, false, undefined],
    ["what is gone", { name: "level", after: undefined }, false, undefined],
    ["an empty text", { name: "level", after: "" }, true, undefined],
    ["a list", { name: "level", after: [1] }, false, undefined],
  ])("is %s", (_, change, label, expected) => {
    const pointed = pointAt(seen, change, label);
    if (expected === undefined) expect(pointed).toBeUndefined();
    else expect(pointed?.selected).toMatchObject(expected);
  });
});
