/**
 * Which release of the IANA time zone database the platform has. ECMAScript has no way to ask, so the platform's answers are
 * compared for times on which a release disagrees with all before it. A platform may take over single changes of a release;
 * the result is therefore the newest release whose sign it shows.
 *
 * A new release gets a line here, what `scripts/build/generate-zone-names.mjs` prints, and rows that
 * `scripts/build/record-zones.go` prints.
 */

export interface ZoneRelease {
  readonly release: string;
  /** From the release on, and in none before, this zone has this offset at this time (seconds since the epoch). */
  readonly zone: string;
  readonly at: number;
  readonly offset: number;
}

const seconds = (text: string): number => Date.parse(text) / 1000;

/** The oldest first. */
export const ZONE_RELEASES: readonly ZoneRelease[] = [
  // Paraguay stays on summer time.
  { release: "2025a", zone: "America/Asuncion", at: seconds("2025-07-01T00:00:00Z"), offset: -10_800 },
  // Chile's Aysén has a zone of its own.
  { release: "2025b", zone: "America/Coyhaique", at: seconds("2025-07-01T00:00:00Z"), offset: -10_800 },
  // Baja California had summer time from 1961 to 1975, too.
  { release: "2025c", zone: "America/Tijuana", at: seconds("1975-07-01T00:00:00Z"), offset: -25_200 },
  // Moldova has changed its clocks an hour later since 2022.
  { release: "2026a", zone: "Europe/Chisinau", at: seconds("2025-03-30T00:30:00Z"), offset: 7200 },
  // British Columbia, Alberta, the Inuvik region and Manitoba stay on summer time.
  { release: "2026b", zone: "America/Vancouver", at: seconds("2027-01-01T00:00:00Z"), offset: -25_200 },
  { release: "2026c", zone: "America/Edmonton", at: seconds("2027-01-01T00:00:00Z"), offset: -21_600 },
  { release: "2026d", zone: "America/Inuvik", at: seconds("2027-01-01T00:00:00Z"), offset: -21_600 },
  { release: "2026e", zone: "America/Winnipeg", at: seconds("2027-01-01T00:00:00Z"), offset: -18_000 },
  // Cuba keeps summer time through a winter.
  { release: "2026f", zone: "America/Havana", at: seconds("2027-01-01T00:00:00Z"), offset: -14_400 },
];

/** Seconds east of UTC; undefined: there is no such zone. */
export type OffsetAt = (zone: string, at: number) => number | undefined;

/** What the platform itself says, in whole minutes. */
export const platformOffset: OffsetAt = (zone, at) => {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  const name = format.formatToParts(at * 1000).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign = "+", hours = "0", minutes = "0"] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  const size = Number(hours) * 3600 + Number(minutes) * 60;
  return sign === "-" ? 0 - size : size;
};

/** Whether the platform shows the sign of a release. */
export function showsRelease({ zone, at, offset }: ZoneRelease, offsetAt: OffsetAt = platformOffset): boolean {
  return offsetAt(zone, at) === offset;
}

/** The newest release whose sign the platform shows; undefined if it is older than all known ones. */
export function findZoneRelease(offsetAt: OffsetAt = platformOffset): string | undefined {
  return ZONE_RELEASES.findLast((release) => showsRelease(release, offsetAt))?.release;
}

/** The same in words: `2025c`, `2026f or later`, `before 2025a`. */
export function describeZoneData(offsetAt: OffsetAt = platformOffset): string {
  const found = findZoneRelease(offsetAt);
  if (found === undefined) return `before ${ZONE_RELEASES[0]!.release}`;
  return found === ZONE_RELEASES.at(-1)!.release ? `${found} or later` : found;
}
