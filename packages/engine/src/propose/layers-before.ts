/** What stands before the parsing: lines out of what a container's runtime puts around them, without colours, and whole. */

import { addTo } from "../base/add-to.ts";
import { continuesEntry, writeStage } from "../detect/index.ts";
import { writeText } from "../syntax/index.ts";
import { readCri, readDocker, type TimeForm, timeExpression, upToSeconds } from "../vocabulary/index.ts";
import type { PlannedStage } from "./plan.ts";
import { escapeRegex } from "./read/column-regex.ts";
import { type Unit, unitAt } from "./read/units.ts";

const always = { byDefault: true, needs: [], branch: undefined } as const;
const ENOUGH = 0.7;

export interface Wrapper {
  readonly title: string;
  readonly stage: PlannedStage;
}

export function findWrapper(lines: readonly string[]): Wrapper | undefined {
  const most = (is: (line: string) => boolean) => lines.length > 0 && lines.filter(is).length >= lines.length * ENOUGH;
  if (most((line) => readCri(line) !== undefined)) return wrapper("cri", "CRI (Kubernetes containers)");
  // The stage sets the time: a line without one is no line for it.
  if (most((line) => readDocker(line)?.time !== undefined)) return wrapper("docker", "Docker");
  return undefined;
}

const wrapper = (name: "cri" | "docker", title: string): Wrapper => ({
  title,
  stage: {
    ...always,
    id: name,
    layer: "unwrap",
    says: `Take the line out of ${name === "cri" ? "the CRI format" : "Docker's JSON"}, with its time and stream`,
    evidence: [],
    write: () => writeStage(name),
  },
});

