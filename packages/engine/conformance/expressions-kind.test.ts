import { describe, expect, it } from "vitest";
import { runExpressionCase } from "./expressions-kind.ts";

const difference = (expression: string, want?: string) =>
  runExpressionCase({ name: "one", says: "", expression, ...(want !== undefined && { want }) }).difference;

describe("a case of an expression", () => {
  it.each([
    ["1 + 1", "2"],
    ['{ a = "b", c = [1] }', '{ c = [1], a = "b" }'],
    ["1 / 0", undefined],
  ])("passes: %s", (expression, want) => {
    expect(difference(expression, want)).toBeUndefined();
  });

  it.each([
    ["1 + 1", "3", "value"],
    ["1", '"1"', "value"],
    ["1 / 0", "1", "value"],
    ["1", "1 / 0", "value"],
    ["1", undefined, "want an error, got none"],
  ])("fails: %s", (expression, want, text) => {
    expect(difference(expression, want)).toContain(text);
  });
});
