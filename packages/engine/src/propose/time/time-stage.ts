/** The stage that sets the time of an entry. */
import { formatRfc3339, HOUR, MINUTE, type Nanos, SECOND } from "@sluice/languages/base";
import { compileTimestampFormats, layoutOfFormat } from "@sluice/languages/gotime";
import { writeStage } from "../../detect/index.ts";
import { writeText } from "../../syntax/index.ts";
import type { PlannedStage } from "../plan.ts";
import type { ProposeOptions, Question } from "../proposal.ts";
import { present, type Value } from "../rows.ts";
import { chooseTime, type ReadTime } from "./choose-time.ts";
import { templateOf } from "./rewrites.ts";
import { AGREE, wholeQuarters } from "./zone-shift.ts";
import type { NamedZone } from "./zones.ts";

export interface TimeStage {
  /** What is read. */
  readonly value: Value;
  readonly stage: PlannedStage;
  readonly questions: readonly Question[];
  /** Entries whose time it reads, those whose time has no year, and those that it puts after the clock for that. */
  readonly read: number;
  readonly yearless: number;
  readonly ahead: number;
  /** The same, which leaves an entry without such a time the one that it has of `other`. */
  readonly instead: (other: string) => TimeStage;
}

/** `received`: the time that each entry has already, by row, where what wraps the lines has one. */
export function timeStage(
  values: readonly Value[],
  entries: number,
  suffix: string,
  { start, answers }: ProposeOptions,
  received?: readonly (Nanos | undefined)[],
): TimeStage | undefined {
  const read = chooseTime(
    values.map(({ name, texts }) => ({
      name,
      texts: present({ texts }),
      rows: [...texts.keys()].filter((row) => texts[row] !== undefined),
      of: entries,
    })),
    start,
  );
  if (read === undefined) return undefined;
  const value = values.find(({ name }) => name === read.name)!;
  const id = `time${suffix}`;
  const question = questionOf(read, `${id}:order`, present(value)[0]!, answers);
  const formats = [question?.answer ?? read.format, ...read.fallbacks];
  const { location } = read;
  const offset = received === undefined ? undefined : offsetOf(formats, location, value, received);
  const isCoarser = offset === 0n && (read.yearless || !formats.some(hasFraction));
  // What wraps the line has the zone: read as UTC the line's own time is wrong by so much.
  const shift = read.zoneless && offset !== undefined && offset !== 0n ? offset : undefined;
  const made = (other: string | undefined): TimeStage => ({
    value,
    questions: question === undefined ? [] : [question],
    read: read.matched,
    yearless: read.yearless ? read.matched : 0,
    ahead: read.yearless ? read.ahead : 0,
    instead: made,
    stage: {
      id,
      layer: "time",
      says: `Set the time of the entry from ${read.name}${other === undefined ? "" : `, where it has one, instead of ${other}`}`,
      evidence: [
        `${read.matched} of ${read.total}`,
        formats.join(", "),
        ...(location === undefined ? [] : [location]),
        ...read.apart.map((zone) => `${zone.count} in ${zone.location}`),
        ...(read.unzoned === 0 ? [] : [`${read.unzoned} have no zone: read as ${location ?? "UTC"}`]),
        ...(read.zoneless && shift === undefined ? ["no zone in the lines: read as UTC"] : []),
        ...(shift === undefined
          ? []
          : [
              `no zone in the lines, and the time around them is ${sayShift(shift)}: with a location it would be the same`,
            ]),
        ...(read.yearless ? yearEvidence(read.ahead, start) : []),
        ...(isCoarser ? [`the time around the line is the same, with a ${read.yearless ? "year" : "fraction"}`] : []),
      ],
      byDefault: !isCoarser && shift === undefined,
      needs: [value.stage],
      branch: undefined,
      write: () =>
        read.apart.map((zone, i) => zoneCopy(read.name, zone, i)).join("") +
        guardOf(read, value) +
        timestampStage(read.name, { formats, location, skips: other !== undefined }) +
        read.apart.map((zone, i) => zoneStage(read, formats, zone, i)).join(""),
    },
  });
  return made(undefined);
}

const apartName = (name: string, i: number): string => `${name}_zone_${i + 1}`;

/** What has a zone of another location is kept beside the time, before that loses the zone's name. */
const zoneCopy = (name: string, { ends }: NamedZone, i: number): string =>
  `${templateStage(apartName(name, i), `{{ if regexMatch "${ends}" .${name} }}{{ .${name} }}{{ end }}`)}\n`;

function zoneStage(
  { name, rewrites }: ReadTime,
  formats: readonly string[],
  { location }: NamedZone,
  i: number,
): string {
  const source = apartName(name, i);
  const rewrite = rewrites.length === 0 ? "" : `\n${templateStage(source, templateOf(rewrites))}`;
  return `${rewrite}\n${timestampStage(source, { formats, location, skips: true })}`;
}

const templateStage = (source: string, template: string): string =>
  writeStage("template", { source: writeText(source), template: writeText(template) });

