/** Reads lines of text: columns that they have in common, and a message behind them. */
import { compileRegex } from "@sluice/languages/re2";
import { addTo } from "../../base/add-to.ts";
import { spread } from "../../base/spread.ts";
import { withinLimit } from "../../base/within-limit.ts";
import { writeStage } from "../../detect/index.ts";
import { writeText } from "../../syntax/index.ts";
import { isRequest } from "../../vocabulary/index.ts";
import { firstLine } from "../first-line.ts";
import { textStage } from "../text-stage.ts";
import { type WriteOptions, writeColumns } from "./column-regex.ts";
import { type Columns, findColumns } from "./columns.ts";
import type { Reading, ReadValue, Texts, Unnamed } from "./reading.ts";
import { isAccessLine } from "./tables.ts";
import { unitAt } from "./units.ts";

/** Kinds of lines that are told apart in one text, and the share that each must have. */
const MAX_KINDS = 4;
const MIN_SHARE = 0.08;
const MIN_ROWS = 3;
/** Lines that vote on the columns; all others are read by what they find. */
const MAX_VOTERS = 400;
/** Characters of a line that are looked at for columns. */
const MAX_LENGTH = 8192;

/** Readings of `texts`, the one with most rows first; rows that none reads are odd ones. */
export function readTexts(
  texts: Texts,
  taken: ReadonlySet<string>,
  several: boolean,
  header?: readonly string[],
): Reading[] {
  const readings: Reading[] = [];
  let left = texts.map((text) => (text === undefined || text.trim() === "" ? undefined : text));
  const all = left.filter((text) => text !== undefined).length;
  for (const group of groups(left)) {
    if (readings.length === MAX_KINDS) break;
    const rows = group.filter((row) => left[row] !== undefined);
    const least = Math.max(Math.min(MIN_ROWS, all), all * MIN_SHARE);
    if (rows.length < least) continue;
    const reading = readGroup(rows, left, { taken, several, header });
    if (reading === undefined || reading.rows.size < least) continue;
    readings.push(reading);
    left = left.map((text, row) => (reading.rows.has(row) ? undefined : text));
  }
  return readings.sort((a, b) => b.rows.size - a.rows.size);
}

/** Rows by how their lines begin, the largest group first. */
function groups(texts: Texts): number[][] {
  const byStart = new Map<string, number[]>();
  for (const [row, text] of texts.entries()) {
    if (text === undefined) continue;
    if (isAccessLine(text)) {
      addTo(byStart, "access", row);
      continue;
    }
    const first = unitAt(text, 0);
    const second = unitAt(text, first.end);
    const key = `${first.key} ${/^(?:time:(?:clf|iso|month))/.test(first.key) || second.kind === "time" ? (second.kind === "time" ? second.key : "") : loosely(second.kind)}`;
    addTo(byStart, key, row);
  }
  return [...byStart.values()].sort((a, b) => b.length - a.length);
}

const loosely = (kind: string): string =>
  ["word", "number", "dash", "class", "id", "duration", "ip"].includes(kind) ? "word" : kind;

function readGroup(rows: readonly number[], texts: Texts, options: WriteOptions): Reading | undefined {
  const given = spread(rows, MAX_VOTERS).map((row) => firstLine(texts[row]!, MAX_LENGTH));
  const columns = findColumns(given, options.several, options.taken.size > 0);
  if (!isWorth(columns) && !isStructured(columns, given)) return undefined;
  const written = writeColumns(columns, options);
  return regexReading(written.expression, texts, {
    kind: "text",
    title: titleOf(columns),
    message: written.message,
    unnamed: { constants: written.constants, parts: 0 },
  });
}

interface About {
  readonly kind: "text" | "pattern";
  readonly title: string;
  readonly message?: string | undefined;
  readonly unnamed?: Unnamed | undefined;
}

