/**
 * Time zones as Go's `time.Location`: the IANA zones from a table of our own (so that every platform gives the same
 * answer, abbreviations and history included, which `Intl` does not), fixed offsets, and UTC.
 */
import { ZONE_DATA } from "./zone-data.ts";
import { parseZoneRule, periodOfRule, type ZonePeriod, type ZoneRule } from "./zone-rule.ts";

export interface ZoneType {
  readonly name: string;
  readonly offset: number;
  readonly isDst: boolean;
}

function periodOf(type: ZoneType, start: number, end: number): ZonePeriod {
  return { name: type.name, offset: type.offset, isDst: type.isDst, start, end };
}

/** A time zone. Look-ups remember the last period, since log times lie close together. */
export class Zone {
  /** `Europe/Berlin`, `UTC`, or the text of a fixed zone's abbreviation (possibly empty). */
  readonly name: string;
  readonly #types: readonly ZoneType[];
  readonly #times: Float64Array;
  readonly #indices: Uint8Array;
  readonly #rule: ZoneRule | undefined;
  #last: ZonePeriod;
  /** From when on `#last` may be reused: a rule's period may claim to begin before the rule does. */
  #lastFrom = Number.NEGATIVE_INFINITY;

  constructor(name: string, types: readonly ZoneType[], times: Float64Array, indices: Uint8Array, rule?: ZoneRule) {
    this.name = name;
    this.#types = types;
    this.#times = times;
    this.#indices = indices;
    this.#rule = rule;
    this.#last = this.#find(0);
  }

  /** The period that holds at `at`, in seconds since the epoch. */
  lookup(at: number): ZonePeriod {
    const last = this.#last;
    if (at >= last.start && at >= this.#lastFrom && at < last.end) return last;
    return this.#find(at);
  }

  #find(at: number): ZonePeriod {
    const times = this.#times;
    this.#lastFrom = Number.NEGATIVE_INFINITY;
    if (at < times[0]!) {
      this.#last = periodOf(this.#types[this.#firstType()]!, Number.NEGATIVE_INFINITY, times[0]!);
      return this.#last;
    }
    let low = 0;
    let high = times.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (at < times[middle]!) high = middle;
      else low = middle;
    }
    const start = times[low]!;
    if (low === times.length - 1 && this.#rule !== undefined) {
      this.#lastFrom = start;
      this.#last = periodOfRule(this.#rule, start, at);
    } else {
      this.#last = periodOf(this.#types[this.#indices[low]!]!, start, times[low + 1] ?? Number.POSITIVE_INFINITY);
    }
    return this.#last;
  }

  /** The type before the first transition, by the rules of the reference implementation (tzcode). */
  #firstType(): number {
    if (!this.#indices.includes(0)) return 0;
    const first = this.#indices[0]!;
    if (this.#types[first]!.isDst) {
      for (let i = first - 1; i >= 0; i--) if (!this.#types[i]!.isDst) return i;
    }
    return Math.max(
      this.#types.findIndex((type) => !type.isDst),
      0,
    );
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

let lines: Map<string, string> | undefined;
const loaded = new Map<string, Zone>();

function zoneLines(): Map<string, string> {
  if (lines === undefined) {
    lines = new Map();
    for (const line of ZONE_DATA) {
      for (const name of line.slice(0, line.indexOf("|")).split(" ")) lines.set(name, line);
    }
  }
  return lines;
}

/** All IANA names that `loadZone` knows, sorted. */
export function zoneNames(): string[] {
  return [...zoneLines().keys()].sort();
}

/**
 * The zone of an IANA name (case matters, as it does to Go); empty, `UTC` and `Local` are UTC. `undefined` when there
 * is none: `zoneErrorMessage` has Go's text for it.
 */
export function loadZone(name: string): Zone | undefined {
  if (name === "" || name === "UTC" || name === "Local") return UTC;
  let zone = loaded.get(name);
  if (zone !== undefined) return zone;
  const line = zoneLines().get(name);
  if (line === undefined) return undefined;
  zone = readZone(name, line);
  loaded.set(name, zone);
  return zone;
}

/** The error text of Go's `time.LoadLocation` for a name that `loadZone` does not know. */
export function zoneErrorMessage(name: string): string {
  return name.includes("..") || /^[/\\]/.test(name) ? "time: invalid location name" : `unknown time zone ${name}`;
}

function readZone(name: string, line: string): Zone {
  const [, typeTexts = "", stepTexts = "", indexText = "", ruleText = ""] = line.split("|");
  const types = typeTexts.split(" ").map((text): ZoneType => {
    const mark = text.lastIndexOf("=");
    return { name: text.slice(0, mark), offset: Number.parseInt(text.slice(mark + 1), 10), isDst: text.endsWith("!") };
  });
  const rule = parseZoneRule(ruleText);
  if (stepTexts === "") return new Zone(name, types, ALWAYS, FIRST, rule);
  let at = 0;
  const times = Float64Array.from(stepTexts.split(" "), (step) => {
    at += step.startsWith(".") ? Number.parseInt(step.slice(1), 36) : Number.parseInt(step, 36) * 3600;
    return at;
  });
  return new Zone(
    name,
    types,
    times,
    Uint8Array.from(indexText, (digit) => Number.parseInt(digit, 36)),
    rule,
  );
}
