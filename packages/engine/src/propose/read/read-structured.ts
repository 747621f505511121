/** Reads JSON and logfmt. */
import { type JsonObject, parseJsonObject } from "@sluice/languages/json";
import { parseLogfmt } from "@sluice/languages/logfmt";
import { writeStage } from "../../detect/index.ts";
import { writeText } from "../../syntax/index.ts";
import { type FoundField, fieldsOfObjects, fieldsOfPairs, messageField, nameFields } from "./fields.ts";
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
  const paths = new Map([...names].map(([field, name]) => [name, field] as const));
  return {
    kind: "json",
    title: "JSON",
    values: valuesOf(fields, names, rows.size),
    rows,
    write: (source, used) => {
      const expressions = Object.fromEntries(
        [...paths]
          .filter(([name]) => used.has(name))
          .map(([name, { path, first }]) => [
            name,
            path.length === 1 && path[0] === name && !first ? "" : `${jmesPath(path)}${first ? "[0]" : ""}`,
          ]),
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
