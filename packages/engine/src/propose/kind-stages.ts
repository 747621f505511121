/** The stages for the entries of one kind: what reads them, their time and their level, and the values that these leave. */
import type { Nanos } from "@sluice/languages/base";
import { addTo } from "../base/add-to.ts";
import { writeStage } from "../detect/index.ts";
import { writeText } from "../syntax/index.ts";
import { headerStage } from "./header-stage.ts";
import { leftOut } from "./left-out.ts";
import { findLevelInside } from "./levels/level-inside.ts";
import { askForLevel, type ChosenLevel, chooseLevel } from "./levels/level-stage.ts";
import { listNames } from "./list-names.ts";
import { chooseMetadata } from "./metadata.ts";
import type { PlannedStage } from "./plan.ts";
import type { ProposeOptions, Question } from "./proposal.ts";
import type { Step } from "./read/classify.ts";
import type { Texts } from "./read/reading.ts";
import type { Value } from "./rows.ts";
import { TIMED } from "./time/choose-time.ts";
import { findDurations } from "./time/duration-stage.ts";
import { findSplitTime } from "./time/split-time.ts";
import { findTimeInside } from "./time/time-inside.ts";
import { type TimeStage, timeStage } from "./time/time-stage.ts";
import { whyUntimed } from "./time/why-untimed.ts";

export interface KindGiven {
  /** The lines of the kind; undefined for entries of others. */
  readonly lines: Texts;
  /** All entries, and those of this kind. */
  readonly entries: number;
  readonly inKind: number;
  readonly branch: number | undefined;
  readonly options: ProposeOptions;
  /** The time that each entry has from what wraps its line; undefined: nothing does. */
  readonly received: readonly (Nanos | undefined)[] | undefined;
}

export interface KindStages {
  readonly stages: readonly PlannedStage[];
  readonly questions: readonly Question[];
  /** Ids of stages that parse. */
  readonly parsers: readonly string[];
  /** Entries whose time has no year, and those that the clock's year puts after the clock. */
  readonly yearless: number;
  readonly ahead: number;
  /** Why no entry gets a time; undefined: they do. */
  readonly untimed: string | undefined;
  /** What is there after them, to become labels and metadata. */
  readonly values: Value[];
}

export function stagesOfKind(steps: readonly Step[], given: KindGiven): KindStages {
  const { inKind, branch, options, received } = given;
  const suffix = branch === undefined ? "" : `@${branch + 1}`;
  const ids = steps.map(({ reading }, i) => `parse${i === 0 ? "" : `:${i}`}:${reading.kind}${suffix}`);
  const values: Value[] = steps.flatMap(({ reading, source }, i) => {
    const said = source !== undefined && (reading.kind === "pattern" || reading.kind === "pairs");
    return reading.values.flatMap(({ name, texts, role }) =>
      role === "message" ? [] : [{ name, stage: ids[i]!, said, texts }],
    );
  });
  const used = new Map(ids.map((id) => [id, new Set<string>()]));
  const use = ({ name, stage }: Pick<Value, "name" | "stage">) => used.get(stage)?.add(name);
  const here: PlannedStage[] = [];
  const split = findSplitTime(values, { inKind, branch, suffix });
  if (split !== undefined) values.push(split.value);
  let time = timeStage(values, inKind, suffix, options, received);
  if (time === undefined) {
    const inside = insideStage("time", values, given, suffix);
    if (inside !== undefined) {
      values.push(inside.value);
      time = timeStage(values, inKind, suffix, options, received);
      if (time !== undefined) here.push(inside.stage);
    }
  }
  const before = time === undefined ? undefined : outerTime(time, values, given, suffix);
  const timers = [time?.value, before?.value].filter((value) => value !== undefined);
  const isJoined = split !== undefined && timers.includes(split.value);
  if (isJoined) {
    for (const part of split.parts) use(part);
    here.push(split.stage);
  }
  if (time !== undefined) {
    if (before !== undefined) {
      use(before.value);
      here.push({ ...before.stage, branch });
    }
    use(time.value);
    here.push({ ...(before === undefined ? time : time.instead(before.value.name)).stage, branch });
  }
  let level = chooseLevel(values, inKind, suffix);
  let asked: Question | undefined;
  if (level === undefined && steps[0]!.reading.kind === "text") {
    const inside = insideStage("level", values, given, suffix);
    if (inside !== undefined) {
      values.push(inside.value);
      level = chooseLevel([inside.value], inKind, suffix, 0);
      if (level !== undefined) here.push(inside.stage);
    }
  }
  if (level === undefined) {
    const found = askForLevel(values, inKind, suffix, options.answers);
    asked = found?.question;
    level = found?.level;
  }
  if (level !== undefined) {
    use(level.value);
    if (level.stage !== undefined) here.push({ ...level.stage, branch });
  }
  const spent = new Set([
    ...timers,
    ...(split === undefined ? [] : [split.value]),
    ...(isJoined ? split.parts : []),
    ...(level === undefined ? [] : [level.value]),
  ]);
  const kept = chooseMetadata(values, inKind, spent);
  for (const value of kept) use(value);
  const durations = findDurations(kept, branch, suffix);
  for (const { stage } of durations) here.push(stage);
  const outer = steps.map((step, i) => outerOf(steps, ids, step, i));
  /** Values that one parser takes out for another, by the id of the first. */
  const passed = new Map<string, { readonly name: string; readonly to: string }[]>();
  for (const [i, { source }] of steps.entries())
    if (source !== undefined) addTo(passed, outer[i]!, { name: source, to: ids[i]! });
  const { header } = steps[0]!.reading;
  return {
    stages: [
      ...(header === undefined ? [] : [headerStage(header, { entries: given.entries, branch, suffix })]),
      ...steps.flatMap((step, i) => {
        const id = ids[i]!;
        const names = used.get(id)!;
        const inner = passed.get(id) ?? [];
        const unused = values.filter(
          ({ stage, name }) => stage === id && !names.has(name) && !inner.some((one) => one.name === name),
        );
        return parserOf(step, {
          id,
          outer: outer[i],
          names,
          passed: inner,
          first: i === 0,
          left: leftOut(step.reading, unused, inKind),
          given,
        });
      }),
      ...here,
    ],
    questions: [...(time?.questions ?? []), ...(asked === undefined ? [] : [asked])],
    yearless: time?.stage.byDefault === true ? time.yearless : 0,
    ahead: time?.stage.byDefault === true ? time.ahead : 0,
    untimed: time === undefined && received === undefined ? whyUntimed(values, inKind) : undefined,
    parsers: ids,
    values: withLevel(
      kept.map((value) => durations.find((one) => one.value === value)?.result ?? value),
      level,
    ),
  };
}

