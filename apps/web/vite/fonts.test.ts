import { expect, it } from "vitest";
import { rangeOf } from "./fonts.ts";

it("names characters as a style sheet does", () => {
  expect(rangeOf([..."cabxAa", "\u2212"])).toBe("U+0041,U+0061-0063,U+0078,U+2212");
});
