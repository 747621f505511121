/** Reads JSON, logfmt, and values between separators. */
import { type JsonObject, parseJsonObject } from "@sluice/languages/json";
import { parseLogfmt } from "@sluice/languages/logfmt";
import { freeName, toName, writeStage } from "../../detect/index.ts";
import { writeText } from "../../syntax/index.ts";
import { levelOf, timeAt } from "../../vocabulary/index.ts";
import { formOf } from "./column-names.ts";
import { type FoundField, fieldsOfObjects, fieldsOfPairs, messageField, nameFields } from "./fields.ts";
import { knownNames } from "./known-tables.ts";
import type { Reading, ReadValue, Texts } from "./reading.ts";

/** Longest text that is parsed. */
const MAX_TEXT = 64 * 1024;

export function readJson(texts: Texts, taken: ReadonlySet<string>): Reading | undefined {
  const objects = texts.map((text) => (text === undefined ? undefined : objectOf(text)));
  const rows = new Set(objects.flatMap((object, i) => (object === undefined ? [] : [i])));
  if (rows.size === 0) return undefined;
  const fields = fieldsOfObjects(objects);
  if (fields.length === 0) return undefined;
  const names = nameFields(fields, taken);
  const paths = new Map([...names].map(([field, name]) => [name, field.path] as const));
  return {
    kind: "json",
    title: "JSON",
    values: valuesOf(fields, names, rows.size),
    rows,
    write: (source, used) => {
      const expressions = Object.fromEntries(
        [...paths]
          .filter(([name]) => used.has(name))
          .map(([name, path]) => [name, path.length === 1 && path[0] === name ? "" : jmesPath(path)]),
      );
      return writeStage("json", { ...sourceOf(source), expressions });
    },
    selector: "^\\s*\\{",
  };
}

export function objectOf(text: string): JsonObject | undefined {
  if (text.length > MAX_TEXT || !text.trimStart().startsWith("{")) return undefined;
  const read = parseJsonObject(text);
  return read.ok && Object.keys(read.value).length > 0 ? read.value : undefined;
}

export const jmesPath = (path: readonly string[]): string =>
  path.map((step) => (/^[A-Za-z_]\w*$/.test(step) ? step : JSON.stringify(step))).join(".");

const sourceOf = (source: string | undefined): { source?: string } =>
  source === undefined ? {} : { source: writeText(source) };

function valuesOf(fields: readonly FoundField[], names: ReadonlyMap<FoundField, string>, rows: number): ReadValue[] {
  const message = messageField(fields, rows);
  return fields.map((field) => ({
    name: names.get(field)!,
    texts: field.values,
    role: field === message ? "message" : undefined,
  }));
}

