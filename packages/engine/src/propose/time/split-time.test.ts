import { formatRfc3339, parseRfc3339 } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { propose } from "../propose.ts";
import { preview } from "../run.ts";

const START = parseRfc3339("2026-11-28T12:00:00Z")!;
const two = (n: number) => String(n).padStart(2, "0");
const day = (i: number) => `2026-11-${two(14 + (i % 9))}`;
const clock = (i: number) => `08:${two(i)}:${two((i * 7) % 60)}`;
const repeat = (line: (i: number) => string) => Array.from({ length: 20 }, (_, i) => line(i));
const level = (i: number) => ["INFO", "WARN", "ERROR"][i % 3]!;

const proposed = (lines: readonly string[]) => propose(lines, { start: START });
function timesOf(lines: readonly string[]): string[] {
  const samples = lines.map((line) => ({ line, labels: {} }));
  return preview(proposed(lines).text, samples, START).outputs.map(({ entry }) => formatRfc3339(entry.timestamp));
}
const wanted = repeat((i) => `${day(i)}T${clock(i)}Z`);

describe("a day and a clock that are two values", () => {
  it.each<[string, (i: number) => string]>([
    ["columns between semicolons", (i) => `${day(i)};${clock(i)};${level(i)};gw${i % 3};${i}`],
    ["columns between commas in quotes", (i) => `"${day(i)}","${clock(i)}","${level(i)}","gw${i % 3}","${i}"`],
    ["columns between bars", (i) => `${day(i)}|${clock(i)}|${level(i)}|gw${i % 3}|${i}`],
    ["keys of JSON", (i) => JSON.stringify({ date: day(i), n: i, time: clock(i), level: level(i) })],
    ["keys that say so", (i) => JSON.stringify({ log_date: day(i), n: i, a: 1, b: 2, log_time: clock(i) })],
    ["keys of logfmt", (i) => `date=${day(i)} time=${clock(i)} level=${level(i)} n=${i}`],
    ["elements of XML", (i) => `<e><date>${day(i)}</date><time>${clock(i)}</time><level>${level(i)}</level></e>`],
    ["digits alone", (i) => `${day(i).replaceAll("-", "")};${clock(i).replaceAll(":", "")};${level(i)};gw;${i}`],
    ["American ones", (i) => `11/${two(14 + (i % 9))}/2026,${clock(i).slice(1)} AM,${level(i)},gw${i % 3},${i}`],
    ["apart in a text", (i) => `${day(i)} ${level(i)} [worker-${i % 3}] ${clock(i)} - order ${i} placed`],
  ])("are joined: %s", (_, line) => {
    expect(timesOf(repeat(line))).toEqual(wanted);
  });

  it("take the zone in a value of its own", () => {
    const lines = repeat((i) => JSON.stringify({ date: day(i), time: clock(i), tz: "+0200", n: i }));
    expect(timesOf(lines)[0]).toBe("2026-11-14T06:00:00Z");
  });

  it("give a line that lacks one of them no time of its own: it follows the one before", () => {
    const lines = repeat((i) => `date=${day(i)} time=${clock(i)} level=info n=${i}`);
    const times = timesOf([...lines, "date=2026-11-14 level=info n=20 user=bob"]);
    expect(times.at(-1)).toBe(wanted.at(-1)!.replace("Z", ".000000001Z"));
  });

  it("are parts of different times where other names say so", () => {
    const lines = repeat((i) =>
      JSON.stringify({ birth_date: "1970-01-01", a: i, b: i, c: i, closing_time: "18:00:00", level: "info" }),
    );
    expect(proposed(lines).text).not.toContain("stage.timestamp");
  });

  it.each([
    ["due_date", "reminder"],
    ["date", "alarm"],
    ["release_day", "closing_time"],
  ])("are parts of different times where one of the names says so, also side by side: %s and %s", (date, time) => {
    const lines = repeat((i) => JSON.stringify({ level: "info", [date]: day(i), [time]: clock(i), n: i }));
    expect(proposed(lines).text).not.toContain("stage.timestamp");
  });

  it.each([
    ["Datum", "Uhrzeit"],
    ["event_date", "time"],
    ["d", "t"],
  ])("are joined side by side where no name speaks of something else: %s and %s", (date, time) => {
    expect(timesOf(repeat((i) => JSON.stringify({ n: i, [date]: day(i), [time]: clock(i), a: "b" })))).toEqual(wanted);
  });
});

describe("a clock of twelve hours", () => {
  const half = (i: number, gap: string, [am, pm]: readonly [string, string]) =>
    `${1 + (i % 11)}:${two(i)}${gap}${i % 2 === 0 ? am : pm}`;
  const meant = (i: number) => `T${two(1 + (i % 11) + (i % 2 === 0 ? 0 : 12))}:${two(i)}:00Z`;

  it.each<[string, (i: number, clock: string) => string]>([
    ["an ISO day", (i, clock) => `${day(i)} ${clock} INFO order ${i} placed`],
    ["an American day", (i, clock) => `11/${two(14 + (i % 9))}/2026 ${clock} INFO order ${i} placed`],
    ["a month", (i, clock) => `Nov ${14 + (i % 9)}, 2026 ${clock} [INFO] order ${i} placed`],
  ])("needs no seconds and no blank behind %s", (_, line) => {
    for (const gap of ["", " "])
      for (const words of [
        ["AM", "PM"],
        ["am", "pm"],
      ] as const) {
        const lines = repeat((i) => line(i, half(i, gap, words)));
        expect(timesOf(lines)).toEqual(repeat((i) => `${day(i)}${meant(i)}`));
      }
  });
});

describe("why there is no time", () => {
  it.each<[string, (i: number) => string, string]>([
    ["a clock alone", (i) => JSON.stringify({ time: clock(i), n: i }), "time has a clock and no day (08:00:00)"],
    ["a day alone", (i) => `date=${day(i)} level=info n=${i}`, "date has a day and no clock (2026-11-14)"],
    [
      "another calendar",
      (i) => JSON.stringify({ timestamp: `5 brumaire ${i}`, n: i }),
      "no format reads timestamp (5 brumaire 0)",
    ],
    ["none", (i) => JSON.stringify({ level: "info", n: i }), "the lines have no day and clock"],
    [
      "a few",
      (i) => JSON.stringify({ ...(i === 3 ? { ts: "2026-11-14T08:00:00Z" } : {}), n: i }),
      "only 1 of 20 entries have ts",
    ],
  ])("is said: %s", (_, line, why) => {
    expect(proposed(repeat(line)).untimed).toEqual([why]);
  });

  it("is not asked where the lines have it, or what wraps them", () => {
    expect(proposed(repeat((i) => `ts=${day(i)}T${clock(i)}Z n=${i} a=b`)).untimed).toEqual([]);
    const wrapped = repeat((i) => `${day(i)}T${clock(i)}.5Z stdout F ${JSON.stringify({ level: "info", n: i })}`);
    expect(proposed(wrapped).untimed).toEqual([]);
  });
});
