/** Reads entries of several lines with a name before each value, XML, and syslog as RFC 5424 has it. */
import { compileRegex } from "@sluice/languages/re2";
import { withinLimit } from "../../base/within-limit.ts";
import { freeName, toName, writeStage } from "../../detect/index.ts";
import { writeText } from "../../syntax/index.ts";
import { RFC5424, timeAt } from "../../vocabulary/index.ts";
import { firstLine } from "../first-line.ts";
import { escapeRegex } from "./column-regex.ts";
import { regexReading } from "./read-text.ts";
import type { Reading, ReadValue, Texts } from "./reading.ts";

/** Values of a record that are taken out, and the share of records that must have one. */
const MAX_VALUES = 16;
const ENOUGH = 0.5;
/** The same of pairs that each message has of its own. */
const OFTEN = 0.1;
const MAX_TEXT = 64 * 1024;
/** Characters in which pairs and tails are looked for. */
const MAX_LOOKED = 4096;

/** A value and what is in front of it; undefined where the text has none. */
export interface Found {
  readonly key: string;
  /** Matches the value in its group `NAME`, and parts of it in others whose names begin so. */
  readonly expression: string;
}

/** `NAME=value` or `Name: value`, each at the beginning of a line or in a line of several; `PID     : 7` in columns. */
const ASSIGNED = /^([A-Z_][A-Z\d_]*)=(.*)$/gm;
const NAMED = /(?:^#? ?|\s)([A-Z][\w@-]*)( {0,12}): +([^\s]+)/gm;

function keysOf(text: string): Found[] {
  const assigned = [...text.matchAll(ASSIGNED)].map(([, key]) => ({
    key: key!,
    expression: `(?m)^${key}=(?P<NAME>.*)$`,
  }));
  if (assigned.length >= 3) return assigned;
  const named = [...text.matchAll(NAMED)];
  const inColumns = named.filter(({ 2: gap }) => gap !== "").length >= 2;
  return named.flatMap(({ 0: found, 1: key, 2: gap, 3: value, index }) => {
    if (gap !== "" && !inColumns) return [];
    const begin = `${escapeRegex(key!)}${inColumns ? " *" : ""}: +`;
    if (
      key!.includes("@") &&
      value !== undefined &&
      ACCOUNT_AHEAD.test(text.slice(index + found.length - value.length))
    )
      return [{ key: key!.slice(0, key!.indexOf("@")), expression: `\\b${begin}${ACCOUNT}` }];
    if (isAlone(text, index, found)) return [{ key: key!, expression: `(?m)^${begin}(?P<NAME>.*)$` }];
    const inside = inColumns ? "\\S+(?: \\S+)*" : /^[\d.]+$/.test(value!) ? "[\\d.]+" : "[^\\s[,;]+";
    return [{ key: key!, expression: `\\b${begin}(?P<NAME>${inside})` }];
  });
}

/** `app[app] @ web3 [10.0.0.3]`: an account, the host that it comes from, and the host's address. */
const ACCOUNT =
  "(?P<NAME>[^\\s[\\]@]+)(?:\\[[^\\]\\n]*\\])? *@ *(?P<NAME_host>[^\\s[\\]]+)? *(?:\\[(?P<NAME_ip>[\\da-fA-F.:]*)\\])?";
const ACCOUNT_AHEAD = /^[^\s[\]@]+(?:\[[^\]\n]*\])? *@/;

/** The line begins with the name, and has no other: all of it is the value. */
function isAlone(text: string, at: number, found: string): boolean {
  const begin = /^\s/.test(found) ? at + 1 : at;
  if (!/^[A-Z]/.test(text.slice(begin, begin + 1)) || (begin > 0 && text[begin - 1] !== "\n")) return false;
  const end = text.indexOf("\n", begin);
  const rest = text.slice(begin + found.trimStart().length, end < 0 ? text.length : end);
  return !/\s[A-Z][\w@-]* {0,12}: /.test(rest);
}

