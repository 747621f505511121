/**
 * For tests of time zones: which of the recorded answers holds on this platform. Go's answers were recorded with every
 * release of the zone database from 2025a to the newest that `ZONE_RELEASES` tells apart. So on each of them every row is
 * compared, and none is left out. On data that is newer still, a row may differ where the platform itself gives another
 * offset than was recorded: that is a change of the data, anything else a mistake.
 */
import { findZoneRelease, platformOffset, ZONE_RELEASES } from "@sluice/languages/gotime/zone-data";
/** `1645253511.350111164 AEDT +11:00:00`, as the rows have times of a zone. */
export function readInstant(zone, text) {
  const [, sign, hours, minutes, seconds] = /([+-])(\d\d):(\d\d):(\d\d)$/.exec(text) ?? [];
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return { zone, at: Number.parseInt(text, 10), offset: sign === "-" ? -size : size };
}
export class ZoneRecords {
  /** The newest release of which the platform shows the sign. */
  release;
  #offsetAt;
  #isNewer;
  #revised = new Set();
  /** `version` is what the platform calls its data. */
  constructor(version, offsetAt = platformOffset) {
    this.release = findZoneRelease(offsetAt) ?? "";
    this.#offsetAt = offsetAt;
    this.#isNewer = version > ZONE_RELEASES.at(-1).release;
  }
  /** Zones of rows that were taken to differ because the data is newer. */
  get revised() {
    return [...this.#revised].sort();
  }
  /** The answer that was recorded for the platform's release. */
  answer(recorded) {
    if (typeof recorded !== "object" || recorded === null || Array.isArray(recorded)) return recorded;
    const answers = Object.entries(recorded);
    const held = answers.findLast(([since]) => since <= this.release);
    if (held === undefined)
      throw new Error(`nothing was recorded for time zone data ${this.release || "before 2025a"}`);
    return held[1];
  }
  /** Whether newer data explains a difference: the platform gives another offset than any of the recorded. */
  isRevised(instants) {
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
//# sourceMappingURL=zone-records.js.map
