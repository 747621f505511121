/** The level of an entry: which value it is, and the stage that gives it one spelling. */
import { writeStage } from "../../detect/index.ts";
import { writeText } from "../../syntax/index.ts";
import { isCertainLevelName, isLevelName, isLevelWord } from "../../vocabulary/index.ts";
import { listNames } from "../list-names.ts";
import type { PlannedStage } from "../plan.ts";
import type { ProposeOptions, Question } from "../proposal.ts";
import { present, type Value } from "../rows.ts";
import { isScaled, type Scale, scaleOf } from "./level-scales.ts";
import { type LevelGiven, type LevelReading, readLevels } from "./read-levels.ts";

export interface ChosenLevel {
  /** What is read. */
  readonly value: Value;
  /** Undefined: it is spelled well, and called `level`. */
  readonly stage: PlannedStage | undefined;
  /** The level as it is then. */
  readonly result: Value;
}

export interface AskedLevel {
  readonly question: Question;
  /** Undefined: the answer is no. */
  readonly level: ChosenLevel | undefined;
}

/** Share of the entries that have it, at least. */
const ENOUGH = 0.3;
const ENOUGH_ASKED = 0.2;
/** The same, where the name says that it is one. */
const ENOUGH_NAMED = 0.02;

interface Candidate {
  readonly value: Value;
  readonly reading: LevelReading;
  readonly worth: number;
}

/** `least`: share of the entries that have it. */
function candidates(
  values: readonly Value[],
  entries: number,
  least: number,
  read: (name: string, texts: readonly string[], given: LevelGiven) => LevelReading | undefined,
): Candidate[] {
  const beside = new Set(values.map(({ name }) => name));
  return values
    .flatMap((value) => {
      const texts = present(value);
      const enough = entries * (isCertainLevelName(value.name) ? Math.min(least, ENOUGH_NAMED) : least);
      const reading =
        texts.length === 0 || texts.length < enough
          ? undefined
          : read(value.name, texts, { beside, isPriority: isPriority(value) });
      if (reading === undefined) return [];
      const inWords = texts.some((text) => text.length > 2) ? 0.5 : 0;
      // One that a few entries have is less than one of all.
      return [{ value, reading, worth: (reading.matched / entries) * 3 + nameWorth(value.name) + inWords }];
    })
    .sort((a, b) => b.worth - a.worth);
}

/** Syslog's, in front of a line of text. */
const isPriority = ({ name, stage }: Value): boolean =>
  /^priority(?:_\d+)?$/.test(name) && /^parse(?::\d+)?:text/.test(stage);

export function chooseLevel(
  values: readonly Value[],
  entries: number,
  suffix: string,
  least = ENOUGH,
): ChosenLevel | undefined {
  const best = candidates(values, entries, least, readLevels).find(({ reading }) => !reading.unsure);
  return best === undefined ? undefined : chosen(best, entries, suffix);
}

/** A value that may be the level, where none is for certain, and the question whether it is. */
export function askForLevel(
  values: readonly Value[],
  entries: number,
  suffix: string,
  answers: ProposeOptions["answers"],
): AskedLevel | undefined {
  const [likely] = candidates(values, entries, ENOUGH, readLevels);
  const [best] = likely === undefined ? candidates(values, entries, ENOUGH_ASKED, readAsked) : [likely];
  if (best === undefined) return undefined;
  const { name } = best.value;
  const scales = best.reading.scales.slice(0, MAX_SCALES);
  const possible = scales.length < 2 ? [YES, NO] : [...scales.map((scale) => answerOf(scale, best)), NO];
  // Which scale numbers are of is not guessed.
  const usual = likely === undefined || scales.length > 0 ? NO : YES;
  const id = `level${suffix}:is`;
  const answer = possible.find((one) => one.id === answers?.get(id)) ?? usual;
  const shown = [...new Set(present(best.value))].slice(0, MAX_SHOWN);
  const reading =
    answer === NO || scales.length === 0
      ? best.reading
      : (readLevels(name, present(best.value), { scale: scaleOf(answer.id) ?? scales[0] }) ?? best.reading);
  return {
    question: {
      id,
      text: `Is ${name} the level of an entry (${listNames(shown)})?`,
      answers: [usual, ...possible.filter((one) => one !== usual)],
      answer: answer.id,
    },
    level: answer === NO ? undefined : chosen({ ...best, reading }, entries, suffix),
  };
}

/** `Yes, of syslog: 3 is error` */
function answerOf({ id, title, levels }: Scale, { value }: Candidate): Question["answers"][number] {
  const number = ["3", "4", "2", "20"].find((one) => value.texts.includes(one)) ?? present(value)[0]!;
  return { id, text: `Yes, of ${title}: ${number} is ${levels[number]}` };
}

/** Scales that a question offers. */
const MAX_SCALES = 3;
const YES = { id: "yes", text: "Yes" };
const NO = { id: "no", text: "No" };
const MAX_SHOWN = 4;

/** Different values at most, and how many of them must be levels to be worth a question. */
const MAX_DISTINCT = 12;
const SOME = 0.3;

/** What somebody may take for a level: words of which some are levels, or numbers that are a scale of them. */
function readAsked(name: string, texts: readonly string[], given: LevelGiven): LevelReading | undefined {
  const distinct = new Set(texts);
  if (distinct.size < 2 || distinct.size > MAX_DISTINCT) return undefined;
  if ([...distinct].every((text) => /^\d+$/.test(text))) return readLevels(name, texts, given);
  const reading = readLevels(name, texts, { asked: true });
  if (reading === undefined) return undefined;
  // What came of something is no level: `success`, `failed`.
  const some = isScaled(name) || isLevelName(name) || [...distinct].some(isLevelWord);
  return some && reading.matched >= texts.length * SOME ? reading : undefined;
}

function chosen({ value, reading }: Candidate, entries: number, suffix: string): ChosenLevel {
  const id = `level${suffix}`;
  const result: Value = {
    name: "level",
    stage: id,
    said: false,
    texts: value.texts.map((text) => (text === undefined ? undefined : reading.spellings.get(text))),
  };
  if (reading.template === undefined && value.name === "level")
    return { value, stage: undefined, result: { ...result, stage: value.stage } };
  const template = (reading.template ?? "{{ .Value }}").replaceAll(
    ".Value",
    value.name === "level" ? ".Value" : `.${value.name}`,
  );
  const spelled = [
    ...new Set(
      [...reading.spellings]
        .filter(([written, level]) => written !== level)
        .map(([written, level]) => `${written} → ${level}`),
    ),
  ];
  return {
    value,
    result,
    stage: {
      id,
      layer: "level",
      says: `Write the level in one spelling${value.name === "level" ? "" : `, from ${value.name}`}`,
      evidence: [
        `${reading.matched} of ${entries}`,
        ...(reading.others.length === 0 ? [] : [`left out, as no level: ${listNames(reading.others)}`]),
        ...spelled.slice(0, 6),
      ],
      byDefault: true,
      needs: [value.stage],
      branch: undefined,
      write: () => writeStage("template", { source: writeText("level"), template: writeText(template) }),
    },
  };
}

const nameWorth = (name: string): number => (isCertainLevelName(name) ? 2 : isLevelName(name) ? 1 : 0);
