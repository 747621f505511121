import { expect, it } from "vitest";
import { counted, ordinal } from "./counted.ts";

it.each([
  [counted(0, "stage"), "0 stages"],
  [counted(1, "stage"), "1 stage"],
  [counted(1n, "byte"), "1 byte"],
  [counted(1200, "entry", "entries"), "1,200 entries"],
  [counted(1200n, "byte"), "1,200 bytes"],
  [[1, 2, 3, 4, 11, 12, 13, 21, 112, 1003].map(ordinal).join(), "1st,2nd,3rd,4th,11th,12th,13th,21st,112th,1,003rd"],
])("%s", (said, expected) => {
  expect(said).toBe(expected);
});
