/**
 * How right a body of stages is for a log whose truth is known. Everything is read from what leaves a preview, nothing from
 * what the proposal says about itself.
 */
import { parseRfc3339 } from "@sluice/languages/base";
import { goString } from "@sluice/languages/govalue";
import type { Diagnostic } from "../../src/base/diagnostic.ts";
import type { Snapshot } from "../../src/pipeline/snapshot.ts";
import type { Preview } from "../../src/preview/preview.ts";
import { type TrueEntry, type WantedValue, type WrittenLog, waysOf } from "../formats/index.ts";
import { findWrongNames, type WrongName } from "./names.ts";
import { runStages } from "./run-stages.ts";

/** How many of `all` are right; `all` may be none. */
export interface Share {
  readonly right: number;
  readonly all: number;
}

/** What is wrong with one entry. */
export interface Failure {
  readonly kind: "parse" | "time" | "level" | "secret" | "lost" | "1970";
  /** Index of its first line. */
  readonly line: number;
  readonly text: string;
  readonly reason: string;
}

export interface Measured {
  readonly name: string;
  readonly stages: string;
  /** Of entries that are not odd and that no stage drops on purpose. */
  readonly parsed: Share;
  readonly time: Share;
  readonly level: Share;
  readonly secretsMissed: number;
  readonly secrets: number;
  /** Distinct sets of labels. */
  readonly streams: number;
  /** Dropped by a stage whose work that is. */
  readonly dropped: number;
  /** Torn apart, joined with another, or gone without a stage that says so. */
  readonly lost: number;
  /** Entries that leave with a time before 1971. */
  readonly epoch: number;
  /** Of values that are guessed. */
  readonly wrongNames: readonly WrongName[];
  /** Errors and warnings about the stages, as sentences. */
  readonly warnings: readonly string[];
  /** What else lints say: values that nothing uses. */
  readonly hints: readonly string[];
  /** What is different in Alloy. */
  readonly differences: readonly string[];
  readonly failures: readonly Failure[];
}

/** More is no noise that a person would drop. */
const MOST_DROPPED = 0.2;
/** Nanoseconds by which equal times are kept apart at most. */
const MOST_MOVED = 1000n;
const YEAR_1971 = parseRfc3339("1971-01-01T00:00:00Z")!;
const DROPPING: ReadonlySet<string> = new Set(["drop", "match"]);

interface Tally extends Record<"parsed" | "time" | "level", { right: number; all: number }> {
  /** Times that have left already. */
  readonly seen: Set<bigint>;
  /** The entry before was odd. */
  afterOdd: boolean;
}

export function measure(stages: string, log: WrittenLog): Measured {
  const { preview, diagnostics, differences } = runStages(stages, log);
  const failures: Failure[] = [];
  const tally: Tally = { parsed: newShare(), time: newShare(), level: newShare(), seen: new Set(), afterOdd: false };
  const firsts = new Set(log.entries.flatMap(({ odd, first }) => (odd ? [] : [first])));
  const pairs: (readonly [Snapshot, TrueEntry])[] = [];
  let dropped = 0;
  for (const entry of log.entries) {
    if (entry.odd) {
      tally.afterOdd = true;
      continue;
    }
    const fail = failer(failures, log, entry);
    const left = findLeft(preview, entry, firsts);
    if (left === "dropped") dropped++;
    else if (typeof left === "string") {
      fail("lost", left);
      countLost(tally, entry);
    } else {
      checkEntry(left, entry, tally, fail);
      pairs.push([left, entry]);
    }
    tally.afterOdd = false;
  }
  if (dropped > firsts.size * MOST_DROPPED)
    failures.push({ kind: "lost", line: 0, text: "", reason: `${dropped} of ${firsts.size} entries are dropped` });
  const outputs = preview.outputs.map(({ entry }) => entry);
  const missed = findLeaks(outputs, log);
  failures.push(...missed);
  for (const { timestamp, line, origins } of outputs)
    if (timestamp < YEAR_1971) failures.push({ kind: "1970", line: origins[0] ?? 0, text: line, reason: "year 1970" });
  return {
    name: log.name,
    stages,
    parsed: tally.parsed,
    time: tally.time,
    level: tally.level,
    secretsMissed: missed.length,
    secrets: log.entries.reduce((sum, { secrets }) => sum + secrets.length, 0),
    streams: new Set(outputs.map(({ labels }) => JSON.stringify(labels.toRecord()))).size,
    dropped,
    lost: failures.filter(({ kind }) => kind === "lost").length,
    epoch: failures.filter(({ kind }) => kind === "1970").length,
    wrongNames: findWrongNames(stages, log, pairs),
    warnings: diagnostics.filter(isWarning).map(write),
    hints: diagnostics.filter((one) => !isWarning(one)).map(write),
    differences,
    failures,
  };
}

const isWarning = ({ severity }: Diagnostic): boolean => severity === "error" || severity === "warning";
const write = ({ severity, code, message }: Diagnostic): string => `${severity} ${code}: ${message}`;

type Fail = (kind: Failure["kind"], reason: string) => void;

const newShare = () => ({ right: 0, all: 0 });

const failer =
  (failures: Failure[], { lines }: WrittenLog, { first, lines: count }: TrueEntry): Fail =>
  (kind, reason) =>
    void failures.push({ kind, line: first, text: lines.slice(first, first + count).join("\n"), reason });

/** An entry that is lost has nothing right. */
function countLost(tally: Tally, { time, level }: TrueEntry): void {
  tally.parsed.all++;
  if (time !== undefined) tally.time.all++;
  if (level !== "any") tally.level.all++;
}

