/**
 * Names for columns: from what stands before them, from their form, and from the columns around them. A value is called what its
 * text or these say, and nothing else: three digits are a status behind a request, and a number anywhere else.
 */

import { freeName, toName } from "../../detect/index.ts";
import { isCaller, isIp, isProtocol, isRequest, levelOf, nameOfMost } from "../../vocabulary/index.ts";
import { readLevels } from "../levels/read-levels.ts";
import { areThreads, bracketForm, isCode } from "./bracket-names.ts";
import { valuesOf } from "./column-kinds.ts";
import type { Column } from "./columns.ts";
import { isUseful } from "./fields.ts";

/** Share of the texts of a column that have its form. */
const MOST = 0.8;

/** The part of an access line that a column stands in; undefined: it is of no such line, as far as can be seen. */
export type AccessPart = "before request" | "behind request" | undefined;

/** What the texts of a column look like; undefined: nothing in particular. `before`: names of the columns in front of it. */
export function formOf(
  values: readonly string[],
  before: readonly string[],
  part: AccessPart = partBehind(before),
): string | undefined {
  const given = values.filter((value) => value !== "-" && value !== "");
  if (given.length === 0) return undefined;
  const most = (is: (value: string) => boolean) => given.filter(is).length >= given.length * MOST;
  const has = (name: string) => before.includes(name);
  const last = before.at(-1);
  if (
    most((value) =>
      /^(?:Mozilla|curl|Wget|kube-probe|Go-http-client|python-requests|okhttp|Prometheus|[\w.-]+\/\d[\w.]*)(?:[ /(]|$)/.test(
        value,
      ),
    ) &&
    !most(isProtocol) &&
    given.some((value) => /Mozilla|curl|probe|Go-http|python/i.test(value))
  )
    return "user_agent";
  if (most((value) => /^[\da-f]{16,32}$/.test(value) && /[a-f]/.test(value)))
    return part === undefined ? "id" : "request_id";
  const form = nameOfMost(given, MOST);
  if (form === "url") return (last === "bytes" || last === "status") && !has("referer") ? "referer" : "url";
  if (form === "uuid") return part === undefined ? "id" : "request_id";
  if (form === "ip") return part === "before request" && !has("remote_addr") ? "remote_addr" : "ip";
  if (form !== undefined) return form;
  if (most((value) => /^\d{1,3}(?:\.\d{1,3}){3}:\d+$/.test(value)))
    return part === "before request" && !has("client") ? "client" : "address";
  if (part !== "behind request") return undefined;
  if (most((value) => /^[1-5]\d\d$/.test(value)) && !has("status")) return "status";
  if (most((value) => /^\d+$/.test(value)) && last === "status") return "bytes";
  // Seconds as access logs have them, with milliseconds.
  if (most((value) => /^\d{1,4}\.\d{3}$/.test(value)) && has("status") && !has("duration")) return "duration";
  return undefined;
}

const partBehind = (before: readonly string[]): AccessPart =>
  before.some((name) => /^(?:request|method|protocol)$/.test(name)) ? "behind request" : undefined;

/** Names by the kind of column, where neither form nor text says more. */
const BY_KIND: Readonly<Record<string, string>> = {
  ip: "ip",
  id: "id",
  class: "logger",
  caller: "caller",
  duration: "duration",
  number: "number",
  "number-or-dash": "number",
  sign: "level",
};

/** The columns of lines, and the place of one of them. */
export interface ColumnPlace {
  readonly columns: readonly Column[];
  readonly at: number;
}

/** A free name for a column; `taken`: names of the columns in front of it, and others. */
export function nameColumn(place: ColumnPlace, taken: ReadonlySet<string>): string {
  const { units } = place.columns[place.at]!;
  const values = valuesOf(units);
  return freeName(plainName(place, values, [...taken]), taken);
}

const requests = ({ kind, units }: Column): boolean =>
  kind === "quoted" && units.some((unit) => unit !== undefined && isRequest(unit.value));

function partOf({ columns, at }: ColumnPlace, taken: readonly string[]): AccessPart {
  return columns.slice(at + 1).some(requests) ? "before request" : partBehind(taken);
}

const isLevels = (values: readonly string[]): boolean => readLevels("", values) !== undefined;

/** It follows what is before it without a blank. */
export const isGlued = ({ gaps }: Column): boolean => [...gaps].every((gap) => gap === "");

/** PostgreSQL writes levels that nobody else has. */
export const isPostgres = (columns: readonly Column[]): boolean =>
  columns.some(
    ({ kind, units }) =>
      (kind === "level" || kind === "level-tag") &&
      units.some((unit) => unit !== undefined && /^(?:LOG|STATEMENT|DETAIL|HINT)$/.test(unit.value)),
  );

function plainName(place: ColumnPlace, values: readonly string[], taken: readonly string[]): string {
  const { columns, at } = place;
  const column = columns[at]!;
  const { kind, key, units } = column;
  if (kind === "time") return "time";
  if (kind === "level" || kind === "level-tag") return "level";
  if (kind === "priority") return "priority";
  if (key === "thread") return "thread";
  if (units.some((unit) => unit?.glued === true) && !isLevels(values))
    return isWhoSpeaks(taken) ? "word" : values.some((value) => /\w\.\w|^root$/.test(value)) ? "logger" : "component";
  if (kind === "brace") return values.every(isCaller) ? "caller" : "captured";
  if (kind === "angle") return "process";
  if (kind === "tag") return tagName(place, values, taken);
  if (kind === "pair") return toName(key.slice("pair:".length)).toLowerCase();
  const introduced = introducing(place);
  if (introduced !== undefined && isUseful(introduced)) return introduced;
  const part = partOf(place, taken);
  const form = kind === "bracket" ? undefined : formOf(values, taken, part);
  if (form !== undefined) return form;
  if (introduced !== undefined && !NO_NAME.has(introduced)) return introduced;
  // In front of a request no logger speaks: `www.example.org 10.0.0.1 "GET /"`.
  if (part === "before request" && kind === "class") return "vhost";
  if (kind === "paren") {
    if (/^[\w$]+(?:\.[\w$]+)+$/.test(values[0] ?? "")) return "logger";
    return areThreads(values) && !taken.includes("thread") ? "thread" : "detail";
  }
  if (kind === "bracket") return bracketName(place, values, taken);
  if (kind === "number") return numberName(place, taken);
  // One letter behind the time is a level, even if it is the same in all lines.
  if (kind === "word" && columns[at - 1]?.kind === "time" && values.every((value) => /^[DIWEF]$/.test(value)))
    return "level";
  if ((kind === "word" || kind === "text" || kind === "sign") && isLevels(values)) return "level";
  if (kind === "word" || kind === "text") return wordName(place, values, taken);
  // structlog: `[info     ] cache.miss   [shop.core]`
  if (kind === "class" && isLogger(columns[at + 1])) return "event";
  // Behind a component words with dots are what it speaks of.
  if (kind === "class" && (isWhoSpeaks(taken) || values.some((value) => isIp(value)))) return "word";
  return BY_KIND[kind] ?? "text";
}

/** Groups in brackets that are names of loggers. */
const isLogger = (column: Column | undefined): boolean =>
  column?.kind === "bracket" && bracketForm(valuesOf(column.units)) === "logger";

/** Words that stand before any value. */
const NO_NAME: ReadonlySet<string> = new Set(
  "a an and as at by for from in into is of on or over the to via was with".split(" "),
);

/** The word that is the same in all lines and stands in front of the column. */
function introducing({ columns, at }: ColumnPlace): string | undefined {
  const before = columns[at - 1];
  if (before?.constant !== true || before.optional || isGlued(columns[at]!)) return undefined;
  const word = before.units.find((unit) => unit !== undefined)?.value ?? "";
  return /^[A-Za-z]/.test(word) ? toName(word).toLowerCase() : undefined;
}

const isWhoSpeaks = (taken: readonly string[]): boolean =>
  ["app", "component", "logger", "target"].some((name) => taken.includes(name));

/** `SERVICE ALERT:`, `shop::orders:`, `sshd[12]:`, `com.shop.Orders:` */
function tagName({ columns, at }: ColumnPlace, values: readonly string[], taken: readonly string[]): string {
  if (values.every(isCode)) return "code";
  if (columns[at]!.key === "span") return "span";
  // Android: the process, the thread, a letter, the tag.
  if (columns[at]!.units.some((unit) => unit?.padded === true)) return taken.includes("tid") ? "tag" : "component";
  if (values.some((value) => value.includes(" "))) return "event";
  if (values.some((value) => value.includes("::"))) return "target";
  // `Start-Date: 2026-03-10`: what the time is of
  if (columns[at + 1]?.kind === "time" && at === 0) return "word";
  if (isWhoSpeaks(taken)) return "word";
  const before = columns[at - 1];
  // `gRPC config stream closed: 14` is said, and nobody's name.
  if (
    at > 2 &&
    columns.slice(at - 3, at).every(({ kind }) => /^(?:word|text|level)$/.test(kind)) &&
    !isLevelColumn(before)
  )
    return "word";
  const isProgram =
    columns[at]!.units.some((unit) => unit?.pid !== undefined) ||
    before?.key === "time:month" ||
    ((before?.kind === "word" || before?.kind === "text") && columns[at - 2]?.kind === "time");
  if (isProgram) return "app";
  const isLogger =
    values.some((value) => value.includes(".")) ||
    (values.every((value) => /[A-Z]/.test(value)) &&
      !columns.slice(0, at).some(({ kind }) => kind === "text" || kind === "word"));
  return isLogger ? "logger" : "component";
}

function bracketName({ columns, at }: ColumnPlace, values: readonly string[], taken: readonly string[]): string {
  // Programs have levels of their own among the usual ones.
  if (values.filter((value) => levelOf(value.trim()) !== undefined).length >= values.length * 0.5) return "level";
  const form = bracketForm(values);
  if (form === "thread") return taken.includes("thread") ? "context" : "thread";
  if (form !== "number") return form ?? "context";
  const [before, next] = [columns[at - 1], columns[at + 1]];
  // Serilog: `[INF] [31] Main:`
  if (before?.kind === "level" && (next?.kind === "tag" || next?.kind === "class") && !taken.includes("thread"))
    return "thread";
  // .NET: `Shop.Orders[12]`
  if (before?.kind === "class" && isGlued(columns[at]!)) return "event_id";
  // `[220]:` names who speaks, as a program's tag does.
  const isProcess =
    (next?.key === ":" && isGlued(next)) ||
    isPostgres(columns) ||
    // Gunicorn: `[2026-03-10 08:12:18 +0000] [8] [WARNING]`
    (before?.key === "]" && columns[at - 2]?.kind === "time" && next?.kind === "level");
  return isProcess && !taken.includes("pid") ? "pid" : "number";
}

/** A level, or letters that stand for one. */
const isLevelColumn = (column: Column | undefined): boolean =>
  column !== undefined && (column.kind === "level" || (column.kind === "word" && isLevels(valuesOf(column.units))));

/** Numbers at which programs put the process and the thread. */
function numberName({ columns, at }: ColumnPlace, taken: readonly string[]): string {
  const [before, next] = [columns[at - 1], columns[at + 1]];
  if (before?.kind === "number" && taken.includes("pid") && !taken.includes("tid")) return "tid";
  // Routers count what they send.
  if (next?.key === ":" && isGlued(next) && columns[at + 2]?.kind === "time") return "sequence";
  if (taken.includes("pid")) return "number";
  const isProcess =
    before?.key === "time:klog" ||
    // Spring Boot: `INFO 7 --- [main]`
    (next?.kind === "mark" && /^-{3}$/.test(next.key)) ||
    // Android and Django: the process, the thread
    (next?.kind === "number" && isLevelColumn(columns[at + 2])) ||
    (next?.kind === "number" && next.units.every((unit) => unit === undefined || unit.value.length >= 9));
  return isProcess ? "pid" : "number";
}

/** What is done, or what has been: `install`, `upgrade`, `opened`. */
const ACTION =
  /^(?:(?:un)?(?:install|mount|lock|load|register|subscribe)|startup|shutdown|(?:re)?(?:start|load|boot|name|move|try|open|connect|build)|remove|upgrade|update|downgrade|configure|purge|status|stop|create|delete|insert|add|drop|open|close|connect|disconnect|login|logout|send|receive|read|write|get|put|set|list|copy|sync|commit|fetch|push|pull|accept|reject|deny|allow|block|permit|begin|end|finish|enter|leave|join|enable|disable|trigproc|conffile|[a-z]{2,}ed)$/;

/** Several words, of which most are actions. */
function areActions(values: readonly string[]): boolean {
  const distinct = [...new Set(values)];
  return distinct.length > 1 && distinct.filter((value) => ACTION.test(value)).length >= distinct.length * 0.6;
}

function wordName({ columns, at }: ColumnPlace, values: readonly string[], taken: readonly string[]): string {
  const [before, next] = [columns[at - 1], columns[at + 1]];
  if (before?.kind === "time") {
    if (values.every((value) => isCaller(value.replace(/:$/, "")))) return "caller";
    // `time host app[pid]:`
    const isSyslog = before.key === "time:month" || before.key === "time:month-year" || columns[0]?.kind === "priority";
    if (isSyslog || next?.kind === "tag") return "host";
    return areActions(values) ? "action" : "source";
  }
  // Rust: `[2026-03-14T09:29:21Z WARN  shop::net] `
  if (next?.key === "]" && isGlued(next) && isLevelColumn(before))
    return values.some((value) => value.includes("::")) ? "target" : "logger";
  // Python: `- auth - INFO -`
  const isBetween = before?.kind === "dash" && next?.kind === "dash";
  if (isBetween && !isWhoSpeaks(taken) && columns.some(({ kind }) => kind === "level")) return "logger";
  // `- shop.orders -`
  if (!isWhoSpeaks(taken) && values.filter((value) => /[a-z][._]/i.test(value)).length >= values.length * 0.2)
    return "logger";
  return "word";
}
