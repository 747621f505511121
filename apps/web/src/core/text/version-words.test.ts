/** When and how versions came to be, in words. */
import { expect, it } from "vitest";
import { howOf, momentOf, sinceOf, whenOf } from "./version-words.ts";

const NOW = new Date(2026, 0, 15, 9, 30).getTime();
const local = (day: number, hour: number) => new Date(2026, 0, day, hour, 12).toISOString();

it.each([
  ["today", local(15, 7), "07:12"],
  ["another day", local(14, 7), "2026-01-14"],
  ["a time that is none", "soon", "soon"],
])("since %s", (_name, at, expected) => expect(sinceOf({ at }, NOW)).toBe(expected));

it("who, where that is known", () => {
  expect(howOf({ via: "deploy", user: "ann", from: "10.0.0.7" })).toBe("deployed by ann from 10.0.0.7");
  expect(howOf({ via: "start" })).toBe("server started");
});

it("dates are those of ISO, with seconds where these count", () => {
  const at = new Date(2026, 10, 25, 15, 8, 35);
  expect(momentOf(at.getTime())).toBe("2026-11-25 15:08:35");
  expect(whenOf({ at: at.toISOString() })).toBe("2026-11-25 15:08");
});