/** The time of those entries that do not have the best one, as syslog writes it in front of each line. */
function outerTime(
  best: TimeStage,
  values: readonly Value[],
  { inKind, options }: KindGiven,
  suffix: string,
): TimeStage | undefined {
  if (best.read >= inKind * TIMED) return undefined;
  const others = values.filter(({ name }) => name !== best.value.name);
  const outer = timeStage(others, inKind, `-before${suffix}`, options);
  return outer !== undefined && outer.read >= inKind * TIMED ? outer : undefined;
}

const withLevel = (kept: readonly Value[], level: ChosenLevel | undefined): Value[] =>
  level === undefined ? [...kept] : [...kept.filter((value) => value !== level.value), level.result];

/** Id of the stage that yields the value in which a step reads. */
const outerOf = (steps: readonly Step[], ids: readonly string[], { source }: Step, i: number): string | undefined =>
  source === undefined
    ? undefined
    : ids.findLast((_, at) => at < i && steps[at]!.reading.values.some(({ name }) => name === source));

interface ParserGiven {
  readonly id: string;
  readonly outer: string | undefined;
  /** Values that are used after it. */
  readonly names: ReadonlySet<string>;
  /** Values that are used by parsers inside, if these are taken. */
  readonly passed: readonly { readonly name: string; readonly to: string }[];
  readonly first: boolean;
  /** What it reads over. */
  readonly left: string | undefined;
  readonly given: KindGiven;
}

/** Share of the entries for which a message of its own is worth a stage by default. */
const OFTEN = 0.08;

/** None where nothing of it is used. */
function parserOf(
  { reading, source }: Step,
  { id, outer, names, passed, first, left, given }: ParserGiven,
): PlannedStage[] {
  if (names.size === 0 && passed.length === 0 && !first) return [];
  const all = new Set(reading.values.map(({ name }) => name));
  return [
    {
      id,
      layer: "parse",
      says: saysOf(
        reading.kind,
        reading.title,
        names.size === 0 ? new Set(passed.map(({ name }) => name)) : names,
        source,
      ),
      evidence: [
        `${reading.rows.size} of ${source === undefined ? given.entries : given.inKind}`,
        ...(left === undefined ? [] : [left]),
      ],
      // A sentence that few entries have is offered: each of its expressions is a search through every message.
      byDefault: reading.kind !== "pattern" || reading.rows.size >= given.inKind * OFTEN,
      needs: outer === undefined ? [] : [outer],
      branch: given.branch,
      write: (taken) => {
        // Captures name what a record holds, its message too.
        const said = reading.kind === "pairs" ? reading.values.filter(({ role }) => role === "message") : [];
        const needed = new Set([
          ...names,
          ...said.map(({ name }) => name),
          ...passed.flatMap(({ name, to }) => (taken.has(to) ? [name] : [])),
        ]);
        return reading.write(source, needed.size === 0 ? all : needed);
      },
    },
  ];
}

interface InsideStage {
  readonly value: Value;
  readonly stage: PlannedStage;
}

const FINDERS = { time: findTimeInside, level: findLevelInside };

/** What finds a time or a level that no value is. */
function insideStage(
  what: keyof typeof FINDERS,
  values: readonly Value[],
  { lines, inKind, branch }: KindGiven,
  suffix: string,
): InsideStage | undefined {
  const inside = FINDERS[what](lines, new Set(values.map(({ name }) => name)));
  if (inside === undefined) return undefined;
  const id = `${what}-inside${suffix}`;
  return {
    value: { name: inside.name, stage: id, said: false, texts: inside.texts },
    stage: {
      id,
      layer: "parse",
      says: `Find the ${what} in the line`,
      evidence: [`${inside.found} of ${inKind}`],
      byDefault: true,
      needs: [],
      branch,
      write: () => writeStage("regex", { expression: writeText(inside.expression) }),
    },
  };
}

function saysOf(kind: string, title: string, names: ReadonlySet<string>, source: string | undefined): string {
  const what = kind === "pattern" ? `messages like “${title}”` : title;
  const where = source === undefined ? "" : ` in ${source}`;
  return `Read ${what}${where}${names.size === 0 ? "" : `: ${listNames([...names])}`}`;
}
