import { formatRfc3339, parseRfc3339 } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { propose } from "../propose.ts";
import { preview } from "../run.ts";

const START = parseRfc3339("2026-11-25T20:00:00Z")!;
const two = (n: number) => String(n).padStart(2, "0");

/** What the proposal says of the time, and the first times that it sets. */
function timesOf(lines: readonly string[]) {
  const { text, stages } = propose(lines, { start: START });
  const { outputs } = preview(
    text,
    lines.map((line) => ({ line, labels: {} })),
    START,
  );
  return {
    said: stages.find(({ id }) => id === "time")!.evidence.join("; "),
    times: outputs.slice(0, 3).map(({ entry }) => formatRfc3339(entry.timestamp).slice(11, 16)),
    kept: new Set(outputs.flatMap(({ entry }) => entry.metadata.map(([name]) => name))),
  };
}
const lines = (line: (minute: string, i: number) => string) => Array.from({ length: 30 }, (_, i) => line(two(i), i));

describe("the zone behind a time", () => {
  it.each([
    ["a name of the tz database in brackets", (m: string) => `[25-Nov-2026 08:${m}:00 Europe/Berlin] Warning: a ${m}`],
    ["a name behind ISO 8601", (m: string) => `2026-11-25 08:${m}:00.123 Europe/Berlin INFO a ${m}`],
    ["an abbreviation", (m: string) => `2026-11-25 08:${m}:00 CET INFO a ${m}`],
    ["an offset behind a month", (m: string) => `Nov 25 2026 08:${m}:00 +0100 web app[1]: a ${m}`],
    [
      "an abbreviation in the first line alone missing",
      (m: string, i: number) => `2026-11-25 08:${m}:00${i === 3 ? "" : " CET"} INFO a ${m}`,
    ],
    ["a column of its own", (m: string) => `2026-11-25 08:${m}:00,CET,INFO,a ${m},x`],
    ["a column behind a day and a clock", (m: string) => `2026-11-25,08:${m}:00,Europe/Berlin,INFO,a ${m}`],
    [
      "a field of JSON",
      (m: string) => JSON.stringify({ time: `2026-11-25 08:${m}:00`, timezone: "Europe/Berlin", a: m }),
    ],
  ])("is read: %s", (_, line) => {
    const { said, times, kept } = timesOf(lines(line));
    expect(times).toEqual(["07:00", "07:01", "07:02"]);
    expect(said).not.toContain("no zone in the lines");
    expect(kept).not.toContain("source");
  });

  it("is that of the lines around it, where their clock is the same", () => {
    const { said, times } = timesOf(
      lines((m, i) => `[25-Nov-2026 08:${m}:00${i % 5 === 1 ? " Europe/Berlin" : ""}] Warning: a ${m}`),
    );
    expect(times).toEqual(["07:00", "07:01", "07:02"]);
    expect(said).toContain("24 have no zone: read as Europe/Berlin");
  });

  it("is its own, where the others follow as UTC", () => {
    const { said, times } = timesOf(
      lines((m, i) =>
        i % 5 === 1 ? `[25-Nov-2026 09:${m}:00 Europe/Berlin] a ${m}` : `[25-Nov-2026 08:${m}:00] a ${m}`,
      ),
    );
    expect(times).toEqual(["08:00", "08:01", "08:02"]);
    expect(said).toContain("6 in Europe/Berlin; 24 have no zone: read as UTC");
  });

  it("is that of each line, where there are several", () => {
    const { times } = timesOf(
      lines((m, i) =>
        i % 3 === 1
          ? `[25-Nov-2026 02:${m}:00 America/New_York] a ${m}`
          : `[25-Nov-2026 08:${m}:00 Europe/Berlin] a ${m}`,
      ),
    );
    expect(times).toEqual(["07:00", "07:01", "07:02"]);
  });
});
