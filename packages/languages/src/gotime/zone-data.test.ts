import { describe, expect, it } from "vitest";
import { describeZoneData, findZoneRelease, platformOffset, showsRelease, ZONE_RELEASES } from "./zone-data.ts";
import { NEWER_ZONE_NAMES } from "./zone-names.ts";

const names = ZONE_RELEASES.map(({ release }) => release);

/** A platform that shows the signs of these releases and no others. */
const platformOf = (shown: readonly string[]) => (zone: string, at: number) =>
  ZONE_RELEASES.find((known) => known.zone === zone && known.at === at && shown.includes(known.release))?.offset;

describe("the release of the zone data", () => {
  it("is what Node says, or the newest that can be distinguished", () => {
    const own = process.versions.tz ?? "";
    expect(own >= "2025a", `zone data ${own} is older than what tests were recorded with`).toBe(true);
    expect(findZoneRelease()).toBe(names.findLast((name) => name <= own));
    expect(ZONE_RELEASES.filter((release) => showsRelease(release)).map(({ release }) => release)).toEqual(
      own > names.at(-1)! ? expect.any(Array) : names.filter((name) => name <= own),
    );
  });

  it.each(names.map((name, i) => [name, i] as const))("%s is distinguished from its neighbours", (name, i) => {
    expect(findZoneRelease(platformOf(names.slice(0, i + 1)))).toBe(name);
    expect(describeZoneData(platformOf(names.slice(0, i + 1)))).toBe(
      i === names.length - 1 ? `${name} or later` : name,
    );
  });

  it("is the newest that shows, where a platform has taken over single changes", () => {
    expect(describeZoneData(platformOf(["2025a", "2026b"]))).toBe("2026b");
  });

  it("is older than all where none shows", () => {
    expect(describeZoneData(platformOf([]))).toBe("before 2025a");
    expect(describeZoneData(() => 0)).toBe("before 2025a");
  });

  it("goes up in the list, and names that came later belong to one of it", () => {
    expect([...names].sort()).toEqual(names);
    for (const { release } of NEWER_ZONE_NAMES) expect(names).toContain(release);
  });
});

describe("the platform's offset", () => {
  it.each<[string, string, number | undefined]>([
    ["Asia/Kathmandu", "2024-01-01T00:00:00Z", 20_700],
    ["America/St_Johns", "2024-01-01T00:00:00Z", -12_600],
    ["UTC", "2024-01-01T00:00:00Z", 0],
    ["Mars/Olympus", "2024-01-01T00:00:00Z", undefined],
  ])("of %s on %s is %s", (zone, at, offset) => {
    expect(platformOffset(zone, Date.parse(at) / 1000)).toBe(offset);
  });
});
