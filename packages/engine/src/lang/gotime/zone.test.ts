import { readFileSync } from "node:fs";
import { formatInTimeZone } from "date-fns-tz";
import { describe, expect, it } from "vitest";
import { fixedZone, formatTime, loadZone, UTC, type Zone, zoneErrorMessage, zoneNames } from "./index.ts";

/** Rows that a Go 1.26 program printed: the zone at an instant, and the instant that time.Date gives a local time. */
type Row = [name: string, at: number, abbreviation: string, offset: number, local: number, utc: number];
const rows = readFileSync(new URL("./testdata/zones.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Row);

describe("zones", () => {
  it("have Go's offsets, abbreviations and local times around their transitions", () => {
    for (const row of rows) {
      const [name, at, abbreviation, offset, local, utc] = row;
      const zone = loadZone(name) as Zone;
      const period = zone.lookup(at);
      expect([period.name, period.offset, zone.toUtc(local)], JSON.stringify(row)).toEqual([abbreviation, offset, utc]);
    }
    expect(new Set(rows.map(([name]) => name)).size).toBe(zoneNames().length);
  });

  it("give the same answers whatever was asked before", () => {
    for (const name of ["America/Indiana/Winamac", "Europe/Berlin", "Australia/Sydney"]) {
      const own = rows.filter((row) => row[0] === name);
      const zone = loadZone(name) as Zone;
      for (const first of own.slice(0, 40)) {
        for (const second of own.slice(0, 40)) {
          zone.lookup(first[1]);
          expect(zone.lookup(second[1]).offset, `${name} ${first[1]} ${second[1]}`).toBe(second[3]);
        }
      }
    }
  });

  // A second opinion on the table: the platform's own zones, far enough back that databases agree.
  it.each([
    "America/New_York",
    "Europe/Berlin",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "America/Sao_Paulo",
    "Africa/Cairo",
  ])("agree with the platform on %s from 1990 to 2035", (name) => {
    const zone = loadZone(name) as Zone;
    for (let at = 631_152_000; at < 2_051_222_400; at += 86_400 * 5 + 3601) {
      const wanted = formatInTimeZone(new Date(at * 1000), name, "xxx");
      expect(formatTime("-07:00", { nanos: BigInt(at) * 1_000_000_000n, zone }), String(at)).toBe(wanted);
    }
  });

  it.each(["", "UTC", "Local"])("takes %j as UTC", (name) => {
    expect(loadZone(name)).toBe(UTC);
  });

  it.each<[string, string]>([
    ["Mars/Olympus", "unknown time zone Mars/Olympus"],
    ["+02:00", "unknown time zone +02:00"],
    ["america/new_york", "unknown time zone america/new_york"],
    ["../etc/passwd", "time: invalid location name"],
    ["/etc/localtime", "time: invalid location name"],
  ])("does not know %j", (name, message) => {
    expect(loadZone(name)).toBeUndefined();
    expect(zoneErrorMessage(name)).toBe(message);
  });

  it("knows abbreviations by the time they are used at", () => {
    const sydney = loadZone("Australia/Sydney") as Zone;
    expect(sydney.offsetOfName("AEDT", Date.UTC(2024, 0, 1) / 1000)).toBe(39_600);
    expect(sydney.offsetOfName("AEST", Date.UTC(2024, 6, 1) / 1000)).toBe(36_000);
    expect(sydney.offsetOfName("CET", 0)).toBeUndefined();
  });

  it("makes fixed zones, which keep their name", () => {
    expect(fixedZone("", 3600)).toBe(fixedZone("", 3600));
    expect(formatTime("MST -07:00:00", { nanos: 0n, zone: fixedZone("ABC", -30) })).toBe("ABC +00:00:-30");
  });
});