/** Share of a line that pairs must make up: a sentence with one `=` is not logfmt. */
const PAIR = /(?:^|[\s,;])([A-Za-z_@][\w.\-/@]*)=(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"]*)(?=[\s,;]|$)/g;

function pairsOf(text: string): ReadonlyMap<string, string> | undefined {
  if (text.length > MAX_TEXT || !/^\s*[A-Za-z_@][\w.\-/@]*=/.test(text)) return undefined;
  const pairs = new Map<string, string>();
  let keys = 0;
  // The stage keeps what stands before a mistake.
  const error = parseLogfmt(text, (key, value) => {
    keys++;
    if (value !== "") pairs.set(key, value);
  });
  if (error !== undefined && pairs.size < 3) return undefined;
  const written = text.match(PAIR)?.length ?? 0;
  return written >= 2 && written * 10 >= keys * 7 ? pairs : undefined;
}

export function readLogfmt(texts: Texts, taken: ReadonlySet<string>): Reading | undefined {
  const all = texts.map((text) => (text === undefined ? undefined : pairsOf(text)));
  const rows = new Set(all.flatMap((pairs, i) => (pairs === undefined ? [] : [i])));
  if (rows.size === 0) return undefined;
  const fields = fieldsOfPairs(all);
  const names = nameFields(fields, taken);
  const keys = new Map([...names].map(([field, name]) => [name, field.path[0]!] as const));
  return {
    kind: "logfmt",
    title: "logfmt",
    values: valuesOf(fields, names, rows.size),
    rows,
    write: (source, used) => {
      const mapping = Object.fromEntries(
        [...keys].filter(([name]) => used.has(name)).map(([name, key]) => [name, name === key ? "" : key]),
      );
      return writeStage("logfmt", { ...sourceOf(source), mapping });
    },
    selector: "^[A-Za-z_@][\\w.]*=",
  };
}

interface Separator {
  readonly char: string;
  readonly title: string;
  /** In an expression. */
  readonly written: string;
}

const SEPARATORS: readonly Separator[] = [
  { char: "\t", title: "values between tabs", written: "\\t" },
  { char: ",", title: "values between commas", written: "," },
  { char: ";", title: "values between semicolons", written: ";" },
  { char: "|", title: "values between bars", written: "\\|" },
];
/** Separators of a line at least, and the share of rows that must have the same number. */
const MIN_SEPARATORS = 4;
const SAME = 0.85;
/** Columns that are taken out; further ones are passed over. */
const MAX_COLUMNS = 40;

/** Fields of a text, quoted ones without their quotes; undefined: it is not separated so. */
export function splitFields(text: string, separator: string): string[] | undefined {
  const fields: string[] = [];
  let at = 0;
  while (at <= text.length) {
    if (separator === "," && text[at] === '"') {
      const quoted = /"((?:[^"]|"")*)"(?=,|$)/y;
      quoted.lastIndex = at;
      const found = quoted.exec(text);
      if (found === null) return undefined;
      fields.push(found[0]);
      at = quoted.lastIndex + 1;
      continue;
    }
    const end = text.indexOf(separator, at);
    fields.push(text.slice(at, end < 0 ? text.length : end));
    if (end < 0) break;
    at = end + 1;
  }
  return fields;
}

/** `header`: names of the columns, where a comment line says them. */
export function readDelimited(
  texts: Texts,
  taken: ReadonlySet<string>,
  header: readonly string[] | undefined,
): Reading | undefined {
  for (const separator of SEPARATORS) {
    const split = texts.map((text) =>
      text === undefined || text.length > MAX_TEXT || text.startsWith("#") || !text.includes(separator.char)
        ? undefined
        : splitFields(text, separator.char),
    );
    const counts = new Map<number, number>();
    let rows = 0;
    for (const [i, fields] of split.entries()) {
      if (texts[i] !== undefined && !texts[i]!.startsWith("#")) rows++;
      if (fields !== undefined) counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1);
    }
    const [most] = [...counts].sort((a, b) => b[1] - a[1]);
    if (most === undefined || most[0] <= MIN_SEPARATORS || most[1] < rows * SAME) continue;
    // A head before the first value is read first: the values are in what follows it.
    const headed = texts.filter((text) => text !== undefined && isHeaded(text, separator.char)).length;
    if (headed > most[1] / 2) continue;
    return delimited(split, most[0], separator, taken, header?.length === most[0] ? header : undefined);
  }
  return undefined;
}

/** The first value is a head of its own: several words, or a time that goes on behind the separator, or stands before a level. */
function isHeaded(text: string, separator: string): boolean {
  const bracket = text.startsWith("[") ? 1 : 0;
  const time = timeAt(text, bracket);
  const rest = time === undefined ? "" : text.slice(time.end + bracket);
  if (separator === "\t")
    return rest.startsWith("\t") && levelOf(rest.slice(1).split("\t", 1)[0]!.trim()) !== undefined;
  if (time?.form.dated) return !rest.startsWith(separator);
  return text.slice(0, Math.max(0, text.indexOf(separator))).split(" ").length > 2;
}

