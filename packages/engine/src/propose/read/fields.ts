/** The fields of structured lines: which are worth taking out, and how they are called. */
import { goString } from "@sluice/languages/govalue";
import { getField, type JsonObject } from "@sluice/languages/json";
import { freeName, toName } from "../../detect/index.ts";
import { isDurationName, isIp, MESSAGE_NAMES } from "../../vocabulary/index.ts";
import { readLevels } from "../levels/read-levels.ts";

/** A field of JSON or logfmt as it occurs in the rows. */
export interface FoundField {
  readonly path: readonly string[];
  /** It is the first of a list. */
  readonly first: boolean;
  /** By row; undefined: the row does not have it. */
  readonly values: (string | undefined)[];
  count: number;
}

/** Fields deeper than this, and beyond this number, are not looked at. */
const MAX_DEPTH = 4;
const MAX_FOUND = 300;

export function fieldsOfObjects(objects: readonly (JsonObject | undefined)[]): FoundField[] {
  const found = new Map<string, FoundField>();
  for (const [i, object] of objects.entries()) {
    if (object !== undefined)
      visit(object, [], (path, value, first) => note(found, objects.length, i, { path, first }, value));
  }
  return [...found.values()];
}

export function fieldsOfPairs(rows: readonly (ReadonlyMap<string, string> | undefined)[]): FoundField[] {
  const found = new Map<string, FoundField>();
  for (const [i, pairs] of rows.entries()) {
    for (const [key, value] of pairs ?? []) note(found, rows.length, i, { path: [key], first: false }, value);
  }
  return [...found.values()];
}

function visit(
  object: JsonObject,
  path: readonly string[],
  take: (path: readonly string[], value: string, first: boolean) => void,
): void {
  for (const key of Object.keys(object)) {
    const value = getField(object, key);
    if (isObject(value)) {
      if (path.length + 1 < MAX_DEPTH) visit(value, [...path, key], take);
      continue;
    }
    // A list of addresses begins with the client's.
    const first = Array.isArray(value);
    const own = first ? value[0] : value;
    const isRead = first ? typeof own === "string" && isIp(own) : own !== undefined && own !== null;
    const text = isRead ? goString(own) : undefined;
    if (text !== undefined) take([...path, key], text, first);
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function note(
  found: Map<string, FoundField>,
  rows: number,
  row: number,
  { path, first }: Pick<FoundField, "path" | "first">,
  value: string,
): void {
  const id = JSON.stringify([path, first]);
  let field = found.get(id);
  if (field === undefined) {
    if (found.size >= MAX_FOUND) return;
    field = { path, first, values: new Array<string | undefined>(rows).fill(undefined), count: 0 };
    found.set(id, field);
  }
  if (field.values[row] === undefined) field.count++;
  field.values[row] = value;
}

/** The field whose texts are the entries' messages. */
export function messageField(fields: readonly FoundField[], rows: number): FoundField | undefined {
  // The message of an error inside is not the entry's.
  for (const depth of [1, 2])
    for (const name of MESSAGE_NAMES) {
      const found = fields.find(
        ({ path, count, values }) =>
          path.at(-1) === name &&
          path.length === depth &&
          count >= rows * 0.5 &&
          values.some((value) => value?.includes(" ")),
      );
      if (found !== undefined) return found;
    }
  return undefined;
}

const USEFUL =
  /^(?:status|code|status_?code|http_status|method|verb|path|uri|url|host|hostname|user|user_?name|user_?id|client|client_?ip|remote_?addr|remote_?ip|ip|bytes|size|trace_?id|traceid|span_?id|request_?id|req_?id|correlation_?id|session_?id|service|service_?name|app|application|component|logger|logger_?name|name|caller|source|module|thread|thread_?name|namespace|pod|container|node|env|environment|region|error|err|exception|event|event_?name|event_?type|action|type|kind|operation|op|query|table|db|database|queue|topic|job|task|pid|unit|category|rule|src_?ip|dest_?ip|src_?port|dest_?port|proto|protocol|result|reason|outcome|src|dst|src_?user|from_?zone|to_?zone|facility|channel|event_?id|frontend|backend|server|vhost|remote_?host|referer|user_?agent|session|connection|acct|account|res|exe|comm|command|mnemonic|tag|order|order_?id|customer|tenant|provider|computer|syslog_identifier|termination_state)$/i;
/** Fields that no one asks for: versions of formats, counters of the logger. */
const USELESS =
  /^(?:@?version|v|api_?version|schema|format|seq|sequence|_*cursor|_*(?:boot|machine)_id|_*transport|_*cap_effective|_*selinux_context|_*source_(?:monotonic|realtime|boottime)_timestamp|_*monotonic_timestamp|_*systemd_(?:cgroup|slice|invocation_id)|_*runtime_scope|_*stream_id|level_value)$/i;
/** A name by which people search. */
export const isUseful = (name: string): boolean => USEFUL.test(name) || isDurationName(name);
export const isUseless = (name: string): boolean => USELESS.test(name);

/** A name for each field, that labels can have too; no two are the same, and none is in `taken`. */
export function nameFields(fields: readonly FoundField[], taken: ReadonlySet<string>): Map<FoundField, string> {
  const names = new Map<FoundField, string>();
  const used = new Set(taken);
  const last = new Map<string, number>();
  const outer = new Set(fields.flatMap(({ path }) => (path.length === 1 ? [path[0]!.toLowerCase()] : [])));
  for (const { path } of fields) {
    const name = toName(path.at(-1)!).toLowerCase();
    last.set(name, (last.get(name) ?? 0) + 1);
  }
  for (const field of fields) {
    const { path } = field;
    // What is called a level, and is none, keeps the names around it.
    const own = toName(path.at(-1)!);
    const isOther =
      path.length > 1 &&
      /^(?:level|severity)$/i.test(own) &&
      !isLevel(
        own,
        field.values.filter((value) => value !== undefined),
        last.keys(),
      );
    const short = isOther ? toName(path.join("_")) : plainName(own, path, outer);
    const whole = toName(path.join("_"));
    const free = [(last.get(own.toLowerCase()) ?? 0) === 1 || path.length === 1 ? short : whole, whole].find(
      (name) => !used.has(name),
    );
    const name = free ?? freeName(whole, used);
    used.add(name);
    names.set(field, name);
  }
  return names;
}

/** It is certain what the values mean. */
function isLevel(name: string, values: readonly string[], beside: Iterable<string>): boolean {
  const reading = readLevels(name, values, { beside });
  return reading !== undefined && reading.scales.length === 0;
}

/** Names that say nothing without the one around them. */
const WITH_OUTER = /^(?:date|value|text|name|id|code|type)$/i;
/** Those of an entry, and of what an entry has as another value: its error's message is not its own. */
const OF_ENTRIES = [MESSAGE_NAMES, ["time", "timestamp", "ts", "@timestamp", "@t"]].map(
  (names) => new Set(names.map((name) => name.toLowerCase())),
);

/** `t.$date` is called after `t`. `outer`: names that are in no object, in small letters. */
function plainName(name: string, path: readonly string[], outer: ReadonlySet<string>): string {
  if (path.length === 1) return name;
  const isTaken = OF_ENTRIES.some((names) => names.has(name.toLowerCase()) && [...names].some((one) => outer.has(one)));
  return WITH_OUTER.test(name) || isTaken ? toName(path.slice(-2).join("_")) : name;
}
