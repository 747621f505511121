/** Reads the levels of entries out of their values: words, letters, signs or numbers, and the template for one spelling. */
import { addTo } from "../../base/add-to.ts";
import { quoteString } from "../../syntax/index.ts";
import {
  isDoubtfulLevel,
  isLevelName,
  isSteppedLevel,
  LEVEL_LETTERS,
  levelOf,
  SYSLOG_LEVELS,
} from "../../vocabulary/index.ts";
import { plainOf, type Scale, scalesOf } from "./level-scales.ts";

export interface LevelReading {
  /** The template that turns what is written into one spelling; undefined: it is written so already. */
  readonly template: string | undefined;
  /** Entries whose value is a level, and those that have a value. */
  readonly matched: number;
  readonly total: number;
  /** What is written, and the spelling; those that are no levels are left out. */
  readonly spellings: ReadonlyMap<string, string>;
  /** What is written, and is no level, in more than single entries: it is emptied. */
  readonly others: readonly string[];
  /** Neither the name nor most values say that it is a level, or not all values fit: whoever reads it is asked. */
  readonly unsure: boolean;
  /** Numbers that may be of each of these scales; none: it is clear what they are. */
  readonly scales: readonly Scale[];
}

export interface LevelGiven {
  /** Names of the other values of the same entries. */
  readonly beside?: Iterable<string>;
  /** It is the number in angle brackets in front of a line. */
  readonly isPriority?: boolean;
  /** Somebody says that the values are levels. */
  readonly asked?: boolean;
  /** Somebody says which scale the numbers are of. */
  readonly scale?: Scale | undefined;
}

/** Share of the values that must be levels. */
const ENOUGH = 0.85;
/** Different values of a level at most. */
const MAX_SPELLINGS = 24;

/** `name` and what is beside it decide what numbers mean. Undefined: the values are no levels. */
export function readLevels(
  name: string,
  values: readonly string[],
  { beside = [], isPriority = false, asked = false, scale }: LevelGiven = {},
): LevelReading | undefined {
  if (values.length === 0) return undefined;
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  if (![...counts.keys()].every((value) => /^\d{1,3}$/.test(value)))
    return readSigns(counts, values.length) ?? readWords(name, counts, values.length, asked);
  if (isPriority) return fromPriority(counts, values.length);
  if (scale !== undefined) return fromScale(scale.levels, counts, values.length);
  const numbers = [...counts].sort((a, b) => b[1] - a[1]).map(([number]) => number);
  const found = scalesOf({ name, numbers, beside: new Set([...beside].map(plainOf)) });
  if (found === undefined) return undefined;
  const reading = fromScale(found.scale.levels, counts, values.length);
  return { ...reading, unsure: found.likely.length > 0, scales: found.likely };
}

/** Signs that Redis writes. */
const SIGNS: Readonly<Record<string, string>> = { "*": "notice", "#": "warn", "-": "debug", ".": "debug" };

function readSigns(counts: ReadonlyMap<string, number>, total: number): LevelReading | undefined {
  const areSigns = counts.size >= 2 && [...counts.keys()].every((sign) => Object.hasOwn(SIGNS, sign));
  return areSigns ? fromScale(SIGNS, counts, total) : undefined;
}

/** All values are levels. */
const sure = (total: number) => ({ matched: total, total, others: [], unsure: false, scales: [] });

function readWords(
  name: string,
  counts: ReadonlyMap<string, number>,
  total: number,
  asked: boolean,
): LevelReading | undefined {
  const spellings = new Map<string, string>();
  let matched = 0;
  let certain = 0;
  const single = [...counts].reduce((sum, [value, count]) => sum + (/^[A-Z]\d?$|^.$/.test(value) ? count : 0), 0);
  const letters =
    single >= total * 0.8 && (isLevelName(name) || (counts.has("I") && (counts.has("W") || counts.has("E"))));
  for (const [value, count] of counts) {
    const level = levelOf(value, letters);
    if (level === undefined) continue;
    spellings.set(value, level);
    matched += count;
    if (!isDoubtfulLevel(value)) certain += count;
  }
  if (spellings.size > MAX_SPELLINGS || (certain === 0 && !isLevelName(name) && !asked) || matched === 0)
    return undefined;
  if (!asked && matched < total * (isLevelName(name) ? 0.5 : ENOUGH)) return undefined;
  // Values that are no levels: a few are those of lines that were cut, and a column with many of them is something else.
  const others = [...counts].filter(([value]) => !spellings.has(value));
  if (others.length > MAX_SPELLINGS) return undefined;
  const usual = others.filter(([, count]) => count > Math.max(1, total * 0.01)).map(([value]) => value);
  const unsure = !isLevelName(name) && certain < total * 0.5;
  // A word may be a level that only this program has: a number is none, however seldom it is there.
  const emptied = others.flatMap(([value]) => (usual.includes(value) || /\d/.test(value) ? [value] : []));
  const template = wordTemplate(spellings, emptied);
  return { template, matched, total, spellings, others: usual, unsure, scales: [] };
}