function delimited(
  split: readonly (readonly string[] | undefined)[],
  width: number,
  separator: Separator,
  taken: ReadonlySet<string>,
  header: readonly string[] | undefined,
): Reading {
  const rows = new Set(split.flatMap((fields, i) => (fields?.length === width ? [i] : [])));
  const column = (at: number): Texts => split.map((fields, i) => (rows.has(i) ? fields![at] : undefined));
  const used = new Set(taken);
  const inside = `[^${separator.char === "\t" ? "\\t" : separator.char === "|" ? "|" : separator.char}]*`;
  // Only where a value is quoted may it hold the separator.
  const isQuoted = Array.from(
    { length: width },
    (_, at) => separator.char === "," && split.some((fields, row) => rows.has(row) && fields![at]!.startsWith('"')),
  );
  const anyCell = isQuoted.includes(true) ? '(?:"(?:[^"]|"")*"|[^,"]*)' : inside;
  const cell = (name: string | undefined, at: number) => {
    const body = isQuoted[at] === true ? '"(?:[^"]|"")*"|[^,"]*' : inside;
    return name !== undefined ? `(?P<${name}>${body})` : isQuoted[at] === true ? `(?:${body})` : body;
  };
  const values: ReadValue[] = [];
  const names: (string | undefined)[] = [];
  const known =
    header ?? knownNames(Array.from({ length: width }, (_, at) => column(at).filter((text) => text !== undefined)));
  for (let at = 0; at < Math.min(width, MAX_COLUMNS); at++) {
    const given = known?.[at];
    const name = freeName(given === undefined ? columnName(column(at), at, used) : toName(given).toLowerCase(), used);
    used.add(name);
    names.push(name);
    values.push({ name, texts: column(at).map((text) => (text === "-" || text === "" ? undefined : text)) });
  }
  const dated = joinedTime(values, column);
  const time = freeName("timestamp", used);
  return {
    kind: "delimited",
    title: separator.title,
    values:
      dated === undefined
        ? values
        : [...values, { name: time, texts: dated.texts.map((text) => text?.replace("\t", separator.char)) }],
    rows,
    write: (source, wanted) => {
      const last = names.findLastIndex(
        (name, at) => (name !== undefined && wanted.has(name)) || (dated?.at === at - 1 && wanted.has(time)),
      );
      let expression = "^";
      for (let at = 0; at <= last; at++) {
        if (at > 0) expression += separator.written;
        if (dated?.at === at && wanted.has(time)) {
          expression += `(?P<${time}>${cell(undefined, at)}${separator.written}${cell(undefined, at + 1)})`;
          at++;
        } else expression += cell(names[at] !== undefined && wanted.has(names[at]!) ? names[at] : undefined, at);
      }
      // As many columns as lines of this kind have: others are something else.
      const left = width - 1 - last;
      expression += left > 0 ? `(?:${separator.written}${anyCell}){${left}}$` : "$";
      return writeStage("regex", { ...sourceOf(source), expression: writeText(expression) });
    },
    selector: `^(?:${anyCell}${separator.written}){${MIN_SEPARATORS}}`,
  };
}

/** A day in one column and a clock in the next are one time. */
function joinedTime(
  values: readonly ReadValue[],
  column: (at: number) => Texts,
): { readonly at: number; readonly texts: Texts } | undefined {
  const fits = (at: number, form: RegExp) => {
    const texts = (values[at]?.texts ?? []).filter((text) => text !== undefined);
    return texts.length > 0 && texts.filter((text) => form.test(text)).length >= texts.length * 0.9;
  };
  for (let at = 0; at + 1 < values.length; at++) {
    if (!fits(at, /^\d{2,4}[-/.]\d{2}[-/.]\d{2,4}$/) || !fits(at + 1, /^\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)?$/)) continue;
    const [days, clocks] = [column(at), column(at + 1)];
    return {
      at,
      texts: days.map((day, i) => (day === undefined || clocks[i] === undefined ? undefined : `${day}\t${clocks[i]}`)),
    };
  }
  return undefined;
}

function columnName(texts: Texts, at: number, before: ReadonlySet<string>): string {
  const values = texts.filter((text) => text !== undefined);
  return formOf(values, [...before]) ?? `column_${at + 1}`;
}
