/**
 * The IANA zones. Changes of their clocks come from the platform, through `date-fns-tz`: `formatInTimeZone` with `xxx` (its
 * `getTimezoneOffset` errs near transitions). A zone's transitions are found a year at a time, on first use, and kept. Go's
 * spelling of names, and abbreviations, are in zone-names.ts: the platform accepts names in any case and knows few
 * abbreviations.
 *
 * `xxx` has whole minutes. Offsets with seconds (local mean time; the last one ended in 1972) get theirs from `Intl`.
 */
import { formatInTimeZone } from "date-fns-tz";
import { civilFromDays, daysFromCivil, SECONDS_PER_DAY } from "./civil.ts";
import { Zone, type ZonePeriod, type ZoneType } from "./zone.ts";
import { showsRelease, ZONE_RELEASES } from "./zone-data.ts";
import { NEWER_ZONE_NAMES, ZONE_NAMES } from "./zone-names.ts";

const startOfYear = (year: number): number => daysFromCivil(year, 1, 1) * SECONDS_PER_DAY;

/** Nothing has changed before. */
const FIRST = startOfYear(1800);
/** After this, offsets have whole minutes. */
const WHOLE_MINUTES = startOfYear(1973);
/** From here on rules only repeat, with the calendar: every 400 years. So a zone keeps 700 years at most. */
const REPEATS = startOfYear(2100);
const CYCLE = 146_097 * SECONDS_PER_DAY;
/** Two transitions have never been nearer to each other than four days. */
const PROBE = 3.5 * SECONDS_PER_DAY;

/** For an offset with several abbreviations: from when on each applies. */
interface Renaming {
  readonly at: number;
  readonly type: ZoneType;
}

class IanaZone extends Zone {
  readonly #types: readonly ZoneType[];
  readonly #renamings: readonly Renaming[];
  readonly #years = new Map<number, readonly ZonePeriod[]>();
  readonly #seconds: Intl.DateTimeFormat;

  /** Throws `RangeError` when the platform does not know the zone. */
  constructor(name: string, types: readonly ZoneType[], renamings: readonly Renaming[]) {
    super(name, types, Float64Array.of(-Infinity), Uint8Array.of(0));
    this.#types = types;
    this.#renamings = renamings;
    this.#seconds = new Intl.DateTimeFormat("en-US", { timeZone: name, second: "numeric" });
  }

  /** Local mean time, which the list leaves out, is what a zone begins with. */
  override offsetOfName(name: string, localSeconds: number): number | undefined {
    const known = super.offsetOfName(name, localSeconds);
    if (known !== undefined || name !== "LMT") return known;
    const first = this.lookup(FIRST - 1);
    return first.name === name ? first.offset : undefined;
  }

  protected override find(at: number): ZonePeriod {
    if (at < FIRST) return { ...this.#typeOf(this.#offsetAt(FIRST - 1), FIRST - 1), start: -Infinity, end: FIRST };
    const shift = at < REPEATS ? 0 : Math.floor((at - REPEATS) / CYCLE) * CYCLE;
    const { year } = civilFromDays(Math.floor((at - shift) / SECONDS_PER_DAY));
    let periods = this.#years.get(year);
    if (periods === undefined) {
      periods = this.#findPeriods(startOfYear(year), startOfYear(year + 1));
      this.#years.set(year, periods);
    }
    const period = periods.find(({ end }) => at - shift < end) ?? periods.at(-1)!;
    return shift === 0 ? period : { ...period, start: period.start + shift, end: period.end + shift };
  }

  /** What holds between two times. */
  #findPeriods(from: number, to: number): ZonePeriod[] {
    const periods: ZonePeriod[] = [];
    let start = from;
    let offset = this.#offsetAt(from);
    for (let known = from; known < to; ) {
      const probe = Math.min(known + PROBE, to);
      const found = this.#offsetAt(probe);
      while (offset !== found) {
        known = this.#findChange(offset, known, probe);
        this.#addPeriods(periods, offset, start, known);
        start = known;
        offset = this.#offsetAt(known);
      }
      known = probe;
    }
    this.#addPeriods(periods, offset, start, to);
    return periods;
  }