interface TimestampGiven {
  readonly formats: readonly string[];
  readonly location: string | undefined;
  /** An entry without such a time keeps the one that it has. */
  readonly skips: boolean;
}

function timestampStage(source: string, { formats: [format, ...fallbacks], location, skips }: TimestampGiven): string {
  return writeStage("timestamp", {
    source: writeText(source),
    format: writeText(format!),
    ...(fallbacks.length === 0 ? {} : { fallback_formats: `[${fallbacks.map(writeText).join(", ")}]` }),
    ...(location === undefined ? {} : { location: writeText(location) }),
    ...(skips ? { action_on_failure: writeText("skip") } : {}),
  });
}

const hasFraction = (format: string): boolean => /[.,][09]/.test(layoutOfFormat(format) ?? ".0");

/** Zones are apart by half a day, and a little more, at most. */
const MAX_OFFSET = 14n * HOUR;

/**
 * By how much the times that the entries have already are later, to a quarter of an hour: that of a zone; 0: they are the same,
 * to the second. Undefined where they have nothing to do with each other.
 */
function offsetOf(
  formats: readonly string[],
  location: string | undefined,
  { texts }: Value,
  received: readonly (Nanos | undefined)[],
): Nanos | undefined {
  const compiled = compileTimestampFormats(formats, location);
  if (!compiled.ok) return undefined;
  const counts = new Map<Nanos, number>();
  let all = 0;
  for (const [row, text] of texts.entries()) {
    const other = received[row];
    if (text === undefined || other === undefined) continue;
    all++;
    // These give the year.
    const time = compiled.parse(text, other);
    if (typeof time !== "bigint") continue;
    const offset = wholeQuarters(other - time);
    const rest = other - time - offset;
    if (offset < -MAX_OFFSET || offset > MAX_OFFSET || rest >= 2n * SECOND) continue;
    counts.set(offset, (counts.get(offset) ?? 0) + 1);
  }
  const [best] = [...counts].sort(([, a], [, b]) => b - a);
  return best !== undefined && best[1] >= all * AGREE ? best[0] : undefined;
}

/** `1 h earlier`, as the times around the lines are. */
function sayShift(shift: Nanos): string {
  const minutes = Number((shift < 0n ? -shift : shift) / MINUTE);
  const amount = [
    minutes >= 60 ? `${Math.floor(minutes / 60)} h` : "",
    minutes % 60 === 0 ? "" : `${minutes % 60} min`,
  ];
  return `${amount.filter(Boolean).join(" ")} ${shift < 0n ? "earlier" : "later"}`;
}

function yearEvidence(ahead: number, start: bigint): string[] {
  const year = formatRfc3339(start).slice(0, 4);
  return [
    `no year in the lines: that of the clock, ${year}, is read`,
    ...(ahead === 0 ? [] : [`${ahead} lie after the clock's time: they are of an earlier year`]),
  ];
}

/** Which date it is, where the lines do not show it. */
function questionOf(
  { format, others }: ReadTime,
  id: string,
  example: string,
  answers: ProposeOptions["answers"],
): Question | undefined {
  if (others.length === 0) return undefined;
  const formats = [format, ...others];
  const given = answers?.get(id);
  return {
    id,
    text: `Which is the day in ${example}?`,
    answers: formats.map((one) => ({ id: one, text: `The ${PLACES[dayAt(one)]} number${yearWords(one, formats)}` })),
    answer: given !== undefined && formats.includes(given) ? given : format,
  };
}

const PLACES = ["first", "second", "third"];

const orderOf = (format: string): string[] =>
  (/(?:2006|06|0?[12])([/.-])(?:2006|06|0?[12])(?:\1(?:2006|06|0?[12]))?/.exec(format)?.[0] ?? "").split(/[/.-]/);
const dayAt = (format: string): number =>
  Math.max(
    0,
    orderOf(format).findIndex((part) => /^0?2$/.test(part)),
  );

/** Where the year could be, too, it is said. */
function yearWords(format: string, formats: readonly string[]): string {
  const yearAt = (one: string) => orderOf(one).indexOf("06");
  return formats.every((one) => yearAt(one) === yearAt(format))
    ? ""
    : `, and the ${PLACES[yearAt(format)]} is the year`;
}

/** What no format reads is written otherwise, and a number that was cut, which would be a time of 1970, is removed. */
function guardOf({ name, format, rewrites }: ReadTime, value: Value): string {
  if (rewrites.length > 0) return `${templateStage(name, templateOf(rewrites))}\n`;
  const digits: Readonly<Record<string, number>> = { Unix: 10, UnixMs: 13, UnixUs: 16, UnixNs: 19 };
  const least = digits[format];
  if (least === undefined || present(value).every((text) => text.split(".", 1)[0]!.length >= least)) return "";
  return `${templateStage(name, `{{ if regexMatch "^\\\\d{${least}}" .Value }}{{ .Value }}{{ end }}`)}\n`;
}
