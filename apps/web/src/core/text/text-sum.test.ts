import { expect, it } from "vitest";
import { sumOfText } from "./text-sum.ts";

/** The same by its definition. */
function fnv(text: string): string {
  let sum = 0xcbf29ce484222325n;
  for (let i = 0; i < text.length; i++) sum = BigInt.asUintN(64, (sum ^ BigInt(text.charCodeAt(i))) * 0x100000001b3n);
  return sum.toString(16).padStart(16, "0");
}

it("texts are summed as FNV-1a says", () => {
  expect([sumOfText(""), sumOfText("a"), sumOfText("foobar")]).toEqual([
    "cbf29ce484222325",
    "af63dc4c8601ec8c",
    "85944171f73967e8",
  ]);
  for (const text of ["é", "日本語 🌏", "\uffff\uffff\uffff", "x".repeat(1000)])
    expect(sumOfText(text)).toBe(fnv(text));
});
