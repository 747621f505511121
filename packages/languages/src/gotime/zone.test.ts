import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { formatInTimeZone } from "date-fns-tz";
import { describe, expect, it } from "vitest";
import { dateTime, fixedZone, formatTime, loadZone, UTC, type Zone, zoneErrorMessage, zoneNames } from "./index.ts";
import { ZONE_RELEASES } from "./zone-data.ts";
import { type Recorded, ZoneRecords } from "./zone-records.ts";

/**
 * Rows that a Go 1.26 program printed: the zone at an instant, and the instant that time.Date gives a local time.
 * zones.jsonl: with the zone data that Go 1.26 embeds, 2025c; releases from 2025a to 2026f all agree on these.
 */
type Row = [name: string, at: number, abbreviation: string, offset: number, local: number, utc: number];
/** Where those releases disagree (scripts/build/record-zones.go); null: not known. */
type Answer = [abbreviation: string, offset: number, utc: number] | null;
type RevisedRow = [name: string, at: number, local: number, answers: Recorded<Answer>];

const readRows = <R>(file: string) =>
  readFileSync(new URL(`./testdata/${file}`, import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as R);
const rows = readRows<Row>("zones.jsonl");
const revisedRows = readRows<RevisedRow>("zones-revised.jsonl");
/** Rows where the platform's database has no history of its own for a zone before 1970: it joins zones alike since. */
const joinedRows = readRows<Row>("zones-before-1970.jsonl");
const records = new ZoneRecords(process.versions.tz ?? "");

function answerOf(name: string, at: number, local: number): Answer {
  const zone = loadZone(name);
  if (zone === undefined) return null;
  const period = zone.lookup(at);
  return [period.name, period.offset, zone.toUtc(local)];
}

const answer = ([name, at, , , local]: Row): unknown => answerOf(name, at, local);

/** The zones that newer data than any recorded has other offsets for; empty on data that was recorded. */
function findRevisedZones(): Set<string> {
  for (const [zone, at, , offset] of rows) records.isRevised([{ zone, at, offset }]);
  for (const [zone, at, , recorded] of revisedRows) {
    const held = records.answer(recorded);
    if (held !== null) records.isRevised([{ zone, at, offset: held[1] }]);
  }
  return new Set(records.revised);
}
const revisedZones = findRevisedZones();

describe("zones", () => {
  it("have Go's offsets, abbreviations and local times around their transitions, whatever zone data Node has", {
    timeout: 90_000,
  }, () => {
    const others = rows.flatMap((row) => {
      const [name, at, abbreviation, offset, local, utc] = row;
      if (revisedZones.has(name)) return [];
      const given = answerOf(name, at, local);
      return isDeepStrictEqual(given, [abbreviation, offset, utc]) ? [] : [{ row, given }];
    });
    expect(others).toEqual([]);
    const known = new Set([...rows, ...joinedRows, ...revisedRows].map(([name]) => name));
    expect(zoneNames().filter((name) => !known.has(name))).toEqual(["Factory"]);
  });

  it("have Go's answers of the same release where releases disagree", () => {
    const others = revisedRows.flatMap((row) => {
      const [name, at, local, recorded] = row;
      if (revisedZones.has(name)) return [];
      const [given, wanted] = [answerOf(name, at, local), records.answer(recorded)];
      return isDeepStrictEqual(given, wanted) ? [] : [{ row, given, wanted }];
    });
    expect(others, `zone data ${records.release}`).toEqual([]);
    expect(revisedRows.length).toBeGreaterThan(400);
  });

  it("are all compared on data that was recorded, and nearly all on newer", () => {
    const isRecorded = (process.versions.tz ?? "") <= ZONE_RELEASES.at(-1)!.release;
    // A release changes some dozens of names at most.
    expect(revisedZones.size, [...revisedZones].join(" ")).toBeLessThanOrEqual(isRecorded ? 0 : zoneNames().length / 5);
  });

  // Known differences. Each row is one: where the platform has learnt better, the row goes to zones.jsonl.
  it.each(joinedRows)("differ from Go's before 1970: %s at %d", (...row) => {
    const [name, at, abbreviation, offset, , utc] = row;
    expect(at).toBeLessThan(0);
    expect(answer(row)).not.toEqual([abbreviation, offset, utc]);
    expect(loadZone(name)).toBeDefined();
  });

  it("leave out the one name that no platform takes: Go's placeholder Factory", () => {
    const lacking = zoneNames().filter((name) => loadZone(name) === undefined);
    // Zones that came with a release lack where the data is older.
    const later = ZONE_RELEASES.filter(({ release }) => release > records.release).map(({ zone }) => zone);
    expect(lacking.filter((name) => !later.includes(name))).toEqual(["Factory"]);
  });

  it("keep the seconds of local mean time", () => {
    expect((loadZone("Europe/Berlin") as Zone).lookup(-3_000_000_000)).toMatchObject({ name: "LMT", offset: 3208 });
    expect((loadZone("America/New_York") as Zone).lookup(-3_000_000_000)).toMatchObject({
      name: "LMT",
      offset: -17_762,
    });
    expect((loadZone("Africa/Monrovia") as Zone).lookup(0)).toMatchObject({ name: "MMT", offset: -2670 });
  });

  it("repeat in the far future", () => {
    const zone = loadZone("Europe/Berlin") as Zone;
    for (const year of [2099, 2100, 2499, 2500, 2501, 9999, 275_761, 4_000_000]) {
      const [winter, summer] = [0, 6].map((month) => dateTime(year, month + 1, 15, 12, 0, 0, 0, zone));
      expect([formatTime("2006 15 MST", winter!), formatTime("15 MST", summer!)]).toEqual([
        `${year} 12 CET`,
        "12 CEST",
      ]);
    }
    expect(zone.lookup(9e18)).toMatchObject({ name: expect.stringMatching(/^CES?T$/) });
  });

  it("give the same answers whatever was asked before", () => {
    const others: string[] = [];
    for (const name of ["America/Indiana/Winamac", "Europe/Berlin", "Australia/Sydney"]) {
      const own = rows.filter((row) => row[0] === name && !revisedZones.has(name));
      const zone = loadZone(name) as Zone;
      for (const first of own.slice(0, 40)) {
        for (const second of own.slice(0, 40)) {
          zone.lookup(first[1]);
          if (zone.lookup(second[1]).offset !== second[3]) others.push(`${name} ${first[1]} ${second[1]}`);
        }
      }
    }
    expect(others).toEqual([]);
  });

  // No transition is missed: what is kept is what the platform says at any time.
  it.each([
    "America/New_York",
    "Europe/Berlin",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "America/Sao_Paulo",
    "Africa/Cairo",
  ])("agree with the platform on %s from 1990 to 2035", (name) => {
    const zone = loadZone(name) as Zone;
    for (let at = 631_152_000; at < 2_051_222_400; at += 86_400 * 10 + 3601) {
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
