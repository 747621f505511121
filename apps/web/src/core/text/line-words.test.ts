import { expect, it } from "vitest";
import { wordFrom } from "./line-words.ts";

it("goes through the words of a line, and ends at its ends", () => {
  const line = '10.0.0.1 - [11/Mar/2024:12:00:00 +0000] "GET /é" status=404, ';
  const words: string[] = [];
  for (let at = wordFrom(line, undefined, 1); at !== undefined; at = wordFrom(line, at, 1))
    words.push(line.slice(at.start, at.end));
  expect(words).toEqual(["10.0.0.1", "11/Mar/2024:12:00:00", "0000", "GET", "é", "status", "404"]);
  const last = wordFrom(line, undefined, -1)!;
  expect(line.slice(last.start, last.end)).toBe("404");
  const before = wordFrom(line, last, -1)!;
  expect(line.slice(before.start, before.end)).toBe("status");
  expect([wordFrom(line, last, 1), wordFrom("--", undefined, 1), wordFrom(line, { start: 0, end: 8 }, -1)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