  /** The first second after `known`, where `offset` holds, in which it no longer does; it does not at `changed`. */
  #findChange(offset: number, known: number, changed: number): number {
    let before = known;
    let after = changed;
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (this.#offsetAt(middle) === offset) before = middle;
      else after = middle;
    }
    return after;
  }

  /** Adds the period of an offset, cut where it changes its abbreviation. */
  #addPeriods(periods: ZonePeriod[], offset: number, from: number, to: number): void {
    let start = from;
    for (const { at, type } of this.#renamings) {
      if (type.offset !== offset || at <= start || at >= to) continue;
      periods.push({ ...this.#typeOf(offset, start), start, end: at });
      start = at;
    }
    if (start < to) periods.push({ ...this.#typeOf(offset, start), start, end: to });
  }

  #typeOf(offset: number, at: number): ZoneType {
    let type: ZoneType | undefined;
    for (const renaming of this.#renamings) {
      if (renaming.type.offset === offset && (type === undefined || renaming.at <= at)) type = renaming.type;
    }
    type ??= this.#types.find((known) => known.offset === offset);
    return type ?? { name: at < WHOLE_MINUTES ? "LMT" : numericName(offset), offset, isDst: false };
  }

  /** Seconds east of UTC. */
  #offsetAt(at: number): number {
    const date = new Date(at * 1000);
    const text = formatInTimeZone(date, this.name, "xxx");
    const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(4, 6));
    const west = text.startsWith("-");
    if (at >= WHOLE_MINUTES) return (west ? -minutes : minutes) * 60;
    const rest = (((Number(this.#seconds.format(date)) - at) % 60) + 60) % 60;
    return west ? -(minutes * 60 + ((60 - rest) % 60)) : minutes * 60 + rest;
  }
}

/** `+03`, `-0330`: how the database calls an offset that has no name. */
function numericName(offset: number): string {
  const minutes = Math.floor(Math.abs(offset) / 60);
  const digits = (value: number) => String(value).padStart(2, "0");
  return `${offset < 0 ? "-" : "+"}${digits(Math.floor(minutes / 60))}${minutes % 60 === 0 ? "" : digits(minutes % 60)}`;
}

let lines: Map<string, string> | undefined;
const loaded = new Map<string, Zone>();

function zoneLines(): Map<string, string> {
  if (lines === undefined) {
    lines = new Map();
    addLines(lines, ZONE_NAMES);
    // An abbreviation that came with a change of the clocks holds where the platform knows of that change.
    for (const newer of NEWER_ZONE_NAMES) {
      const release = ZONE_RELEASES.find(({ release }) => release === newer.release);
      if (release !== undefined && showsRelease(release)) addLines(lines, newer.lines);
    }
  }
  return lines;
}

function addLines(to: Map<string, string>, added: readonly string[]): void {
  for (const line of added) {
    for (const name of line.slice(line.lastIndexOf("|") + 1).split(" ")) to.set(name, line);
  }
}

/** The IANA names that Go 1.26 knows, sorted; the platform may lack some. */
export function zoneNames(): string[] {
  return [...zoneLines().keys()].sort();
}

/** The zone of an IANA name; `undefined` without one. */
export function loadIanaZone(name: string): Zone | undefined {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  // A zone may be newer than the list.
  const line = zoneLines().get(name) ?? (Intl.supportedValuesOf("timeZone").includes(name) ? "||" : undefined);
  if (line === undefined) return undefined;
  const zone = readZone(name, line);
  if (zone !== undefined) loaded.set(name, zone);
  return zone;
}

function readZone(name: string, line: string): Zone | undefined {
  const [typeTexts = "", changeTexts = ""] = line.split("|");
  const types = typeTexts.split(" ").filter(Boolean).map(readType);
  const renamings = changeTexts
    .split(" ")
    .filter(Boolean)
    .map((text): Renaming => {
      const [index = "", at = ""] = text.split("@");
      return { at: at === "" ? -Infinity : Number.parseInt(at, 36), type: types[Number(index)]! };
    });
  try {
    return new IanaZone(name, types, renamings);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readType(text: string): ZoneType {
  const mark = text.lastIndexOf("=");
  const number = Number.parseInt(text.slice(mark + 1), 10);
  const offset = /s!?$/.test(text) ? number : number * 60;
  return { name: text.slice(0, mark) || numericName(offset), offset, isDst: text.endsWith("!") };
}