/** The word between the time and the first name, which tells records apart. */
function headOf(text: string): Found[] {
  const time = timeAt(text, 0);
  if (time === undefined || !/^ +[A-Za-z]*\d\w* +[A-Z][\w@]* *:/.test(text.slice(time.end, time.end + 80))) return [];
  return [{ key: "id", expression: "^[^\\s:]+ +(?P<NAME>\\w+) " }];
}

/** Entries of several lines, of which each names its values. */
export function readRecords(texts: Texts, taken: ReadonlySet<string>): Reading | undefined {
  return gather(texts, taken, "records of named values", (text) =>
    text.includes("\n") ? [...headOf(text), ...keysOf(text)] : [],
  );
}

const COMMA_PAIR = /(?:^|[\s,;|(])([A-Za-z_][\w.-]*)=("[^"]*"|<[^>]*>|[^\s,;|)]*)(?=[,;|)\t]| \(|$)/g;
const COLON_PAIR = /, ([a-z]\w*(?: [a-z]\w*)?): (?:"[^"]*"|[^,"]*)(?=,|$)/g;
const SPACED_PAIR = /(?:^|[\s;|])([A-Za-z_][\w.-]*)=("[^"]*"|<[^<>]*>|[^\s"]+)(?=\s|$)/g;

/** A pair, whose value ends where its quotes or brackets do, or else at the first character that `bare` has not. */
function pairOf(key: string, value: string, bare: string): Found {
  const inside = value.startsWith('"') ? '"(?P<NAME>[^"]*)"' : value.startsWith("<") ? "<(?P<NAME>[^<>]*)>" : bare;
  return { key, expression: `(?:^|[\\s,;|(])${escapeRegex(key)}=${inside}` };
}
const BARE_UP_TO_COMMA = '(?P<NAME>[^,;|<>"()\\t\\n]*[^,;|<>"()\\s])';
const BARE_UP_TO_BLANK = '(?P<NAME>[^"<\\s][^"\\s]*)';
const BARE_UP_TO_PAREN = '(?P<NAME>[^"<\\s)][^"\\s)]*)';

/** `least`: pairs that a text must have. `to=<a@b>, relay=c, delay=1`, or `…, client: 10.0.0.1, server: _` */
export function readPairs(texts: Texts, taken: ReadonlySet<string>, least = 2): Reading | undefined {
  const reading = gather(
    texts,
    taken,
    "pairs",
    (text) => {
      const line = firstLine(text, MAX_LOOKED);
      const colons = [...line.matchAll(COLON_PAIR)].map(([, key]) => ({
        key: key!,
        expression: `, ${escapeRegex(key!)}: "?(?P<NAME>[^,"\\n]*)`,
      }));
      if (colons.length >= 2) return colons;
      const pairs = [...line.matchAll(COMMA_PAIR)].map(([, key, value]) => pairOf(key!, value!, BARE_UP_TO_COMMA));
      if (pairs.length < 2)
        return [...line.matchAll(SPACED_PAIR)].map(([, key, value]) =>
          pairOf(key!, value!, /^[^(]*\)$/.test(value!) ? BARE_UP_TO_PAREN : BARE_UP_TO_BLANK),
        );
      // Postfix: the queue's id
      return /^[\dA-Za-z]{6,}: /.test(line) && /^\w*\d/.test(line)
        ? [{ key: "id", expression: "^(?P<NAME>[A-Za-z]*\\d[0-9A-Za-z]*): " }, ...pairs]
        : pairs;
    },
    { least, share: OFTEN },
  );
  return reading === undefined ? undefined : { ...reading, title: titleOfPairs(texts, reading.rows) };
}

const BETWEEN = /[=:] ?(?:"[^"]*"|<[^<>]*>|[^\s,;|]*)([,;|]|\s)/g;
const BETWEEN_WORDS: Readonly<Record<string, string>> = { ",": "commas", ";": "semicolons", "|": "bars" };