/** The reading of a finished expression; undefined: it reads nothing, or is none. */
export function regexReading(
  expression: string,
  texts: Texts,
  { kind, title, message, unnamed }: About,
): Reading | undefined {
  const compiled = compileRegex(expression);
  if (!compiled.ok) return undefined;
  const { regex } = compiled;
  const groups = regex.groupNames;
  const rows = new Set<number>();
  const values = groups.flatMap((name) =>
    name === undefined || name === ""
      ? []
      : [
          {
            name,
            texts: new Array<string | undefined>(texts.length).fill(undefined),
          },
        ],
  );
  /** Groups that have nothing in some of the rows. */
  const empty = new Set<string>();
  for (const [row, text] of texts.entries()) {
    const found = text === undefined ? undefined : withinLimit(() => regex.exec(text));
    if (found === undefined || found === null) continue;
    rows.add(row);
    for (const [at, name] of groups.entries()) {
      if (name === undefined || name === "") continue;
      const value = found[at];
      if (value !== undefined && value !== "" && value !== "-")
        values.find((one) => one.name === name)!.texts[row] = value;
      else if (value !== "-") empty.add(name);
    }
  }
  if (rows.size === 0) return undefined;
  const roles = new Map(
    values.map((value) => [value.name, value.name === message || isSentence(value) ? ("message" as const) : undefined]),
  );
  return {
    kind,
    title,
    unnamed,
    values: values.map((value): ReadValue => ({ ...value, role: roles.get(value.name) })),
    rows,
    // What nobody uses is no group. The message is one, as it says what the rest is.
    write: (source, names) =>
      [
        writeStage("regex", {
          ...(source === undefined ? {} : { source: writeText(source) }),
          expression: writeText(
            expression.replaceAll(/\(\?P<(\w+)>/g, (group, name) =>
              names.has(name) || roles.get(name) === "message" ? group : "(?:",
            ),
          ),
        }),
        ...[...empty].filter((name) => names.has(name) && isKept(name) && roles.get(name) !== "message").map(textStage),
      ].join("\n"),
    selector: expression
      .replaceAll(/\(\?P<\w+>/g, "(?:")
      .replace(/^\(\?s\)/, "")
      .replace(/\s?\(\?:\.\*\)$/, ""),
  };
}

/** Times and levels are read by stages of their own, which pass over nothing. */
const isKept = (name: string): boolean => !/^(?:time|level|priority)(?:_\d+)?$/.test(name);

/** What follows a beginning in common is JSON, or begins with a time. */
function isStructured({ columns, rows }: Columns, texts: readonly string[]): boolean {
  if (columns.length === 0 || rows.length < MIN_ROWS) return false;
  const structured = rows.filter((row) => {
    let at = 0;
    for (const { units } of columns) at = units[row]?.end ?? at;
    const next = unitAt(texts[row]!, at);
    return next.kind === "json" || next.kind === "time" || next.kind === "pair";
  });
  return structured.length >= rows.length * 0.6;
}

/** A quoted text of several words may have columns of its own. */
function isSentence({ name, texts }: Pick<ReadValue, "name" | "texts">): boolean {
  if (!/^(?:text|column)(?:_\d+)*$/.test(name)) return false;
  const given = texts.filter((text) => text !== undefined);
  return given.length >= MIN_ROWS && given.filter((text) => text.split(" ").length > 3).length >= given.length * 0.8;
}

const TELLING: ReadonlySet<string> = new Set([
  "time",
  "level",
  "level-tag",
  "priority",
  "quoted",
  "bracket",
  "tag",
  "caller",
  "class",
  "ip",
  "id",
  "pair",
]);

/** A time, a level or a tag, or several columns that have a form. */
function isWorth({ columns, rows }: Columns): boolean {
  if (rows.length === 0) return false;
  if (
    columns.some(
      ({ kind, key, optional }) =>
        !optional &&
        ((kind === "time" && key !== "time:date") || kind === "level" || kind === "level-tag" || kind === "priority"),
    )
  )
    return true;
  // `WARNING:app.db:slow query`: one of the first two such words is a level.
  if (columns.some(({ units }) => units.some((unit) => unit?.glued === true))) return true;
  // `[   12.345678] message`, as the kernel writes
  if (
    columns.some(
      ({ kind, units }) =>
        kind === "bracket" && units.every((unit) => unit === undefined || /^\s*\d+\.\d+$/.test(unit.value)),
    )
  )
    return true;
  const telling = columns.filter(
    ({ kind, key, optional }) => !optional && key !== "time:date" && TELLING.has(kind),
  ).length;
  if (rows.length < MIN_ROWS) return false;
  return (
    telling >= 2 ||
    (telling >= 1 && columns.length >= 3) ||
    columns.filter(({ kind, constant }) => kind !== "mark" && !constant).length >= 5
  );
}

function titleOf({ columns, message }: Columns): string {
  const has = (...kinds: readonly string[]) => columns.some(({ kind }) => kinds.includes(kind));
  const hasRequests = columns.some(
    ({ kind, units }) => kind === "quoted" && units.some((unit) => isRequest(unit?.value ?? "")),
  );
  if (hasRequests) return "access lines";
  if (!message) return "lines of values";
  const parts = [
    has("time") ? "time" : "",
    has("level", "level-tag", "priority") ? "level" : "",
    has("tag") ? "program" : has("class") ? "logger" : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? "lines with a beginning in common" : `lines of ${parts.join(", ")} and message`;
}
