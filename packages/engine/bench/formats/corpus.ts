/**
 * Logs of formats that people have, with the truth about each of their entries. Each log is the same on every machine. About a
 * tenth of its entries are odd: lines that were cut, that another program wrote, or that have no content.
 *
 * The truth is what a person would want to get out: the exact time that the log says (in UTC where it names no zone, in the
 * year of `start` where it names no year), the level in the spelling of `levels.ts`, a few values that must be found under
 * whatever name, and the secrets that must not leave.
 */
import { DAY, MILLISECOND, type Nanos, parseRfc3339, SECOND } from "@sluice/languages/base";
import type { Level } from "./levels.ts";
import { LogWriter } from "./log-writer.ts";
import { SECRETS } from "./secrets.ts";

/** A value that must be found; of several, one: where a person may cut a text in more than one way. */
export type WantedValue = string | readonly string[];

/** The ways to cut a wanted value. */
export const waysOf = (value: WantedValue): readonly string[] => (typeof value === "string" ? [value] : value);

/** An entry as its format writes it. */
export interface Draft {
  /** One line or more. */
  readonly text: string;
  /** Default: the writer's; null: the entry says none. */
  readonly time?: Nanos | null;
  /** A second time that it says, which is as right. */
  readonly otherTime?: Nanos | undefined;
  /** Default: it has none, and none may be made up; `any`: it is not clear whether it has one. */
  readonly level?: Level | "any" | undefined;
  readonly values?: readonly WantedValue[];
  readonly secrets?: readonly string[];
}

export interface LogFormat {
  /** Stable: `nginx-combined`. */
  readonly name: string;
  /** One entry, or several that a program writes together. */
  readonly write: (w: LogWriter) => Draft | readonly Draft[];
  /** Default 150. */
  readonly entries?: number;
  /** The smallest step of time that it shows; nanoseconds. Default a millisecond. */
  readonly unit?: Nanos;
  /** Lines with which each file begins; odd entries. */
  readonly head?: readonly string[];
  /** More odd texts, beside those that any log has. */
  readonly odd?: (w: LogWriter) => string;
}

export interface TrueEntry {
  /** Index of its first line. */
  readonly first: number;
  readonly lines: number;
  /** Nothing has to be found in it; its secrets must not leave all the same. */
  readonly odd: boolean;
  readonly time: Nanos | undefined;
  readonly otherTime: Nanos | undefined;
  readonly level: Level | "any" | undefined;
  readonly values: readonly WantedValue[];
  readonly secrets: readonly string[];
}

export interface WrittenLog {
  readonly name: string;
  readonly lines: readonly string[];
  readonly entries: readonly TrueEntry[];
  /** When somebody looks at it: shortly after its last entry, in the same year. */
  readonly start: Nanos;
}

/** Logs begin within ten weeks of it: in winter, so that the names of zones are those of winter. */
const BEGINNING = parseRfc3339("2026-01-05T08:59:12.345678912Z")!;
const MOST_DAYS = 70;
const ODD_SHARE = 0.09;
/** Lines that any log can have from elsewhere. */
const FOREIGN: readonly ((w: LogWriter) => { text: string; secrets?: readonly string[] })[] = [
  () => ({ text: "" }),
  (w) => ({ text: `{"level":"info","msg":"half a ${w.word()}","at":` }),
  (w) => ({ text: `${w.word()}: command not found` }),
  () => ({ text: "-------------------------------------------------" }),
  (w) => ({ text: `==> /var/log/${w.word()}.log <==` }),
  (w) => ({ text: `${w.hex(1600)}==` }),
  (w) => ({ text: `Killed process ${w.int(100, 9999)} (${w.word()})` }),
  (w) => {
    const password = SECRETS.password(w);
    return { text: `+ export DB_PASSWORD=${password}`, secrets: [password] };
  },
];

/** The log of a format. */
export function writeLog(format: LogFormat): WrittenLog {
  const { name, entries: count = 150, unit = MILLISECOND, head = [] } = format;
  const w = new LogWriter(seedOf(name));
  const lines: string[] = [];
  const entries: TrueEntry[] = [];
  let at = BEGINNING + BigInt(w.int(0, MOST_DAYS)) * DAY + BigInt(w.int(0, 86_400)) * SECOND;
  const add = ({ text, time = null, otherTime, level, values = [], secrets = [] }: Draft, odd: boolean): void => {
    const own = text.split("\n");
    entries.push({
      first: lines.length,
      lines: own.length,
      odd,
      time: time ?? undefined,
      otherTime,
      level,
      values,
      secrets,
    });
    lines.push(...own);
  };
  for (const text of head) add({ text }, true);
  const odd = oddPlaces(w, count, Math.round(count * ODD_SHARE) - head.length);
  for (let i = 0; entries.length < count; i++) {
    at += BigInt(Math.floor(w.next() ** 2 * 9_000_000_000)) + 1n;
    w.now = at - (at % unit);
    w.count = entries.length;
    if (odd.has(i)) add(writeOdd(format, w), true);
    else {
      for (const draft of draftsOf(format, w))
        add({ ...draft, time: draft.time === undefined ? w.now : draft.time }, false);
    }
  }
  return { name, lines, entries, start: at - (at % SECOND) + 90n * SECOND + 7n };
}

const draftsOf = (format: LogFormat, w: LogWriter): readonly Draft[] => {
  const written = format.write(w);
  return "text" in written ? [written] : written;
};

/** The first entry is none of them. */
function oddPlaces(w: LogWriter, count: number, wanted: number): ReadonlySet<number> {
  const places = new Set<number>();
  while (places.size < wanted) places.add(w.int(3, count - 9));
  return places;
}

function writeOdd(format: LogFormat, w: LogWriter): Draft {
  return w.of<Draft>([
    [2, () => ({ text: cutShort(format, w) })],
    [2, () => w.pick(FOREIGN)(w)],
    [format.odd === undefined ? 0 : 3, () => ({ text: format.odd?.(w) ?? "" })],
  ]);
}

/** The beginning of an entry, whose rest was never written. */
function cutShort(format: LogFormat, w: LogWriter): string {
  let [draft] = draftsOf(format, w);
  while (draft!.secrets !== undefined && draft!.secrets.length > 0) [draft] = draftsOf(format, w);
  const [line] = draft!.text.split("\n", 1);
  return line!.slice(0, Math.floor(line!.length * (0.15 + w.next() * 0.35)));
}

function seedOf(name: string): number {
  let seed = 23;
  for (const char of name) seed = (Math.imul(seed, 31) + char.charCodeAt(0)) >>> 0;
  return seed;
}
