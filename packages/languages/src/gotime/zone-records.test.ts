import { describe, expect, it } from "vitest";
import { ZONE_RELEASES } from "./zone-data.ts";
import { readInstant, ZoneRecords } from "./zone-records.ts";

/** A platform that shows the signs of releases up to one, and is otherwise an hour east of UTC. */
const platformOf = (release: string) => (zone: string, at: number) =>
  ZONE_RELEASES.find((known) => known.zone === zone && known.at === at && known.release <= release)?.offset ?? 3600;

describe("recorded answers", () => {
  const recorded = { "2025a": ["old"], "2026c": ["new"] };

  it.each([
    ["2025a", ["old"]],
    ["2026b", ["old"]],
    ["2026c", ["new"]],
    ["2026f", ["new"]],
  ])("of data %s are those since the last change", (release, answer) => {
    expect(new ZoneRecords(release, platformOf(release)).answer(recorded)).toEqual(answer);
  });

  it("that never changed hold always, as lists, texts and nothing", () => {
    const records = new ZoneRecords("2025c", platformOf("2025c"));
    expect([records.answer(["a", 1]), records.answer("text"), records.answer(null)]).toEqual([["a", 1], "text", null]);
  });

  it("are not there for data that is older than all", () => {
    expect(() => new ZoneRecords("2024b", platformOf("2024b")).answer(recorded)).toThrow("before 2025a");
  });
});

describe("a difference", () => {
  const instants = [
    { zone: "Etc/Same", at: 0, offset: 3600 },
    { zone: "Etc/Moved", at: 0, offset: 7200 },
  ];

  it.each(ZONE_RELEASES.map(({ release }) => release))("is a mistake on data %s, which was recorded", (release) => {
    const records = new ZoneRecords(release, platformOf(release));
    expect(records.isRevised(instants)).toBe(false);
    expect(records.revised).toEqual([]);
  });

  it("is explained on newer data by another offset alone", () => {
    const records = new ZoneRecords("2031a", platformOf("2031a"));
    expect(records.isRevised(instants.slice(0, 1))).toBe(false);
    expect(records.isRevised(instants)).toBe(true);
    expect(records.revised).toEqual(["Etc/Moved"]);
  });
});

it("reads the times of rows", () => {
  expect(readInstant("Zone", "-36545531348.000000000 -0330 -03:30:52")).toEqual({
    zone: "Zone",
    at: -36_545_531_348,
    offset: -12_652,
  });
});
