/**
 * Time zones as Go's `time.Location`: fixed offsets, UTC, and the IANA zones (iana-zone.ts).
 */

/** A stretch of time with one offset. */
export interface ZonePeriod {
  /** Abbreviation, such as `CET`. */
  readonly name: string;
  /** Seconds east of UTC. */
  readonly offset: number;
  readonly isDst: boolean;
  /** From and (exclusive) to, in seconds since the epoch; near a transition exact, elsewhere possibly narrower. */
  readonly start: number;
  readonly end: number;
}

export interface ZoneType {
  readonly name: string;
  readonly offset: number;
  readonly isDst: boolean;
}

const NEVER: ZonePeriod = { name: "", offset: 0, isDst: false, start: Infinity, end: -Infinity };

/** A time zone. Look-ups remember the last period, since log times lie close together. */
export class Zone {
  /** `Europe/Berlin`, `UTC`, or the text of a fixed zone's abbreviation (possibly empty). */
  readonly name: string;
  readonly #types: readonly ZoneType[];
  readonly #times: Float64Array;
  readonly #indices: Uint8Array;
  #last = NEVER;

  /** `types[indices[i]]` holds from `times[i]` on; the first time is minus infinity. */
  constructor(name: string, types: readonly ZoneType[], times: Float64Array, indices: Uint8Array) {
    this.name = name;
    this.#types = types;
    this.#times = times;
    this.#indices = indices;
  }

  /** The period that holds at `at`, in seconds since the epoch. */
  lookup(at: number): ZonePeriod {
    const last = this.#last;
    if (at >= last.start && at < last.end) return last;
    this.#last = this.find(at);
    return this.#last;
  }

  protected find(at: number): ZonePeriod {
    let i = this.#times.length - 1;
    while (i > 0 && at < this.#times[i]!) i--;
    return { ...this.#types[this.#indices[i]!]!, start: this.#times[i]!, end: this.#times[i + 1] ?? Infinity };
  }

  /**
   * The offset that abbreviation `name` has in this zone for a local time (given as if it were UTC): preferably one
   * that was in force then, else any; `undefined` when the zone does not know the name.
   */
  offsetOfName(name: string, localSeconds: number): number | undefined {
    for (const type of this.#types) {
      if (type.name !== name) continue;
      const period = this.lookup(localSeconds - type.offset);
      if (period.name === name) return period.offset;
    }
    return this.#types.find((type) => type.name === name)?.offset;
  }

  /**
   * The instant of a local time given as if it were UTC, as Go's `time.Date` finds it: the offset in force at that
   * number of seconds is tried first, then the one in force at the result. In gaps and overlaps the sign of the
   * offset therefore decides which side is taken.
   */
  toUtc(localSeconds: number): number {
    const period = this.lookup(localSeconds);
    if (period.offset === 0) return localSeconds;
    const utc = localSeconds - period.offset;
    return utc >= period.start && utc < period.end ? utc : localSeconds - this.lookup(utc).offset;
  }
}

const ALWAYS = Float64Array.of(Number.NEGATIVE_INFINITY);
const FIRST = Uint8Array.of(0);

function constantZone(name: string, abbreviation: string, offset: number): Zone {
  return new Zone(name, [{ name: abbreviation, offset, isDst: false }], ALWAYS, FIRST);
}

/** Coordinated universal time. Also what `Local` means here: the engine knows no machine. */
export const UTC: Zone = constantZone("UTC", "UTC", 0);

const MAX_FIXED_ZONES = 512;
const fixedZones = new Map<number, Zone>();

/** A zone with one offset in seconds east of UTC; `name` is its abbreviation, and empty prints as the offset. */
export function fixedZone(name: string, offset: number): Zone {
  if (name !== "") return constantZone(name, name, offset);
  let zone = fixedZones.get(offset);
  if (zone === undefined) {
    zone = constantZone("", "", offset);
    if (fixedZones.size < MAX_FIXED_ZONES) fixedZones.set(offset, zone);
  }
  return zone;
}
