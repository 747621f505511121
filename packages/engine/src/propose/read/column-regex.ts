/** Writes columns as an expression of RE2 with a named group for each value. */

import { quoteMeta } from "@sluice/languages/re2";
import { freeName, toName } from "../../detect/index.ts";
import { isRequest, levelOf, timeExpression } from "../../vocabulary/index.ts";
import { isCode, isUnnamed } from "./bracket-names.ts";
import { type ColumnKind, valuesOf } from "./column-kinds.ts";
import { isGlued, isPostgres, nameColumn } from "./column-names.ts";
import type { Column, Columns } from "./columns.ts";
import { knownNames } from "./known-tables.ts";

export interface ColumnRegex {
  readonly expression: string;
  /** The group that has the rest of the line, where there is one. */
  readonly message: string | undefined;
  /** Words that it passes over, as they are the same in all lines. */
  readonly constants: readonly string[];
}

const QUOTED = '(?:[^"\\\\]|\\\\.)*';

/** Tabs as people read them. */
export const escapeRegex = (text: string): string => quoteMeta(text).replaceAll("\t", "\\t");

export interface WriteOptions {
  /** Names that may not be used again. */
  readonly taken: ReadonlySet<string>;
  /** Entries have several lines. */
  readonly several: boolean;
  /** Names of the columns, where a comment line says them. */
  readonly header?: readonly string[] | undefined;
}

export function writeColumns(
  { columns, tail, message, gaps, table }: Columns,
  { taken, several, header }: WriteOptions,
): ColumnRegex {
  const writer = new Writer({ columns, table }, new Set(taken), givenNames(columns, message, header));
  let expression = "^";
  for (const i of columns.keys()) {
    if (i === tail) expression += "(?:";
    expression += writer.column(i);
  }
  let rest: string | undefined;
  // Some lines end where the others have a message.
  if (tail === columns.length) expression += "(?:";
  if (message) {
    rest = freeName("message", writer.taken);
    expression += `${writeGap(gaps, columns.length === 0)}(?P<${rest}>.*)`;
  }
  // What stands in further lines.
  else if (several && columns.length > 0) {
    rest = freeName("message", writer.taken);
    expression += `(?:\\s+(?P<${rest}>.*))?`;
  }
  if (tail !== undefined) expression += ")?";
  else if (!message && !several) expression += "\\s*$";
  return { expression: several ? `(?s)${expression}` : expression, message: rest, constants: writer.constants };
}

/** By column: names that a header or the table itself gives. */
function givenNames(
  columns: readonly Column[],
  message: boolean,
  header: readonly string[] | undefined,
): ReadonlyMap<number, string> {
  // Columns of a known table are values, even those that are the same in all lines.
  const all = columns.flatMap(({ kind }, i) => (kind === "mark" ? [] : [i]));
  const varying = all.filter((i) => !columns[i]!.constant);
  const texts = (i: number) => valuesOf(columns[i]!.units);
  // A day and a clock in two columns of a header are one time here.
  const joined =
    header?.[0] === "date" && header[1] === "time" && columns[0]?.kind === "time"
      ? ["time", ...header.slice(2)]
      : header;
  for (const valued of [all, varying]) {
    if (joined?.length === valued.length && !message)
      return new Map(joined.map((name, at) => [valued[at]!, toName(name).toLowerCase()]));
    // A head may stand before a table, as syslog does.
    for (let skip = 0; skip < valued.length; skip++) {
      const names = knownNames(valued.slice(skip).map(texts));
      if (names !== undefined) return new Map(names.map((name, at) => [valued[skip + at]!, name]));
    }
  }
  return commonLog(columns) ?? new Map();
}

/** `HOST IDENT USER [TIME]`, as access logs begin, with the virtual host in front of it in some. */
function commonLog(columns: readonly Column[]): ReadonlyMap<number, string> | undefined {
  const time = columns.findIndex(({ kind }) => kind === "time");
  if (
    time < 4 ||
    time > 5 ||
    columns[time - 1]!.key !== "[" ||
    columns.slice(0, time - 1).some(({ kind }) => kind === "mark" || kind === "quoted")
  )
    return undefined;
  const names = ["vhost", "remote_addr", "ident", "user"].slice(-(time - 1));
  return new Map(names.map((name, i) => [i, name] as const));
}

