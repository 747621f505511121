/** Reads the messages of the most frequent patterns: an expression for each, with its variable parts. */

import { compileRegex } from "@sluice/languages/re2";
import { freeName } from "../../detect/index.ts";
import { findPatterns, type Pattern, type PatternPart } from "../../patterns/index.ts";
import { escapeRegex } from "./column-regex.ts";
import { regexReading } from "./read-text.ts";
import { type Reading, rowCount, type Texts } from "./reading.ts";

const MAX_PATTERNS = 6;
const MIN_SHARE = 0.05;
const MIN_COUNT = 3;
const MAX_PARTS = 10;
const MAX_EXPRESSION = 500;

/** What a part of each kind looks like. */
const PARTS: Readonly<Record<PatternPart["kind"], string>> = {
  number: "[-+#]?\\d[\\d.]*%?",
  time: ".+?",
  id: "[\\w-]+",
  address: "[^\\s,;)\\]]+",
  path: "[^\\s,;)\\]]+",
  url: "[^\\s,;)\\]]+",
  quoted: "(?:\"[^\"]*\"|'[^']*')",
  duration: "[\\d.]+ ?[a-zµμ]+",
  size: "[\\d.]+ ?[A-Za-z]+",
  word: "\\S+?",
};

export function readPatterns(texts: Texts, taken: ReadonlySet<string>): Reading[] {
  // What stands in further lines is a trace, which changes with the next release.
  const given = texts.flatMap((text) => (text === undefined ? [] : [text.split("\n", 1)[0]!]));
  if (given.length === 0) return [];
  const all = rowCount(texts);
  const readings: Reading[] = [];
  for (const pattern of findPatterns(given).patterns) {
    if (readings.length === MAX_PATTERNS || pattern.count < Math.max(MIN_COUNT, all * MIN_SHARE)) break;
    const expression = expressionOf(pattern, taken);
    const compiled = expression === undefined ? undefined : compileRegex(expression);
    if (expression === undefined || compiled?.ok !== true) continue;
    const reading = regexReading(expression, compiled.regex, texts, { kind: "pattern", title: pattern.template });
    // It has to read the lines of its pattern, and hardly any others.
    if (reading === undefined || reading.rows.size < pattern.count * 0.9 || reading.rows.size > pattern.count * 1.5 + 2)
      continue;
    readings.push(reading);
  }
  return readings;
}

/** Kinds that tell what a value is, and how it is called then. */
const BY_KIND: Readonly<Partial<Record<PatternPart["kind"], string>>> = {
  address: "address",
  path: "path",
  url: "url",
  duration: "duration",
};
/** Words that name the value behind them. */
const NOUNS: ReadonlySet<string> = new Set(
  "user username account client host server peer port address ip status code id pid tid uid job task order customer session request connection node pod container image namespace topic partition offset group queue table index key file path url device interface version attempt retry size bytes count duration took elapsed latency timeout rows records entries messages channel zone vhost database db role service unit tenant project branch commit event error reason state method uri query thread worker shard segment generation term revision priority percent".split(
    " ",
  ),
);

/** What `part` is called in an expression; undefined: the text does not say what it is. */
function nameOf({ name, kind }: PatternPart, before: string): string | undefined {
  const plain = name.replace(/_\d+$/, "");
  const isAssigned = /[\w-][=:] ?["'(<[]?$/.test(before) && new RegExp(`${plain}[=:] ?["'(<[]?$`, "i").test(before);
  if ((isAssigned && !isKindName(name)) || NOUNS.has(plain)) return plain;
  return BY_KIND[kind];
}

/** Named after its kind, as nothing before it says what it is. */
const isKindName = (name: string): boolean =>
  /^(?:word|number|id|quoted|time|size|address|path|url|duration)(?:_\d+)?$/.test(name);

/** What `part` looks like; `after`: the template behind it. */
function insideOf({ kind, first, last, range }: PatternPart, after: string): string {
  const ends = after === "" || after.startsWith(" ");
  if (
    kind === "number" &&
    range !== undefined &&
    [first, last].every((text) => /^-?\d+$/.test(text)) &&
    Number.isInteger(range.min) &&
    Number.isInteger(range.max)
  )
    return range.min < 0 ? "-?\\d+" : "\\d+";
  if (
    ends &&
    (kind === "address" || kind === "path" || kind === "url" || kind === "id" || (kind === "word" && after === ""))
  )
    return "\\S+";
  return PARTS[kind];
}

/** Undefined: nothing in it is worth to be taken out. */
function expressionOf({ template, parts }: Pattern, taken: ReadonlySet<string>): string | undefined {
  const begins = (name: string) => template.startsWith(`<${name}>:`);
  const words = template.replaceAll(/<\w+>/g, "");
  if (parts.length === 0 || (!/[A-Za-z]{3}/.test(words) && !begins(parts[0]!.name))) return undefined;
  let expression = "";
  let at = 0;
  let named = 0;
  const used = new Set(taken);
  for (const part of parts) {
    const place = template.indexOf(`<${part.name}>`, at);
    if (place < 0) return undefined;
    expression += escapeRegex(template.slice(at, place)).replaceAll(/ {2,}/g, "\\s+");
    const known = begins(part.name) && part.kind === "id" ? "id" : nameOf(part, template.slice(0, place));
    at = place + part.name.length + 2;
    const inside = insideOf(part, template.slice(at));
    if (known === undefined || named === MAX_PARTS) {
      expression += inside;
      continue;
    }
    const name = freeName(known, used);
    used.add(name);
    named++;
    expression += `(?P<${name}>${inside})`;
  }
  if (named === 0) return undefined;
  // What follows the last part ends it.
  const rest = template.slice(at);
  expression += escapeRegex(rest.slice(0, 24).replace(/\s+\S*$/, (found) => (rest.length > 24 ? "" : found)));
  return expression.length > MAX_EXPRESSION ? undefined : expression;
}