/** The one entry that leaves with all lines of `entry`, or why there is none; odd lines may have joined it. */
function findLeft(preview: Preview, { first, lines }: TrueEntry, firsts: ReadonlySet<number>): Snapshot | string {
  const outcome = preview.outcomeOf(first);
  if (outcome.outputs.length === 0) {
    if (outcome.settled === "held") return "it is still held";
    const by = outcome.drops.find(({ stage }) => !DROPPING.has(stage.replace(/^stage\./, "")));
    return by === undefined && outcome.drops.length > 0 ? "dropped" : `dropped by ${by?.stage ?? "no stage"}`;
  }
  if (outcome.outputs.length > 1) return `${outcome.outputs.length} entries leave for it`;
  const { entry } = outcome.outputs[0]!;
  const other = entry.origins.find((origin) => origin !== first && firsts.has(origin));
  if (other !== undefined) return `joined with the entry of line ${other + 1}`;
  for (let line = first; line < first + lines; line++)
    if (!entry.origins.includes(line)) return `line ${line + 1} is not in it`;
  if (entry.line.trim() === "") return "its line is empty";
  return entry;
}

function checkEntry(left: Snapshot, entry: TrueEntry, tally: Tally, fail: Fail): void {
  const absent = entry.values.filter((value) => !waysOf(value).some((way) => isExtracted(left, way)));
  const gone = entry.values.filter((value) => !waysOf(value).some((way) => leaves(left, way)));
  tally.parsed.all++;
  if (absent.length === 0 && gone.length === 0) tally.parsed.right++;
  else if (absent.length > 0) fail("parse", `not extracted: ${show(absent)}`);
  if (gone.length > 0) fail("lost", `does not leave: ${show(gone)}`);
  if (entry.time !== undefined) {
    tally.time.all++;
    if ([entry.time, entry.otherTime].some((time) => time !== undefined && isTime(left.timestamp, time, tally)))
      tally.time.right++;
    else fail("time", `${showTime(left.timestamp)} is not ${showTime(entry.time)}`);
  }
  if (entry.level === "any") return;
  tally.level.all++;
  const level = levelIn(left);
  if (level === entry.level) tally.level.right++;
  else fail("level", `level ${level ?? "(none)"} is not ${entry.level ?? "(none)"}`);
}

const show = (values: readonly WantedValue[]): string => values.map((value) => JSON.stringify(value)).join(", ");

/** A time that an earlier entry has, odd ones too, moves on by a nanosecond: `stage.timestamp` does so by default. */
function isTime(left: bigint, time: bigint, tally: Tally): boolean {
  const moved = left - time;
  const right = moved === 0n || (moved > 0n && moved < MOST_MOVED && (tally.afterOdd || tally.seen.has(time)));
  if (right) tally.seen.add(time);
  return right;
}

const showTime = (at: bigint): string =>
  `${new Date(Number(at / 1_000_000n)).toISOString().slice(0, -1)}${String(at % 1_000_000n).padStart(6, "0")}`;

/** Names under which a level is looked for where it leaves. */
const LEVEL_NAMES: readonly string[] = ["level", "detected_level", "severity"];

function levelIn({ labels, metadata }: Snapshot): string | undefined {
  const record = labels.toRecord();
  for (const name of LEVEL_NAMES) {
    const value = record[name] ?? metadata.find(([key]) => key === name)?.[1];
    if (value !== undefined && value !== "") return value;
  }
  return undefined;
}

/**
 * Whether `value` is the line or one of the extracted values, labels or metadata; what follows it may be lines that joined it.
 * A message may also stay where it is in a line that has fields.
 */
function isExtracted({ line, extracted, labels, metadata }: Snapshot, value: string): boolean {
  const is = (other: string | undefined): boolean =>
    other !== undefined && (other.trim() === value || other.startsWith(`${value}\n`) || isSameNumber(other, value));
  for (const [, other] of extracted) if (is(goString(other))) return true;
  if (Object.values(labels.toRecord()).some(is) || metadata.some(([, other]) => is(other))) return true;
  return is(line) || isMessageField(line, value);
}

/** Names of the field that holds the message in JSON and logfmt. */
const MESSAGE_FIELDS: readonly string[] = ["msg", "message", "event", "MESSAGE", "@m"];

function isMessageField(line: string, value: string): boolean {
  const quoted = JSON.stringify(value);
  if (line.startsWith("{")) return MESSAGE_FIELDS.some((name) => line.includes(`${JSON.stringify(name)}:${quoted}`));
  return MESSAGE_FIELDS.some(
    (name) => ` ${line} `.includes(` ${name}=${quoted} `) || ` ${line} `.includes(` ${name}=${value} `),
  );
}

const isSameNumber = (a: string, b: string): boolean =>
  /^-?\d+(?:\.\d+)?$/.test(b) && /^-?\d/.test(a) && Number(a) === Number(b);

/** Whether `value` stands in what leaves: the line, a label or metadata; extracted values do not. */
function leaves({ line, labels, metadata }: Snapshot, value: string): boolean {
  const escaped = JSON.stringify(value).slice(1, -1);
  const texts = [line, ...Object.values(labels.toRecord()), ...metadata.map(([, text]) => text)];
  return texts.some((text) => text.includes(value) || text.includes(escaped) || isSameNumber(text, value));
}

/** Secrets that leave, odd entries' too. */
function findLeaks(outputs: readonly Snapshot[], log: WrittenLog): Failure[] {
  const texts = outputs.map(({ line, labels, metadata }) =>
    [line, ...Object.values(labels.toRecord()), ...metadata.map(([, text]) => text)].join("\n"),
  );
  return log.entries.flatMap(({ first, secrets }) =>
    secrets
      .filter((secret) => texts.some((text) => text.includes(secret)))
      .map((secret) => ({ kind: "secret" as const, line: first, text: log.lines[first]!, reason: `${secret} leaves` })),
  );
}
