import { describe, expect, it } from "vitest";
import { formatMilliseconds, formatUptime } from "./format-duration.ts";

describe("durations", () => {
  const milliseconds: readonly [number, string][] = [
    [0.04, "0.0 ms"],
    [4.23, "4.2 ms"],
    [38.4, "38 ms"],
    [1234, "1.2 s"],
  ];
  for (const [ms, text] of milliseconds) it(text, () => expect(formatMilliseconds(ms)).toBe(text));

  const uptimes: readonly [number, string][] = [
    [0, "0 s"],
    [59.9, "59 s"],
    [61, "1 min"],
    [3 * 3600 + 120, "3 h 2 min"],
    [50 * 3600, "2 d 2 h"],
  ];
  for (const [seconds, text] of uptimes) it(text, () => expect(formatUptime(seconds)).toBe(text));
});
