import { expect, it } from "vitest";
import { clockOf, secondOf } from "./words.ts";

it("moments have milliseconds where entries are compared, and none where the server dates by the second", () => {
  expect(clockOf("2026-01-15T08:14:42Z")).toMatch(/^\d\d:\d\d:42\.000$/);
  expect(secondOf("2026-01-15T08:14:42.118Z")).toMatch(/^\d\d:\d\d:42$/);
  expect(secondOf("soon")).toBe("soon");
});