const COLOUR = /\u001b\[[\d;]*m/;

export function findColours(lines: readonly string[]): PlannedStage | undefined {
  const coloured = lines.filter((line) => COLOUR.test(line)).length;
  if (coloured === 0) return undefined;
  return {
    ...always,
    id: "decolorize",
    layer: "decolorize",
    says: "Remove the codes of colours",
    evidence: [],
    write: () => writeStage("decolorize"),
  };
}

/** Beginnings of entries that have several lines by their nature. */
const RECORDS: readonly (readonly [RegExp, string])[] = [
  [/^__CURSOR=/, "^__CURSOR="],
  [/^__REALTIME_TIMESTAMP=/, "^__REALTIME_TIMESTAMP="],
  [/^# Time: /, "^# Time: "],
  [/^<Event[ >]/, "^<Event[ >]"],
];

export interface Joined {
  readonly stage: PlannedStage;
  /** Lines that continue others. */
  readonly continued: number;
}

/** The stage that joins lines to entries; undefined: each line is one. */
export function findJoin(lines: readonly string[]): Joined | undefined {
  const record = RECORDS.find(([begins]) => {
    const count = lines.filter((line) => begins.test(line)).length;
    const others = lines.filter((line) => !begins.test(line));
    // Records of one line, and lines of others between, are entries by themselves.
    return count >= 2 && count <= lines.length * 0.6 && others.filter(isWhole).length <= others.length * 0.3;
  });
  if (record !== undefined) return joined(record[1], lines.filter((line) => !record[0].test(line)).length);
  const heads = lines.filter((line, i) => i === 0 || !continuesEntry(line));
  const first = firstLineOf(heads);
  if (first === undefined) return undefined;
  if (first === "^\\{" && !areOpen(lines)) return undefined;
  const regex = new RegExp(first);
  const isHead = lines.map((line) => regex.test(line));
  const whole = lines.filter((line, i) => !isHead[i] && isWhole(line)).length;
  // Most that do not begin so are entries of another kind: joining would make one of two.
  if (whole * 2 > isHead.filter((head) => !head).length) return undefined;
  const pairs = areInPairs(isHead) && whole * 3 <= isHead.filter((head) => !head).length;
  const continuing = lines.map(
    (line, i) => i > 0 && !isHead[i] && (pairs || continuesEntry(line) || isInRun(isHead, i)),
  );
  const continued = continuing.filter(Boolean).length;
  if (continued < Math.max(2, lines.length * 0.01) || continued > lines.length * 0.95) return undefined;
  const odd = lines.filter((_, i) => !isHead[i] && !continuing[i]).length;
  const unindented = lines.filter((line, i) => continuing[i] && /^\S/.test(line)).length;
  // Lines of other programs between stay what they are where all that continues is indented.
  if (unindented === 0 && odd > 0) return joined("^\\S", continued);
  return odd > continued ? undefined : joined(first, continued);
}

/** Lines without a beginning of their own that follow each other belong to the entry before; odd ones stand alone. */
const isInRun = (isHead: readonly boolean[], i: number): boolean => isHead[i - 1] === false || isHead[i + 1] === false;

/** Units within which an entry has its time: those of an access log stand before it. */
const HEAD_UNITS = 6;

/** Objects of JSON go on in the next lines: those that are whole in one line are joined with nothing. */
function areOpen(lines: readonly string[]): boolean {
  const open = lines.filter(
    (line, i) => line.startsWith("{") && !line.trimEnd().endsWith("}") && /^[\s"}\]]/.test(lines[i + 1] ?? ""),
  );
  return open.length >= Math.max(2, lines.length * 0.03);
}

/** JSON, an element of XML, or a line with a time of its own is an entry by itself. */
function isWhole(line: string): boolean {
  if (/^<([A-Za-z]\w*)[ >].*<\/\1>\s*$/.test(line)) return true;
  let at = 0;
  for (let i = 0; i < HEAD_UNITS; i++) {
    const unit = unitAt(line, at);
    if (unit.kind === "time" || (unit.kind === "json" && i === 0)) return true;
    at = unit.end;
  }
  return false;
}

/** Nearly each beginning is followed by a line that has none: the entries have two lines or more. */
function areInPairs(isHead: readonly boolean[]): boolean {
  const heads = isHead.filter(Boolean).length;
  const followed = isHead.filter((head, i) => head && isHead[i + 1] === false).length;
  return heads >= 3 && followed >= heads * 0.85;
}

const joined = (expression: string, continued: number): Joined => ({
  continued,
  stage: {
    ...always,
    id: "multiline",
    layer: "join",
    says: "Join the lines of an entry that has several",
    evidence: [],
    write: () => writeStage("multiline", { firstline: writeText(expression) }),
  },
});

/** How a line begins. */
interface Start {
  /** What stands in front of the time. */
  readonly prefix: string;
  readonly form: TimeForm | undefined;
  /** The time up to its seconds. */
  readonly time: string;
}

/** An expression for the beginning that most entries have. */
function firstLineOf(heads: readonly string[]): string | undefined {
  const starts = new Map<string, Start[]>();
  for (const line of heads) {
    const start = startOf(line);
    if (start === undefined) continue;
    const key = `${start.prefix} ${start.form?.id ?? ""}`;
    addTo(starts, key, start);
  }
  const [best] = [...starts.values()].sort((a, b) => b.length - a.length);
  if (best === undefined || best.length < heads.length * 0.25) {
    const allStart = heads.length > 0 && heads.every((line) => /^\S/.test(line));
    return allStart ? "^\\S" : undefined;
  }
  const [{ prefix, form }] = best as [Start];
  return form === undefined
    ? prefix
    : prefix +
        timeExpression(
          form,
          best.map(({ time }) => time),
        );
}

/** How `line` begins: with a time, and what stands in front of it, or with a level. */
function startOf(line: string): Start | undefined {
  let at = 0;
  let expression = "^";
  let leveled: Start | undefined;
  for (let i = 0; i < 4; i++) {
    const unit: Unit = unitAt(line, at);
    const gap = unit.gap === "" ? "" : unit.gap === " " ? " " : "\\s+";
    if (unit.kind === "time")
      return {
        prefix: expression + gap,
        form: unit.form,
        time: upToSeconds(unit.value),
      };
    if (unit.kind === "json") return i === 0 ? { prefix: "^\\{", form: undefined, time: "" } : undefined;
    if (unit.kind === "end" || unit.kind === "paren" || unit.kind === "quoted") return leveled;
    expression += gap + startUnit(unit);
    if (unit.kind === "level") leveled ??= { prefix: expression, form: undefined, time: "" };
    at = unit.end;
  }
  return leveled;
}

function startUnit({ kind, key, wrap }: Unit): string {
  if (kind === "mark") return escapeRegex(key);
  if (kind === "priority") return "<\\d{1,3}>";
  if (kind !== "level") return "\\S+";
  return wrap === undefined ? "[A-Za-z]+" : `${escapeRegex(wrap[0])}\\s*[A-Za-z]+\\s*${escapeRegex(wrap[1])}`;
}
