import { expect, it } from "vitest";
import { counted } from "./counted.ts";

it.each([
  [counted(0, "stage"), "0 stages"],
  [counted(1, "stage"), "1 stage"],
  [counted(1n, "byte"), "1 byte"],
  [counted(1200, "entry", "entries"), "1,200 entries"],
  [counted(1200n, "byte"), "1,200 bytes"],
])("%s", (said, expected) => {
  expect(said).toBe(expected);
});
