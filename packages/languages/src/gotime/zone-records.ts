/**
 * For tests of time zones: which of the recorded answers holds on this platform. Go's answers were recorded with every
 * release of the zone database from 2025a to the newest that `ZONE_RELEASES` tells apart. So on each of them every row is
 * compared, and none is left out. On data that is newer still, a row may differ where the platform itself gives another
 * offset than was recorded: that is a change of the data, anything else a mistake.
 */
import { findZoneRelease, type OffsetAt, platformOffset, ZONE_RELEASES } from "./zone-data.ts";

/** One answer for all releases, or by the release from which on it holds. Answers themselves are lists, texts or null. */
export type Recorded<T> = T | { readonly [since: string]: T };

export interface Instant {
  readonly zone: string;
  /** Seconds since the epoch. */
  readonly at: number;
  /** The offset that was recorded. */
  readonly offset: number;
}

/** `1645253511.350111164 AEDT +11:00:00`, as the rows have times of a zone. */
export function readInstant(zone: string, text: string): Instant {
  const [, sign, hours, minutes, seconds] = /([+-])(\d\d):(\d\d):(\d\d)$/.exec(text) ?? [];
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return { zone, at: Number.parseInt(text, 10), offset: sign === "-" ? -size : size };
}

export class ZoneRecords {
  /** The newest release whose sign the platform shows. */
  readonly release: string;
  readonly #offsetAt: OffsetAt;
  readonly #isNewer: boolean;
  readonly #revised = new Set<string>();

  /** `version` is what the platform calls its data. */
  constructor(version: string, offsetAt: OffsetAt = platformOffset) {
    this.release = findZoneRelease(offsetAt) ?? "";
    this.#offsetAt = offsetAt;
    this.#isNewer = version > ZONE_RELEASES.at(-1)!.release;
  }

  /** Zones of rows that were taken to differ because the data is newer. */
  get revised(): readonly string[] {
    return [...this.#revised].sort();
  }

  /** The answer that was recorded for the platform's release. */
  answer<T extends readonly unknown[] | string | null>(recorded: Recorded<T>): T {
    if (typeof recorded !== "object" || recorded === null || Array.isArray(recorded)) return recorded as T;
    const answers = Object.entries(recorded as Readonly<Record<string, T>>);
    const held = answers.findLast(([since]) => since <= this.release);
    if (held === undefined)
      throw new Error(`nothing was recorded for time zone data ${this.release || "before 2025a"}`);
    return held[1];
  }

  /** Whether newer data explains a difference: the platform gives another offset than any of the recorded. */
  isRevised(instants: readonly Instant[]): boolean {
    if (!this.#isNewer) return false;
    const changed = instants.find(({ zone, at, offset }) => {
      const now = this.#offsetAt(zone, at);
      // Offsets with seconds, all long ago, the platform gives in whole minutes.
      return now === undefined || Math.abs(now - offset) >= 60;
    });
    if (changed !== undefined) this.#revised.add(changed.zone);
    return changed !== undefined;
  }
}
