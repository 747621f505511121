/** Reads the messages of the most frequent patterns: an expression for each, with its variable parts. */
import { compileRegex } from "@sluice/languages/re2";
import { findPatterns, type Pattern, type PatternPart } from "../patterns/index.ts";
import { escapeRegex } from "./column-regex.ts";
import { numbered } from "./fields.ts";
import { regexReading } from "./read-text.ts";
import { type Reading, rowCount, type Texts } from "./reading.ts";

const MAX_PATTERNS = 6;
const MIN_SHARE = 0.04;
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
  const given = texts.filter((text) => text !== undefined);
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

const WORTH: ReadonlySet<PatternPart["kind"]> = new Set<PatternPart["kind"]>(["address", "path", "url", "duration"]);
/** Named after its kind, as nothing before it says what it is. */
const isKindName = (name: string): boolean => /^(?:word|number|id|quoted|time|size)(?:_\d+)?$/.test(name);

/** Undefined: nothing in it is worth to be taken out. */
function expressionOf({ template, parts }: Pattern, taken: ReadonlySet<string>): string | undefined {
  const begins = (name: string) => template.startsWith(`<${name}>:`);
  const named = parts.filter(({ kind, name }) => WORTH.has(kind) || !isKindName(name) || begins(name));
  if (
    named.length === 0 ||
    named.length > MAX_PARTS ||
    (!/[A-Za-z]{3}/.test(template.replaceAll(/<\w+>/g, "")) && !begins(parts[0]!.name))
  )
    return undefined;
  let expression = "";
  let at = 0;
  const used = new Set(taken);
  for (const part of parts) {
    const place = template.indexOf(`<${part.name}>`, at);
    if (place < 0) return undefined;
    expression += escapeRegex(template.slice(at, place)).replaceAll(/ {2,}/g, "\\s+");
    at = place + part.name.length + 2;
    const inside = at >= template.length && part.kind === "word" ? "\\S+" : PARTS[part.kind];
    if (!named.includes(part)) {
      expression += inside;
      continue;
    }
    const name = numbered(part.name, used);
    used.add(name);
    expression += `(?P<${name}>${inside})`;
  }
  // What follows the last part ends it.
  const rest = template.slice(at);
  expression += escapeRegex(rest.slice(0, 24).replace(/\s+\S*$/, (found) => (rest.length > 24 ? "" : found)));
  return expression.length > MAX_EXPRESSION ? undefined : expression;
}
