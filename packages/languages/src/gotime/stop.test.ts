import { describe, expect, it } from "vitest";
import { SeededRandom } from "../base/random.ts";
import { compileLayout, LAYOUTS } from "./layout.ts";
import { compileTimestampFormat } from "./loki-timestamp.ts";
import { parseTime } from "./parse.ts";
import { findFormatStop, findLayoutStop } from "./stop.ts";

/** As `what was read » the rest: the piece of the layout, in words`. */
function shown(format: string, text: string): string | undefined {
  const stop = findFormatStop(format, text);
  if (stop === undefined) return undefined;
  return `${text.slice(0, stop.at)}»${text.slice(stop.at)} [${stop.layout.slice(stop.nextStart, stop.nextEnd)}] ${stop.expected}`;
}

describe("where a text stops being a time", () => {
  it.each([
    ["02/Jan/2006:15:04:05 -0700", "10/13/2024:12:00:00 +0000", "10/»13/2024:12:00:00 +0000 [Jan] a month name (Jan)"],
    ["2006-01-02 15:04:05", "2024-03-10T12:00:00", "2024-03-10»T12:00:00 [ ] a blank"],
    ["2006-01-02 15:04:05", "2024-13-10 12:00:00", "2024-»13-10 12:00:00 [01] a month from 01 to 12"],
    ["2006-01-02 15:04:05", "2024-02-30 12:00:00", "2024-02-30 12:00:00» [] a day that the month has"],
    ["2006-01-02 15:04:05", "2024-02-28 12:00:00 UTC", "2024-02-28 12:00:00» UTC [] the end of the text"],
    [
      "RFC3339",
      "2024-03-10T12:00:00",
      "2024-03-10T12:00:00» [Z07:00] an offset of a time zone such as `+07:00` or `Z`",
    ],
    ["15:04:05.000", "12:00:00", "12:00:00» [.000] `.` and 3 digits"],
    ["le 2 à 15h", "le 3 a 12h", "le 3 »a 12h [à ] `à `"],
    ["à  2", "à  x", "à  »x [2] a day of the month"],
    ["Unix", "17x", "17»x [] the end of the digits"],
    ["Unix", "17.", "17.» [] a digit"],
    ["UnixMs", "17.5", "17».5 [] the end of the digits"],
    ["UnixNs", "", "» [] a digit"],
  ])("%s in %s", (format, text, expected) => {
    expect(shown(format, text)).toBe(expected);
  });

  it("is absent for a time, and for too long a text", () => {
    expect(findFormatStop("Unix", "1700000000.5")).toBeUndefined();
    expect(findFormatStop("RFC3339", "2024-03-10T12:00:00Z")).toBeUndefined();
    expect(findFormatStop("RFC3339", "x".repeat(5000))).toBeUndefined();
  });

  it("is reported exactly where parsing fails, for 2,000 changed times", () => {
    const random = new SeededRandom(3);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random.next() * list.length)]!;
    const layouts = Object.values(LAYOUTS);
    let failed = 0;
    for (let i = 0; i < 2000; i++) {
      const layout = pick(layouts);
      // A layout is a time of itself.
      const units = [...layout];
      units.splice(
        Math.floor(random.next() * units.length),
        Math.floor(random.next() * 3),
        pick(["x", "9", " ", "-", "é", ""]),
      );
      const text = units.join("");
      const compiled = compileLayout(layout);
      const stop = findLayoutStop(compiled, text);
      expect(stop === undefined, `${layout} ${text}`).toBe(parseTime(compiled, text).ok);
      if (stop === undefined) continue;
      failed++;
      expect(stop.at).toBeLessThanOrEqual(text.length);
      expect(stop.nextEnd).toBeGreaterThanOrEqual(stop.nextStart);
      expect(stop.expected).not.toBe("");
      expect(compileTimestampFormat(layout)).toMatchObject({ ok: true });
    }
    expect(failed).toBeGreaterThan(500);
  });
});
