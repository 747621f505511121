/** The zones that stand behind times by a name: a format reads none of them, and a stage has one location. */
import type { Nanos } from "@sluice/languages/base";
import { compileTimestampFormats } from "@sluice/languages/gotime";
import { IANA_ZONE, ZONES } from "../../vocabulary/index.ts";
import { type Rewrite, rewriter } from "./rewrites.ts";

/** A zone that some of the times have: how they write it, and where its clocks are. */
export interface NamedZone {
  readonly location: string;
  /** RE2 for the end of such a time. */
  readonly ends: string;
  readonly count: number;
}

const NAMED = new RegExp(`(?<=\\d ?(?:[AaPp][Mm] )?)\\b([A-Z]{3,4}|${IANA_ZONE})(?= \\d{4}$|$)`);
/** Any zone at the end, or before the year. */
const ZONED = new RegExp(
  `\\d(?: ?[AaPp][Mm])? ?(?:Z|[+-]\\d{2}(?::?\\d{1,2})?|\\b[A-Z]{3,4}|${IANA_ZONE})(?: \\d{4})?$`,
);
/** Zones that have a stage of their own. */
const MAX_APART = 4;

export const isZoned = (text: string): boolean => ZONED.test(text.trim());

/** The zones of `texts`, the most frequent first; those of abbreviations that no one knows are none. */
export function namedZones(texts: readonly string[]): NamedZone[] {
  const found = new Map<string, { names: Set<string>; count: number }>();
  for (const text of texts) {
    const name = NAMED.exec(text.trim())?.[1];
    const location = name?.includes("/") === true ? name : ZONES[name ?? ""];
    if (location === undefined || !isLocation(location)) continue;
    const one = found.get(location) ?? { names: new Set(), count: 0 };
    one.names.add(name!);
    one.count++;
    found.set(location, one);
  }
  return [...found]
    .map(([location, { names, count }]) => ({
      location,
      ends: ` (?:${[...names].join("|").replaceAll("+", "[+]")})( [0-9]{4})?$`,
      count,
    }))
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_APART);
}

const isLocation = (name: string): boolean => compileTimestampFormats(["2006"], name).ok;

/**
 * The location of all times: that of the most frequent zone. Times without a zone are of the same clock, unless they follow those
 * around them as UTC alone: undefined then, and where no time has a zone.
 */
export function locationOf(
  zones: readonly NamedZone[],
  texts: readonly string[],
  { formats, rewrites, now }: { formats: readonly string[]; rewrites: readonly Rewrite[]; now: Nanos },
): string | undefined {
  const [main] = zones;
  if (main === undefined || texts.every(isZoned)) return main?.location;
  const rewrite = rewriter(rewrites);
  const own = zones.map((zone) => ({
    ends: new RegExp(zone.ends),
    made: compileTimestampFormats(formats, zone.location),
  }));
  const back = (location: string | undefined): number => {
    const others = compileTimestampFormats(formats, location);
    let [steps, last] = [0, undefined as Nanos | undefined];
    for (const text of texts) {
      const made = own.find(({ ends }) => ends.test(text))?.made ?? others;
      const time = made.ok ? made.parse(rewrite(text), now) : undefined;
      if (typeof time !== "bigint") continue;
      if (last !== undefined && time < last) steps++;
      last = time;
    }
    return steps;
  };
  return back(undefined) < back(main.location) ? undefined : main.location;
}
