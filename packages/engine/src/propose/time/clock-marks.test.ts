import { formatRfc3339, parseRfc3339 } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { propose } from "../propose.ts";
import { preview } from "../run.ts";

const START = parseRfc3339("2026-11-25T20:00:00Z")!;
const MARKS = ["", "*", "."];
const two = (n: number) => String(n).padStart(2, "0");
const lines = (time: (i: number) => string) =>
  Array.from({ length: 30 }, (_, i) => `<189>${i}: ${MARKS[i % 3]}${time(i)}: %SYS-5-CONFIG_I: Configured by u${i}`);

describe("a mark of the clock glued to a time", () => {
  it.each([
    ["Nov 25", "2026-11-25"],
    ["Nov  2", "2026-11-02"],
    ["Nov 2", "2026-11-02"],
  ])("is no part of it: %s", (day, wanted) => {
    const given = lines((i) => `${day} 08:${two(i)}:05.123`);
    const { text, figures } = propose(given, { start: START });
    expect(figures).toMatchObject({ entries: 30, parsed: 30, timed: 30 });
    const { outputs } = preview(
      text,
      given.map((line) => ({ line, labels: {} })),
      START,
    );
    expect(outputs.map(({ entry }) => formatRfc3339(entry.timestamp))).toEqual(
      given.map((_, i) => `${wanted}T08:${two(i)}:05.123Z`),
    );
  });

  it("is none of a clock without a day, either", () => {
    const { figures } = propose(
      lines((i) => `08:${two(i)}:05.123`),
      { start: START },
    );
    expect(figures).toMatchObject({ entries: 30, parsed: 30 });
  });
});
