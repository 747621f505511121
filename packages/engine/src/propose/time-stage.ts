/** The stage that sets the time of an entry. */
import { writeStage } from "../detect/index.ts";
import { writeText } from "../syntax/index.ts";
import { chooseTime, type ReadTime } from "./choose-time.ts";
import type { PlannedStage } from "./plan.ts";
import type { ProposeOptions, Question } from "./proposal.ts";
import { present, type Value } from "./rows.ts";

export interface TimeStage {
  /** What is read. */
  readonly value: Value;
  readonly stage: PlannedStage;
  readonly questions: readonly Question[];
  /** Entries whose time it reads. */
  readonly read: number;
  /** The same, which leaves an entry without such a time the one that it has of `other`. */
  readonly instead: (other: string) => TimeStage;
}

export function timeStage(
  values: readonly Value[],
  entries: number,
  suffix: string,
  { start, answers }: ProposeOptions,
): TimeStage | undefined {
  const read = chooseTime(
    values.map(({ name, texts }) => ({ name, texts: present({ texts }), of: entries })),
    start,
  );
  if (read === undefined) return undefined;
  const value = values.find(({ name }) => name === read.name)!;
  const id = `time${suffix}`;
  const question = questionOf(read, `${id}:order`, present(value)[0]!, answers);
  const format = question?.answer ?? read.format;
  const { fallbacks, location } = read;
  const made = (other: string | undefined): TimeStage => ({
    value,
    questions: question === undefined ? [] : [question],
    read: read.matched,
    instead: made,
    stage: {
      id,
      layer: "time",
      says: `Set the time of the entry from ${read.name}${other === undefined ? "" : `, where it has one, instead of ${other}`}`,
      evidence: [
        `${read.matched} of ${read.total}`,
        [format, ...fallbacks].join(", "),
        ...(location === undefined ? [] : [location]),
        ...(read.zoneless ? ["no zone in the lines: read as UTC"] : []),
      ],
      byDefault: true,
      needs: [value.stage],
      branch: undefined,
      write: () =>
        guardOf(read, value) +
        writeStage("timestamp", {
          source: writeText(read.name),
          format: writeText(format),
          ...(fallbacks.length === 0 ? {} : { fallback_formats: `[${fallbacks.map(writeText).join(", ")}]` }),
          ...(location === undefined ? {} : { location: writeText(location) }),
          ...(other === undefined ? {} : { action_on_failure: writeText("skip") }),
        }),
    },
  });
  return made(undefined);
}

/** Which of two dates it is, where the lines do not show it. */
function questionOf(
  { format, swapped }: ReadTime,
  id: string,
  example: string,
  answers: ProposeOptions["answers"],
): Question | undefined {
  if (swapped === undefined) return undefined;
  const answer = answers?.get(id) === swapped ? swapped : format;
  const dayFirst = (one: string) => one.search(/0?2/) < one.search(/0?1/);
  return {
    id,
    text: `Which is the day in ${example}?`,
    answers: [format, swapped].map((one) => ({
      id: one,
      text: dayFirst(one) ? "The first number" : "The second number",
    })),
    answer,
  };
}

/** A number that was cut would be a time of 1970: it is removed before it is read. */
function guardOf({ name, format }: ReadTime, value: Value): string {
  const digits: Readonly<Record<string, number>> = { Unix: 10, UnixMs: 13, UnixUs: 16, UnixNs: 19 };
  const least = digits[format];
  if (least === undefined || present(value).every((text) => text.split(".", 1)[0]!.length >= least)) return "";
  const template = `{{ if regexMatch "^\\\\d{${least}}" .Value }}{{ .Value }}{{ end }}`;
  return `${writeStage("template", { source: writeText(name), template: writeText(template) })}\n`;
}