/** Columns that may have several values, with a comma and a blank between them. */
const LISTED: ReadonlySet<ColumnKind> = new Set<ColumnKind>([
  "ip",
  "number",
  "number-or-dash",
  "word",
  "text",
  "class",
]);

class Writer {
  readonly #table: boolean;
  readonly #given: ReadonlyMap<number, string>;
  readonly taken: Set<string>;
  readonly constants: string[] = [];
  readonly #columns: readonly Column[];

  constructor(
    { columns, table }: Pick<Columns, "columns" | "table">,
    taken: Set<string>,
    given: ReadonlyMap<number, string>,
  ) {
    this.#table = table;
    this.#given = given;
    this.#columns = columns;
    this.taken = taken;
  }

  column(i: number): string {
    const column = this.#columns[i]!;
    const gap = writeGap(column.gaps, i === 0);
    const body = this.#body(column, i);
    return column.optional ? `(?:${gap}${body})?` : `${gap}${body}`;
  }

  #body(column: Column, i: number): string {
    const units = column.units.filter((unit) => unit !== undefined);
    const first = units[0]!;
    const values = units.map(({ value }) => value);
    if (column.kind === "mark") return escapeRegex(column.key);
    if (column.constant && !this.#given.has(i) && this.#columns[i - 1]?.kind !== "time") {
      // A word that is the same in all samples may be another one tomorrow: it names the next value, and no more.
      this.constants.push(first.value);
      return this.#table || /\w/.test(first.value) ? "\\S+" : escapeRegex(first.value);
    }
    if (column.kind === "dash" && values.every((value) => value === "-") && !this.#isValue(i)) return "-";
    if (column.kind === "quoted" || column.kind === "quoted-or-word") return this.#quoted(column, i);
    if (column.kind === "bracket") return this.#bracket(i, values);
    if (column.kind === "tag")
      return this.#tag(
        column,
        i,
        units.some(({ pid }) => pid !== undefined),
      );
    if (column.kind === "pair") return this.#pair(column, i);
    if (
      !["time", "level", "caller", "brace", "paren", "angle"].includes(column.kind) &&
      values.every((value) => /^[\w.$-]+:\d{1,5}$/.test(value))
    )
      return this.#address(i);
    // OpenVPN: `10.0.0.7:3000`, and `bob/10.0.0.7:3000` once it is known who that is
    if (column.kind === "text" && areClients(values)) {
      const [user, ip, port] = ["user", "ip", "port"].map((name) => this.#name(i, name));
      return `(?:(?:(?P<${user}>[^\\s/]+)/)?(?P<${ip}>[\\d.]+|\\[[\\da-fA-F:.]+\\]):(?P<${port}>\\d+)|\\S+)`;
    }
    // Celery: `INFO/ForkPoolWorker-1`
    if (this.#columns[i - 1]?.kind === "level" && isGlued(column) && values.every((value) => /^\/[\w-]+$/.test(value)))
      return `/(?P<${this.#name(i, "process")}>[\\w-]+)`;
    if (column.key === "facility")
      return `(?P<${this.#name(i, "facility")}>[a-z\\d]+) *:(?P<${this.#name(i)}>[a-z]+) *:`;
    // Loguru: `shop.jobs:run:263`
    if (column.key === "location") {
      const [logger, method, line] = ["logger", "function", "line"].map((name) => this.#name(i, name));
      return `(?P<${logger}>[^\\s:]+):(?P<${method}>[^\\s:]+):(?P<${line}>\\d+)`;
    }
    // Rails: `#655`
    if (values.every((value) => /^#\d+$/.test(value))) return this.#hashed(i);
    if (column.kind === "word" || column.kind === "text") {
      const words = this.#pairOfWords(i, values);
      if (words !== undefined) return words;
    }
    if (column.kind === "word" && values.every((value) => /[^:]:$/.test(value)))
      return `(?P<${this.#name(i)}>${this.#word(i).replace("[^", "[^:")}):`;
    // Proxies put the addresses of clients in a list, and what each server answered.
    const listed = LISTED.has(column.kind) && values.some((value) => value.includes(", "));
    if (this.#table && (listed || this.#given.get(i)?.startsWith("upstream_") === true))
      return `(?P<${this.#name(i)}>\\S+(?:, \\S+)*)`;
    if (this.#given.get(i) === "remote_addr") return `(?P<${this.#name(i)}>\\S+(?:, \\S+)*)`;
    const name = this.#name(i);
    const group = (inside: string) => `(?P<${name}>${inside})`;
    switch (column.kind) {
      case "time":
        return group(timeExpression(first.form!, values));
      case "level": {
        const [open, close] = first.wrap ?? ["", ""];
        const padded = open !== "" && units.some(({ padded: one }) => one === true);
        const blank = padded ? "\\s*" : "";
        const colon = column.key === "level:" ? ":" : "";
        return `${escapeRegex(open)}${blank}${group(levelExpression(values))}${blank}${escapeRegex(close)}${colon}`;
      }
      case "level-tag":
        return `${group(levelExpression(values))}:`;
      case "priority":
        return `<${group("\\d{1,3}")}>`;
      case "caller":
        return group("[^\\s:]+:\\d+");
      case "angle":
        return group("<[^>]*>");
      case "brace":
        return `\\{${group("[^{}]*")}\\}`;
      case "paren":
        return `\\(${group("[^()]*")}\\)`;
      case "number":
        return group(`${numberExpression(values)}${this.#columns.length > 6 ? "|-" : ""}`);
      case "number-or-dash":
        return group("[-+]?\\d[\\w.]*|-");
      case "dash":
        return group("\\S+");
      case "sign":
        return group("\\S");
      default:
        return group(this.#word(i));
    }
  }

  /** Ruby's logger has the process behind the time; others number anything so. */
  #hashed(i: number): string {
    return this.#columns[i - 1]?.kind === "time" ? `#(?P<${this.#name(i, "pid")}>\\d+)` : "#\\d+";
  }

  /** A host and its port. */
  #address(i: number): string {
    const own = this.#given.get(i) ?? nameColumn({ columns: this.#columns, at: i }, this.taken);
    // `CartController:142` in a head
    const [name, second] =
      /^(?:logger|class|component|source|target|app)$/.test(own) || (isUnnamed(own) && !this.#table)
        ? [isUnnamed(own) ? "logger" : own, "line"]
        : [own, own === "vhost" || own === "host" ? "port" : `${own}_port`];
    return `(?P<${this.#name(i, name)}>[^\\s:]+):(?P<${this.#name(i, second)}>\\d+)`;
  }

  /** A dash among values is a missing one. */
  #isValue(i: number): boolean {
    const before = this.#columns[i - 1];
    return before !== undefined && this.#columns.length > 6 && before.kind !== "tag";
  }

  #name(i: number, given?: string): string {
    const known = given ?? this.#given.get(i);
    const own = known ?? nameColumn({ columns: this.#columns, at: i }, this.taken);
    // Between bars, and in tables, what has no name is a value, too.
    const isColumn = this.#table || this.#columns[i + 1]?.key === "|";
    const name = freeName(isColumn && isUnnamed(own) ? `column_${i + 1}` : own, this.taken);
    this.taken.add(name);
    return name;
  }

  /** Characters up to what follows. */
  #word(i: number): string {
    const next = this.#columns[i + 1];
    if (next === undefined || !next.gaps.has("")) return "\\S+";
    const follows =
      next.kind === "mark"
        ? next.key[0]!
        : next.kind === "quoted"
          ? '"'
          : next.kind === "bracket"
            ? "["
            : next.kind === "paren"
              ? "("
              : "";
    return follows === "" ? "\\S+" : `[^\\s${escapeClass(follows)}]+`;
  }

  #quoted(column: Column, i: number): string {
    // Several values in one pair of quotes.
    const known = this.#given.get(i);
    if (known?.includes("+"))
      return `"${known
        .split("+")
        .map((name) => `(?P<${this.#name(i, name)}>[^\\s"]+)`)
        .join(" ")}"`;
    const values = valuesOf(column.units);
    const requests = values.filter(isRequest).length;
    if (requests >= values.length * 0.7 && column.kind === "quoted") {
      const [method, path, protocol] = ["method", "path", "protocol"].map((name) => this.#name(i, name));
      return `"(?:(?P<${method}>[A-Z]+) (?P<${path}>[^\\s"](?:[^"\\\\]|\\\\.)*?)(?: (?P<${protocol}>HTTP/[\\d.]+))?|${QUOTED})"`;
    }
    const name = this.#name(i);
    if (column.kind === "quoted") return `"(?P<${name}>${QUOTED})"`;
    return `"?(?P<${name}>[^"\\s]*|(?:[^"\\\\]|\\\\.)*)"?`;
  }

  #bracket(i: number, values: readonly string[]): string {
    const most = (pattern: RegExp) => values.filter((value) => pattern.test(value)).length >= values.length * 0.9;
    // Apache's `[core:error] [pid 1:tid 2]`
    if (values.filter((value) => isModuleLevel(value)).length >= values.length * 0.9)
      return `\\[(?P<${this.#name(i, "module")}>[^:\\]]*):(?P<${this.#name(i, "level")}>\\w+)\\]`;
    if (most(/^pid \d+(?::tid \d+)?$/))
      return `\\[pid (?P<${this.#name(i, "pid")}>\\d+)(?::tid (?P<${this.#name(i, "tid")}>\\d+))?\\]`;
    // `[id=986]`, `[svc:orders]`
    const [key, sign] = /^[A-Za-z_]\w*(?=([=:]))/.exec(values[0] ?? "") ?? [];
    if (key !== undefined && values.every((value) => value.startsWith(`${key}${sign}`) && !value.includes(" ")))
      return `\\[${key}${sign}(?P<${this.#name(i, toName(key))}>[^\\]]*)\\]`;
    // `[client 10.0.0.1:5]`
    const word = /^([a-z]+) \S+$/.exec(values[0] ?? "")?.[1];
    if (word !== undefined && values.every((value) => value.startsWith(`${word} `)))
      return `\\[${word} (?P<${this.#name(i, word)}>[^\\]]*?)(?::(?P<${this.#name(i, "port")}>\\d+))?\\]`;
    // Some pad them to one width.
    if (values.some((value) => value !== value.trim())) return `\\[\\s*(?P<${this.#name(i)}>[^\\]]*?)\\s*\\]`;
    return `\\[(?P<${this.#name(i)}>[^\\]]*)\\]`;
  }

  #tag(column: Column, i: number, pid: boolean): string {
    // nginx: `7#8: *9 open() failed`
    if (column.key === "thread") {
      const [process, thread, connection] = ["pid", "tid", "connection"].map((name) => this.#name(i, name));
      return `(?P<${process}>\\d+)#(?P<${thread}>\\d+):(?: \\*(?P<${connection}>\\d+))?`;
    }
    if (column.key === "span") return `(?P<${this.#name(i)}>[^\\s{]+\\{.*?\\}[^\\s{}]*):`;
    const values = valuesOf(column.units);
    const named = (name: string, inside: string) => `(?P<${this.#name(i, name)}>${inside})`;
    // Cisco's `%ASA-6-302013:` and `%SYS-5-CONFIG_I:`
    if (values.every((value) => /^%[A-Z_\d]+(?:-[A-Z_\d]+)*-[0-7]-\w+$/.test(value))) {
      const numbered = values.every((value) => /-\d+$/.test(value));
      return `%${named("facility", "[A-Z_\\d]+(?:-[A-Z_\\d]+)*?")}-${named("severity", "[0-7]")}-${named(numbered ? "code" : "mnemonic", "\\w+")}:`;
    }
    // Apache's `AH01630:`
    if (values.every(isCode)) return `${named("code", "[A-Z]+\\d+")}:`;
    // Monolog's `app.INFO:`
    if (values.every((value) => levelOf(/^[\w-]+\.([A-Z]+)$/.exec(value)?.[1] ?? "") !== undefined))
      return `${named("channel", "[^\\s.]+")}\\.${named("level", "[A-Z]+")}:`;
    if (column.units.some((unit) => unit?.padded === true))
      return `(?P<${this.#name(i)}>[^\\s:](?:[^:]*?[^\\s:])??)\\s*:`;
    const inside = values.some((value) => value.includes(" "))
      ? "[^:]+"
      : values.some((value) => value.includes(":"))
        ? "\\S+"
        : "[^\\s\\[:]+";
    return `(?P<${this.#name(i)}>${inside})${pid ? `(?:\\[${named("pid", "\\d+")}\\])?` : ""}:`;
  }

  /** Two values in one word: `backend/server`, `TCP_MISS/200`, `user@database`. */
  #pairOfWords(i: number, values: readonly string[]): string | undefined {
    const known = this.#given.get(i);
    if (known?.includes("/")) {
      const names = known.split("/");
      return names
        .map((name, at) => `(?P<${this.#name(i, name)}>${at < names.length - 1 ? "[^/\\s]+" : "\\S+"})`)
        .join("/");
    }
    const most = (pattern: RegExp) =>
      values.length > 0 && values.filter((value) => pattern.test(value)).length >= values.length * 0.95;
    if (isPostgres(this.#columns) && most(/^[^@\s]+@[\w[\]-]+:?$/))
      return `(?P<${this.#name(i, "user")}>[^@\\s]+)@(?P<${this.#name(i, "database")}>[^\\s:]+)${values[0]!.endsWith(":") ? ":" : ""}`;
    // .NET: the category and the event
    if (most(/^[\w.`]+\[\d+\]$/))
      return `(?P<${this.#name(i, "logger")}>[^\\s[]+)\\[(?P<${this.#name(i, "event_id")}>\\d+)\\]`;
    return undefined;
  }

  #pair(column: Column, i: number): string {
    const key = column.key.slice("pair:".length);
    const values = valuesOf(column.units);
    const name = this.#name(i);
    if (values.every((value) => value.startsWith('"'))) return `${escapeRegex(key)}="(?P<${name}>${QUOTED})"`;
    if (values.some((value) => value.startsWith('"'))) return `${escapeRegex(key)}="?(?P<${name}>[^"\\s]*|${QUOTED})"?`;
    return `${escapeRegex(key)}=(?P<${name}>${this.#word(i) === "\\S+" ? "\\S*" : this.#word(i).replace(/\+$/, "*")})`;
  }
}

/** Apache's module and level: `core:error`, `ssl:trace8` */
const isModuleLevel = (text: string): boolean => levelOf(/^[\w-]*:([a-z]+)\d?$/.exec(text)?.[1] ?? "") !== undefined;

/** Addresses with their ports, and users in front of some; a line about none has another word there. */
const areClients = (values: readonly string[]): boolean =>
  values.filter((value) => CLIENT.test(value)).length >= values.length * 0.8 &&
  values.some((value) => CLIENT.test(value) && value.includes("/"));
const CLIENT = /^(?:[\w.@-]+\/)?(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-fA-F:.]+\]):\d{1,5}$/;

/** Digits, and what else the values show. */
function numberExpression(values: readonly string[]): string {
  const has = (pattern: RegExp) => values.some((value) => pattern.test(value));
  return `${has(/^[-+]/) ? "[-+]?" : ""}\\d+${has(/\./) ? "(?:\\.\\d+)?" : ""}${has(/%$/) ? "%?" : ""}`;
}

/** Letters as the levels are written: in capitals, or in any. */
function levelExpression(values: readonly string[]): string {
  const letters = values.every((value) => value === value.toUpperCase()) ? "[A-Z]" : "[A-Za-z]";
  if (values.every((value) => value.length === 1)) return letters;
  if (values.some((value) => value.includes(" "))) return `${letters}+(?: ${letters}+)*`;
  return `${letters}+${values.some((value) => /\d/.test(value)) ? "\\d?" : ""}`;
}

const escapeClass = (char: string): string => (/[\]\\^-]/.test(char) ? `\\${char}` : char);

function writeGap(gaps: ReadonlySet<string>, first: boolean): string {
  const all = [...gaps];
  if (all.some((gap) => /[*.]$/.test(gap)))
    return `${writeGap(new Set(all.map((gap) => gap.replace(/[*.]$/, ""))), first)}[*.]?`;
  if (all.every((gap) => gap === "")) return "";
  if (all.length === 1) return all[0] === " " ? " " : all[0] === "\t" ? "\\t" : "\\s+";
  return first || gaps.has("") ? "\\s*" : "\\s+";
}