/** Pairs between what nearly all of them have behind them. */
function titleOfPairs(texts: Texts, rows: ReadonlySet<number>): string {
  const counts = new Map<string, number>();
  let all = 0;
  for (const row of rows)
    for (const [, by] of firstLine(texts[row]!, MAX_LOOKED).matchAll(BETWEEN)) {
      const word = BETWEEN_WORDS[by!] ?? "blanks";
      counts.set(word, (counts.get(word) ?? 0) + 1);
      all++;
    }
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return most !== undefined && most[1] >= all * NEARLY_ALL ? `pairs between ${most[0]}` : "pairs";
}
const NEARLY_ALL = 0.8;

/** The name of a plain value in an object. */
const MEMBER = /[{,]\s*"([A-Za-z_][\w.-]*)":\s*(?:"(?:[^"\\]|\\.)*|-?\d[\d.]*|true|false)(?=["},]|$)/g;
const OPEN = /\s(\{"[A-Za-z_][\w.-]*":.*)/;
const objectIn = (text: string): string | undefined => OPEN.exec(firstLine(text, MAX_LOOKED))?.[1];

/**
 * Messages with objects behind them of which some do not end on their line, as Monolog writes traces into them: no stage reads
 * these as JSON.
 */
export function readOpenObjects(texts: Texts, taken: ReadonlySet<string>): Reading | undefined {
  const objects = texts.flatMap((text) => (text === undefined ? [] : (objectIn(text) ?? [])));
  const open = objects.filter((object) => !object.trimEnd().endsWith("}")).length;
  if (open < Math.max(2, objects.length * OFTEN)) return undefined;
  return gather(
    texts,
    taken,
    "values of JSON that does not end on its line",
    (text) =>
      [...(objectIn(text) ?? "").matchAll(MEMBER)].map(([, key]) => ({
        key: key!,
        expression: `[{,]\\s*"${escapeRegex(key!)}":\\s*"?(?P<NAME>[^",}\\n]+)`,
      })),
    { least: 1, share: OFTEN },
  );
}

/** `msg='op=login acct="root" res=failed'`: pairs that are the value of one, at which logfmt ends. */
export function readQuotedPairs(
  texts: Texts,
  rows: ReadonlySet<number>,
  taken: ReadonlySet<string>,
): Reading | undefined {
  const name = freeName("fields", taken);
  const expression = `='(?P<${name}>[A-Za-z_][\\w.-]*=[^']*)'`;
  const given = texts.map((text, row) => (rows.has(row) ? text : undefined));
  return regexReading(expression, given, {
    kind: "text",
    title: "pairs in quotes",
    message: name,
  });
}

const ELEMENT = /<([A-Za-z][\w]*)(?: [^<>]*)?>([^<>]+)<\/\1>/g;
const DATA = /<Data Name=(["'])([\w]+)\1>[^<]*<\/Data>/g;
const ATTRIBUTE = /<(Provider|TimeCreated)\s[^>]*?\b(Name|SystemTime)=(["'])[^"']*\3/g;

/** XML on one line or several: elements that hold a text, and the attributes that Windows' events have. */
export function readXml(texts: Texts, taken: ReadonlySet<string>): Reading | undefined {
  return gather(
    texts,
    taken,
    "XML",
    (text) => {
      if (!text.startsWith("<") || !/^<[A-Za-z?]/.test(text)) return [];
      const found: Found[] = [...text.matchAll(ATTRIBUTE)].map(([, element, attribute]) => ({
        key: attribute === "Name" ? "provider" : attribute!,
        expression: `<${element}\\s[^>]*?\\b${attribute}=["'](?P<NAME>[^"']*)`,
      }));
      for (const [, , key] of text.matchAll(DATA))
        found.push({ key: key!, expression: `<Data Name=["']${key}["']>(?P<NAME>[^<]*)<` });
      for (const [, key] of text.matchAll(ELEMENT))
        if (key !== "Data") found.push({ key: key!, expression: `<${key}(?:\\s[^>]*)?>(?P<NAME>[^<]*)<` });
      return found;
    },
    { least: 3, share: OFTEN },
  );
}

/** Expressions of one key: its values may be quoted in some texts alone. */
const MAX_FORMS = 2;

interface Key {
  readonly name: string;
  readonly expressions: Set<string>;
  count: number;
}

/** `least`: values that a text must have, and kinds of them in all; `share`: of the texts that must have a value. */
export function gather(
  texts: Texts,
  taken: ReadonlySet<string>,
  title: string,
  find: (text: string) => readonly Found[],
  { least, share }: { readonly least: number; readonly share: number } = { least: 3, share: ENOUGH },
): Reading | undefined {
  const keys = new Map<string, Key>();
  const rows = new Set<number>();
  for (const [row, text] of texts.entries()) {
    if (text === undefined || text.length > MAX_TEXT) continue;
    const found = find(text);
    if (found.length < least) continue;
    rows.add(row);
    for (const one of new Map(found.map((each) => [each.key, each])).values()) {
      const known = keys.get(one.key) ?? { name: toName(one.key).toLowerCase(), expressions: new Set(), count: 0 };
      known.count++;
      if (known.expressions.size < MAX_FORMS) known.expressions.add(one.expression);
      keys.set(one.key, known);
    }
  }
  if (rows.size === 0) return undefined;
  const used = new Set(taken);
  const expressions: string[] = [];
  const values: ReadValue[] = [];
  const often = [...keys.values()].filter(({ count }) => count >= rows.size * share).sort((a, b) => b.count - a.count);
  for (const key of often.slice(0, MAX_VALUES)) {
    const own = freeName(key.name, used);
    for (const expression of key.expressions) {
      const named = expression.replaceAll("(?P<NAME", `(?P<${own}`);
      const first = valuesOf(named, texts);
      const written = areHosts(first) ? withAddress(expression, own) : named;
      const read = written === named ? first : valuesOf(written, texts);
      if (read.length === 0) continue;
      expressions.push(written);
      for (const { name, texts: given } of read) {
        const known = values.findIndex((value) => value.name === name);
        used.add(name);
        if (known < 0) values.push({ name, texts: given, role: name === "message" ? "message" : undefined });
        else values[known] = { ...values[known]!, texts: values[known]!.texts.map((text, row) => given[row] ?? text) };
      }
    }
  }
  if (values.length < least) return undefined;
  return {
    kind: "pairs",
    title,
    values,
    rows,
    write: (source, names) =>
      expressions
        .map((expression) => expression.replaceAll(/\(\?P<(\w+)>/g, (group, name) => (names.has(name) ? group : "(?:")))
        .filter((expression) => expression.includes("(?P<"))
        .map((expression) =>
          writeStage("regex", {
            ...(source === undefined ? {} : { source: writeText(source) }),
            expression: writeText(expression),
          }),
        )
        .join("\n"),
    selector: title === "XML" ? "^<[A-Za-z?]" : `(?s)${expressions[0]!.replaceAll(/\(\?P<\w+>/g, "(?:")}`,
  };
}

/** What the groups of `expression` have in any of the texts, as its stage reads them all; none where it is no expression. */
function valuesOf(expression: string, texts: Texts): { readonly name: string; readonly texts: Texts }[] {
  const compiled = compileRegex(expression);
  if (!compiled.ok) return [];
  const { groupNames } = compiled.regex;
  const found = texts.map((text) =>
    text === undefined || text.length > MAX_TEXT ? undefined : withinLimit(() => compiled.regex.exec(text)),
  );
  return groupNames.flatMap((name, at) =>
    name === undefined || name === "" ? [] : [{ name, texts: found.map((groups) => groups?.[at] || undefined) }],
  );
}

/** `mx.example.org[10.0.0.7]:25` */
const HOST = /^[^\s[\]]+\[[\da-fA-F.:]+\](?::\d+)?$/;

function areHosts(values: readonly { readonly texts: Texts }[]): boolean {
  const texts = values.flatMap((value) => value.texts.filter((text) => text !== undefined));
  return texts.length > 0 && texts.filter((text) => HOST.test(text)).length >= texts.length * ENOUGH;
}

/** The host, its address and its port as values of their own. */
const withAddress = (expression: string, name: string): string =>
  `${expression.slice(0, expression.indexOf("(?P<NAME>"))}(?P<${name}>[^\\s,;[\\]]+)(?:\\[(?P<${name}_ip>[\\da-fA-F.:]+)\\])?(?::(?P<${name}_port>\\d+))?`;

export function readSyslog(texts: Texts, taken: ReadonlySet<string>, several: boolean): Reading | undefined {
  if (taken.size > 0) return undefined;
  const expression = several ? `(?s)${RFC5424}` : RFC5424;
  return regexReading(expression, texts, {
    kind: "text",
    title: "syslog (RFC 5424)",
    message: "message",
  });
}

/** What stands behind messages: JSON, pairs, or the logger in parentheses. */
const TAILS: readonly {
  readonly title: string;
  readonly looks: RegExp;
  readonly name: string;
  readonly expression: (text: string, name: string, pairs: string) => string;
  readonly share: number;
}[] = [
  {
    title: "messages with JSON behind them",
    looks: /\S\s+\{".*\}\s*(?:\n|$)/,
    name: "fields",
    expression: (text, name) => `^(?P<${text}>[^\\n]*?)(?:\\s+(?P<${name}>\\{".*\\}))?\\s*(?:\\n|$)`,
    share: 0.3,
  },
  {
    title: "messages with pairs behind them",
    looks: /\S\s+[A-Za-z_][\w.-]*=(?:"[^"]*"|[^\s"]+)(?:\s+[A-Za-z_][\w.-]*=|\s*(?:\n|$))/,
    name: "fields",
    expression: (text, name) => `^(?P<${text}>[^\\n]*?)(?:\\s+(?P<${name}>[A-Za-z_][\\w.-]*=[^\\n]*))?\\s*(?:\\n|$)`,
    share: 0.3,
  },
  {
    title: "messages with the logger behind them",
    looks: /\S \([\w$]+(?:\.[\w$]+)+\)\s*(?:\n|$)/,
    name: "logger",
    // It may stand behind the last of several lines.
    expression: (text, name) => `(?s)^(?P<${text}>.*?)\\s\\((?P<${name}>[\\w$]+(?:\\.[\\w$]+)+)\\)\\s*(?:\\n|$)`,
    share: 0.8,
  },
  {
    title: "messages with the logger and pairs behind them",
    looks: /\S\s+\[[\w.$-]+\](?:\s+[A-Za-z_][\w.-]*=|\s*(?:\n|$))/,
    name: "logger",
    expression: (text, name, pairs) =>
      `^(?P<${text}>[^\\n]*?)\\s+\\[(?P<${name}>[\\w.$-]+)\\](?:\\s+(?P<${pairs}>[A-Za-z_][\\w.-]*=[^\\n]*))?\\s*(?:\\n|$)`,
    share: 0.8,
  },
];

/** `of`: the name of what stands behind; any by default. */
export function readTail(texts: Texts, taken: ReadonlySet<string>, of?: string): Reading | undefined {
  const given = texts.flatMap((text) => (text === undefined ? [] : [text.slice(0, MAX_LOOKED)]));
  const tail = TAILS.find(
    ({ looks, share, name }) =>
      (of === undefined || name === of) &&
      given.filter((text) => looks.test(text)).length >= Math.max(2, given.length * share),
  );
  if (tail === undefined) return undefined;
  const [text, name] = [freeName("text", taken), freeName(tail.name, taken)];
  const pairs = freeName("fields", taken);
  const expression = tail.expression(text, name, pairs);
  const reading = regexReading(expression, texts, { kind: "text", title: tail.title, message: text });
  const isBehind = (value: ReadValue) => value.name === pairs;
  if (reading === undefined || !reading.values.some(isBehind)) return reading;
  const { write } = reading;
  return {
    ...reading,
    write: (source, names) => `// Splits what is said from the fields behind it.\n${write(source, names)}`,
    values: reading.values.map((value) => (isBehind(value) ? { ...value, role: "message" as const } : value)),
  };
}
