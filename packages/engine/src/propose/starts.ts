/** How lines begin that begin an entry: with a time, with a level, with pairs, or as JSON. */
import { addTo } from "../base/add-to.ts";
import { isLevelWord, type TimeForm, timeAt, timeExpression, upToSeconds } from "../vocabulary/index.ts";
import { escapeRegex } from "./read/column-regex.ts";
import { type Unit, unitAt } from "./read/units.ts";

export interface Start {
  readonly kind: "time" | "level" | "json" | "pairs";
  /** What stands in front of the time, or all of it where there is none; RE2 without an anchor. */
  readonly prefix: string;
  readonly form: TimeForm | undefined;
  /** The time up to its seconds, or the level. */
  readonly text: string;
  /** What continues an entry does not begin so: no words stand in front of the time, and the level is the first word, in capitals or brackets. */
  readonly sure: boolean;
}

/** Lines that begin alike, the most first. */
export interface StartGroup {
  readonly start: Start;
  readonly count: number;
  readonly texts: readonly string[];
}

export const JSON_HEAD = "\\{";

/** Units within which a line has its time: those of an access log stand before it. */
const MAX_UNITS = 6;

export function startOf(line: string): Start | undefined {
  if (line.startsWith("{")) return { kind: "json", prefix: JSON_HEAD, form: undefined, text: "", sure: true };
  let at = 0;
  let prefix = "";
  let sure = true;
  let leveled: Start | undefined;
  for (let i = 0; i < MAX_UNITS; i++) {
    const unit: Unit = unitAt(line, at);
    const gap = unit.gap === "" ? "" : unit.gap === " " ? " " : "\\s+";
    if (unit.kind === "time")
      return { kind: "time", prefix: prefix + gap, form: unit.form, text: upToSeconds(unit.value), sure };
    if (unit.kind === "pair" && i === 0) return pairStart(line, unit);
    if (unit.kind === "json" || unit.kind === "end" || unit.kind === "paren" || unit.kind === "quoted") return leveled;
    prefix += gap + startUnit(unit);
    if (unit.kind === "level")
      leveled ??= { kind: "level", prefix, form: undefined, text: unit.value, sure: i === 0 && isMarked(unit) };
    sure &&= SURE.has(unit.kind) || unit.value.length === 1;
    at = unit.end;
  }
  return leveled;
}

const SURE: ReadonlySet<Unit["kind"]> = new Set(["mark", "priority", "level", "dash"]);

/** `time=2026-…`, `level=info` */
function pairStart(line: string, { key, value, gap }: Unit): Start | undefined {
  const name = key.slice("pair:".length);
  const plain = value.replace(/^"/, "");
  if (gap !== "" || (timeAt(plain, 0) === undefined && !isLevelWord(plain))) return undefined;
  return line.startsWith(`${name}=`)
    ? { kind: "pairs", prefix: `${escapeRegex(name)}=`, form: undefined, text: "", sure: true }
    : undefined;
}

const isMarked = ({ value, wrap }: Unit): boolean => wrap !== undefined || /^[A-Z]{3,}$/.test(value);

function startUnit({ kind, key, wrap }: Unit): string {
  if (kind === "mark") return escapeRegex(key);
  if (kind === "priority") return "<\\d{1,3}>";
  if (key === "facility") return "[a-z\\d]+ *:[a-z]+ *:";
  if (kind !== "level") return "\\S+";
  return wrap === undefined ? "[A-Za-z]+" : `${escapeRegex(wrap[0])}\\s*[A-Za-z]+\\s*${escapeRegex(wrap[1])}`;
}

export function groupStarts(starts: Iterable<Start | undefined>): StartGroup[] {
  const groups = new Map<string, Start[]>();
  for (const start of starts)
    if (start !== undefined) addTo(groups, `${start.kind} ${start.prefix} ${start.form?.id ?? ""}`, start);
  return [...groups.values()]
    .map((group) => ({ start: group[0]!, count: group.length, texts: group.map(({ text }) => text) }))
    .sort((a, b) => b.count - a.count);
}

/** RE2 for the beginning of the lines of a group, without an anchor. */
export const startExpression = ({ start: { prefix, form }, texts }: StartGroup): string =>
  form === undefined ? prefix : prefix + timeExpression(form, texts);
