/**
 * Values as YAML in the style of a person: texts without quotes if they are unambiguous, several lines as a block, small
 * mappings on one line. YAML 1.1 and 1.2 read the same values back.
 */
import { encodeUtf8 } from "@sluice/languages/base";
import { encodeBase64 } from "@sluice/languages/gobase64";

export type YamlWritten =
  | string
  | number
  | boolean
  | null
  | Unquoted
  | readonly YamlWritten[]
  | { readonly [name: string]: YamlWritten };

/** A text that is written without quotes: a time or a number. */
export class Unquoted {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Characters of a mapping on one line. */
const MAX_FLOW = 72;

/** Texts that some readers take for something else. */
const WORDS = /^(?:|~|null|true|false|yes|no|on|off|y|n|\.?nan|[-+]?\.?inf)$/i;
const NUMBERLIKE = /^(?:[-+.\d][\w.:+-]*|\d{4}-.*)$/;
const SIMPLE = /^[\w/$(](?:[\w/$()+.,;:=@^\\<>~ -]*[\w/$()+.;=@^\\<>~-])?$/;
/** What YAML does not take literally, and what an editor would hide. */
const UNPRINTABLE =
  /[^\x20-\x7e\xa0-\u1fff\u2010-\u2027\u2030-\u205f\u2070-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;
const UNPRINTABLE_IN_BLOCK = new RegExp(`(?![\\n\\t])${UNPRINTABLE.source}`, "u");

const isPlain = (text: string, inFlow: boolean): boolean =>
  SIMPLE.test(text) &&
  !WORDS.test(text) &&
  !NUMBERLIKE.test(text) &&
  !text.includes(": ") &&
  !text.includes(" #") &&
  !(inFlow && text.includes(","));

/** A text on one line. */
function scalarText(text: string, inFlow: boolean): string {
  if (!text.isWellFormed()) return `!!binary ${encodeBase64(encodeUtf8(text))}`;
  if (isPlain(text, inFlow)) return text;
  if (UNPRINTABLE.test(text)) {
    const json = JSON.stringify(text);
    return json.replace(new RegExp(UNPRINTABLE.source, "gu"), (c) => escaped(c));
  }
  if (text.includes("'") && !/["\\]/.test(text)) return `"${text}"`;
  return `'${text.replaceAll("'", "''")}'`;
}

const escaped = (character: string): string => {
  const code = character.codePointAt(0)!;
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
};

function scalar(
  value: Exclude<YamlWritten, readonly YamlWritten[] | { readonly [name: string]: YamlWritten }>,
  inFlow: boolean,
): string {
  if (value instanceof Unquoted) return value.text;
  if (typeof value === "string") return scalarText(value, inFlow);
  if (typeof value === "number" && !Number.isFinite(value))
    return Number.isNaN(value) ? ".nan" : value > 0 ? ".inf" : "-.inf";
  return String(value);
}

type Mapping = { readonly [name: string]: YamlWritten };

const isList = (value: YamlWritten): value is readonly YamlWritten[] => Array.isArray(value);
const isMapping = (value: YamlWritten): value is Mapping =>
  typeof value === "object" && value !== null && !isList(value) && !(value instanceof Unquoted);
const isMultiline = (value: YamlWritten): boolean => typeof value === "string" && value.includes("\n");

/** On one line, whatever it is. */
export function emitFlow(value: YamlWritten): string {
  if (isList(value)) return value.length === 0 ? "[]" : `[${value.map(emitFlow).join(", ")}]`;
  if (!isMapping(value)) return scalar(value, true);
  const pairs = Object.entries(value).map(([name, one]) => `${scalarText(name, true)}: ${emitFlow(one)}`);
  return pairs.length === 0 ? "{}" : `{ ${pairs.join(", ")} }`;
}

/** Whether a collection has only single values that fit on one line; `blocks`: keys whose values are below them. */
function fitsFlow(value: YamlWritten): boolean {
  const inner = isList(value) ? value : isMapping(value) ? Object.values(value) : [];
  const flat = inner.every(
    (one) =>
      !isMultiline(one) &&
      (isList(one)
        ? one.every((x) => !isMapping(x) && !isList(x) && !isMultiline(x))
        : !isMapping(one) || Object.keys(one).length === 0),
  );
  return flat && emitFlow(value).length <= MAX_FLOW;
}

/** A block text, or undefined where it would not be read as the same. */
function blockText(text: string, indent: string): string | undefined {
  if (!text.isWellFormed() || UNPRINTABLE_IN_BLOCK.test(text)) return undefined;
  const content = text.replace(/\n+$/, "");
  const ends = text.length - content.length;
  if (content === "" || /^\s/.test(content)) return undefined;
  const chomp = ends === 0 ? "-" : ends === 1 ? "" : "+";
  const lines = text.slice(0, ends === 0 ? undefined : -1).split("\n");
  return `|${chomp}\n${lines.map((line) => (line === "" ? "" : `${indent}${line}`)).join("\n")}`;
}

/** The value of a key, or the item of a list, whose own line begins with `indent`: what follows the colon or the dash. */
function after(value: YamlWritten, indent: string): string {
  const inner = `${indent}  `;
  if (typeof value === "string" && isMultiline(value)) return ` ${blockText(value, inner) ?? scalarText(value, false)}`;
  if (!isList(value) && !isMapping(value)) return ` ${scalar(value, false)}`;
  const empty = isList(value) ? value.length === 0 : Object.keys(value).length === 0;
  if (empty || fitsFlow(value)) return ` ${emitFlow(value)}`;
  return `\n${isList(value) ? emitItems(value, inner) : emitPairs(value, inner)}`;
}

/** The pairs of a mapping, a line or more each, without a line end at the end. */
export const emitPairs = (value: Mapping, indent: string): string =>
  Object.entries(value)
    .map(([name, one]) => `${indent}${scalarText(name, false)}:${after(one, indent)}`)
    .join("\n");

export function emitItems(items: readonly YamlWritten[], indent: string): string {
  return items
    .map((item) => {
      if (isMapping(item) && Object.keys(item).length > 0 && !fitsFlow(item)) {
        const pairs = emitPairs(item, `${indent}  `);
        return `${indent}- ${pairs.slice(indent.length + 2)}`;
      }
      return `${indent}-${after(item, indent)}`;
    })
    .join("\n");
}
