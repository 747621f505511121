/** The corpus says the same on every run, and its truth fits its own lines. */
import { hash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { FORMATS, MEANINGS, type TrueEntry, type WrittenLog, waysOf, writeLog } from "./index.ts";

const LOGS = FORMATS.map(writeLog);
const textOf = ({ lines }: WrittenLog, { first, lines: count }: TrueEntry): string =>
  lines.slice(first, first + count).join("\n");
const digest = ({ lines, entries, start }: WrittenLog): string =>
  hash(
    "sha256",
    JSON.stringify([lines, entries, start], (_, value) => (typeof value === "bigint" ? `${value}` : value)),
    "hex",
  );

it("has a name of its own for each format", () => {
  expect(new Set(FORMATS.map(({ name }) => name)).size).toBe(FORMATS.length);
});

it("has meanings of formats that exist, which fit most entries and stand in them", () => {
  expect(Object.keys(MEANINGS).filter((name) => !LOGS.some((log) => log.name === name))).toEqual([]);
  for (const log of LOGS) {
    const meaningsOf = MEANINGS[log.name];
    if (meaningsOf === undefined) continue;
    const even = log.entries.filter(({ odd }) => !odd).map((entry) => textOf(log, entry));
    const read = even.map((text) => [text, meaningsOf(text)] as const).filter(([, found]) => found !== undefined);
    expect(read.length / even.length, log.name).toBeGreaterThan(0.3);
    const plain = (text: string) => text.replaceAll(/["\\]/g, "");
    for (const [text, found] of read)
      expect(Object.values(found!).filter((value) => value && !plain(text).includes(plain(value)))).toEqual([]);
  }
});

describe.each(LOGS)("$name", (log) => {
  it("is the same when it is written again", () => {
    const format = FORMATS.find(({ name }) => name === log.name)!;
    expect(digest(writeLog(format))).toBe(digest(log));
  });

  it("has 120 to 300 lines, and entries that follow each other and cover them", () => {
    expect(log.lines.length).toBeGreaterThanOrEqual(120);
    expect(log.lines.length).toBeLessThanOrEqual(300);
    let next = 0;
    for (const { first, lines } of log.entries) {
      expect(first).toBe(next);
      next = first + lines;
    }
    expect(next).toBe(log.lines.length);
    expect(log.lines.filter((line) => line.includes("\n"))).toEqual([]);
  });

  it("has 5 to 15 % odd entries, of which nothing is expected", () => {
    const odd = log.entries.filter((entry) => entry.odd);
    expect(odd.length / log.entries.length).toBeGreaterThanOrEqual(0.05);
    expect(odd.length / log.entries.length).toBeLessThanOrEqual(0.15);
    expect(odd.filter(({ values, time }) => values.length > 0 || time !== undefined)).toEqual([]);
  });

  it("has each value and secret in the lines of its entry, and no secret in a value", () => {
    for (const entry of log.entries) {
      const text = textOf(log, entry);
      const has = (value: string) =>
        text.includes(value) || text.includes(JSON.stringify(value).slice(1, -1)) || unwrapped(text).includes(value);
      expect(
        entry.values.flatMap(waysOf).filter((value) => !has(value)),
        text,
      ).toEqual([]);
      expect(
        entry.secrets.filter((secret) => !text.includes(secret)),
        text,
      ).toEqual([]);
      expect(
        entry.values.flatMap(waysOf).filter((value) => value.trim() !== value || value === ""),
        text,
      ).toEqual([]);
      expect(
        entry.values.flatMap(waysOf).filter((value) => entry.secrets.some((secret) => value.includes(secret))),
        text,
      ).toEqual([]);
    }
  });

  it("has a value for most entries, and times in the year of the look at it", () => {
    const even = log.entries.filter(({ odd }) => !odd);
    expect(even.filter(({ values }) => values.length > 0).length / even.length).toBeGreaterThan(0.5);
    const year = (at: bigint) => new Date(Number(at / 1_000_000n)).getUTCFullYear();
    for (const { time } of even) if (time !== undefined) expect(year(time)).toBe(year(log.start));
  });
});

/** Texts that stand in JSON within JSON, or in XML. */
function unwrapped(text: string): string {
  return text
    .replaceAll(/\\+(["\\])/g, "$1")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