function wordTemplate(spellings: ReadonlyMap<string, string>, others: readonly string[]): string | undefined {
  const isStepped = [...spellings.keys()].some(isSteppedLevel);
  const mapped = [...spellings].filter(
    ([written, level]) => written.trim().toLowerCase() !== level && !isSteppedLevel(written),
  );
  // These are of syslog's levels, of which the others have short forms.
  const ofSyslog = [...spellings.values()].some((level) => level === "notice" || level === "alert");
  const trimmed = [...spellings.keys()].some((written) => written !== written.trim());
  if (mapped.length === 0 && others.length === 0 && !ofSyslog && !isStepped) {
    const lower = [...spellings].every(([written, level]) => written === level);
    if (lower) return undefined;
    return trimmed ? "{{ .Value | trim | lower }}" : "{{ ToLower .Value }}";
  }
  const bySpelling = new Map<string, string[]>();
  // Letters and words in one column come in other forms than those that the samples show: all known ones are written.
  const letters = mapped.length > 0 && mapped.every(([written]) => /^[A-Za-z]\d?$/.test(written));
  if (letters) {
    for (const [letter, level] of Object.entries(LEVEL_LETTERS)) {
      const steps =
        letter === "d" && mapped.some(([written]) => /\d/.test(written)) ? ["d1", "d2", "d3", "d4", "d5"] : [];
      for (const one of [letter, ...steps]) addTo(bySpelling, level, one);
    }
  } else
    for (const [written, level] of [...mapped, ...familyOf(mapped)]) {
      const word = written.trim().toLowerCase();
      const words = bySpelling.get(level) ?? [];
      if (!words.includes(word)) bySpelling.set(level, [...words, word]);
    }
  const cases = [...bySpelling].map(([level, words]) => [words, level] as const);
  const none = others.map((one) => one.trim().toLowerCase()).filter((one) => one !== "");
  const lower = trimmed ? ".Value | trim | lower" : "ToLower .Value";
  return chain(
    isStepped ? `{{ $level := regexReplaceAll "[+-][0-9]+$" (${lower}) "" }}` : `{{ $level := ${lower} }}`,
    none.length === 0 ? cases : [...cases, [none, ""]],
    letters ? "" : "{{ $level }}",
  );
}

/** Who writes one short form writes the others, too, and they come when the samples are long over. */
function familyOf(mapped: readonly (readonly [string, string])[]): [string, string][] {
  const short = mapped.some(([written]) => /^(?:trc|dbg|inf|wrn|err|ftl)$/i.test(written.trim()));
  const family: readonly (readonly [string, string])[] = short
    ? [
        ["trc", "trace"],
        ["dbg", "debug"],
        ["inf", "info"],
        ["wrn", "warn"],
        ["err", "error"],
        ["ftl", "fatal"],
      ]
    : [
        ["warning", "warn"],
        ["err", "error"],
        ["crit", "critical"],
        ["emerg", "emergency"],
        ["panic", "fatal"],
      ];
  return family.map(([written, level]) => [written, level]);
}

function chain(start: string, cases: readonly (readonly [readonly string[], string])[], otherwise: string): string {
  const tests = cases.map(([words, level], i) => {
    const test =
      words.length === 1
        ? `eq $level ${quoteString(words[0]!)}`
        : `or ${words.map((word) => `(eq $level ${quoteString(word)})`).join(" ")}`;
    return `{{ ${i === 0 ? "if" : "else if"} ${test} }}${level}`;
  });
  return `${start}${tests.join("")}${otherwise === "" ? "" : `{{ else }}${otherwise}`}{{ end }}`;
}

function fromScale(
  levels: Readonly<Record<string, string>>,
  counts: ReadonlyMap<string, number>,
  total: number,
): LevelReading {
  const byLevel = new Map<string, string[]>();
  for (const [value, level] of Object.entries(levels)) addTo(byLevel, level, value);
  const spellings = new Map([...counts.keys()].map((value) => [value, levels[value]!] as const));
  const cases = [...byLevel].map(([level, values]) => [values, level] as const);
  return { template: chain("{{ $level := .Value }}", cases, ""), ...sure(total), spellings };
}

/** A syslog priority is eight times the facility, plus the severity. */
function fromPriority(counts: ReadonlyMap<string, number>, total: number): LevelReading | undefined {
  const values = [...counts.keys()];
  if (values.some((value) => Number(value) > 191)) return undefined;
  const spellings = new Map(values.map((value) => [value, SYSLOG_LEVELS[String(Number(value) % 8)]!] as const));
  const cases = Object.entries(SYSLOG_LEVELS).map(([value, level]) => [[value], level] as const);
  // A line without a priority has no level: nothing would count as 0, an emergency.
  const template = `{{ if .Value }}${chain("{{ $level := mod .Value 8 | toString }}", cases, "")}{{ end }}`;
  return { template, ...sure(total), spellings };
}
