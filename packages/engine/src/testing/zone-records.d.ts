/**
 * For tests of time zones: which of the recorded answers holds on this platform. Go's answers were recorded with every
 * release of the zone database from 2025a to the newest that `ZONE_RELEASES` tells apart. So on each of them every row is
 * compared, and none is left out. On data that is newer still, a row may differ where the platform itself gives another
 * offset than was recorded: that is a change of the data, anything else a mistake.
 */
import { type OffsetAt } from "@sluice/languages/gotime/zone-data";
/** One answer for all releases, or by the release from which on it holds. Answers themselves are lists, texts or null. */
export type Recorded<T> =
  | T
  | {
      readonly [since: string]: T;
    };
export interface Instant {
  readonly zone: string;
  /** Seconds since the epoch. */
  readonly at: number;
  /** The offset that was recorded. */
  readonly offset: number;
}
/** `1645253511.350111164 AEDT +11:00:00`, as the rows have times of a zone. */
export declare function readInstant(zone: string, text: string): Instant;
export declare class ZoneRecords {
  #private;
  /** The newest release of which the platform shows the sign. */
  readonly release: string;
  /** `version` is what the platform calls its data. */
  constructor(version: string, offsetAt?: OffsetAt);
  /** Zones of rows that were taken to differ because the data is newer. */
  get revised(): readonly string[];
  /** The answer that was recorded for the platform's release. */
  answer<T extends readonly unknown[] | string | null>(recorded: Recorded<T>): T;
  /** Whether newer data explains a difference: the platform gives another offset than any of the recorded. */
  isRevised(instants: readonly Instant[]): boolean;
}
