/**
 * What a YAML scalar means: the types of plain scalars as Go's `yaml.v3` resolves them, and the text of quoted ones.
 */
import { formatRfc3339, parseRfc3339 } from "../../base/time.ts";
import { bool, float, int, NULL, string, uint, type Value } from "../value.ts";

const WORDS = new Map<string, Value>([
  ...["", "~", "null", "Null", "NULL"].map((word) => [word, NULL] as const),
  ...["true", "True", "TRUE"].map((word) => [word, bool(true)] as const),
  ...["false", "False", "FALSE"].map((word) => [word, bool(false)] as const),
  ...[".nan", ".NaN", ".NAN"].map((word) => [word, float(Number.NaN)] as const),
  ...[".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"].map(
    (word) => [word, float(Number.POSITIVE_INFINITY)] as const,
  ),
  ...["-.inf", "-.Inf", "-.INF"].map((word) => [word, float(Number.NEGATIVE_INFINITY)] as const),
]);

const INTEGER = /^([-+]?)(?:0b([01]+)|0o([0-7]+)|0x([0-9a-fA-F]+)|0([0-7]+)|(0|[1-9]\d*))$/;
/** More digits than any integer of 64 bits has. */
const MAX_INTEGER = 70;
const FLOAT = /^[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?$/;
const DATE = /^\d{4}-\d{1,2}-\d{1,2}(?:([Tt ])\d{1,2}:\d{1,2}:\d{1,2}(?:\.\d+)?(Z|[-+]\d\d:\d\d)?)?$/;

/** The value of a plain scalar. Dates become texts in RFC 3339, as they do in Alloy. */
export function resolvePlain(text: string): Value {
  const word = WORDS.get(text);
  if (word) return word;
  if (!/^[-+.0-9]/.test(text)) return string(text);
  const date = resolveDate(text);
  if (date) return date;
  const plain = text.replaceAll("_", "");
  const number = resolveInteger(plain);
  if (number) return number;
  if (!FLOAT.test(plain)) return string(text);
  const value = Number(plain);
  return Number.isFinite(value) ? float(value) : string(text);
}

function resolveInteger(text: string): Value | undefined {
  const m = text.length > MAX_INTEGER ? null : INTEGER.exec(text);
  if (!m) return undefined;
  const [, sign, binary, octal, hexadecimal, oldOctal, decimal] = m;
  const prefix = binary ? "0b" : hexadecimal ? "0x" : octal || oldOctal ? "0o" : "";
  const size = BigInt(prefix + (binary ?? octal ?? hexadecimal ?? oldOctal ?? decimal));
  if (sign === "-") return size <= 2n ** 63n ? int(-size) : undefined;
  if (size < 2n ** 63n) return int(size);
  return size < 2n ** 64n && sign === "" ? uint(size) : undefined;
}

function resolveDate(text: string): Value | undefined {
  const m = DATE.exec(text);
  if (!m || ((m[1] === " ") === (m[2] !== undefined) && m[1] !== undefined)) return undefined;
  const padded = text.replace(/(?<=[-T t:])\d(?!\d)/g, "0$&").replace(/[Tt ]/, "T");
  const zone = m[2] ?? "Z";
  const full = m[1] === undefined ? `${padded}T00:00:00Z` : m[2] === undefined ? `${padded}Z` : padded;
  const at = parseRfc3339(full);
  if (at === undefined) return undefined;
  if (zone === "Z") return string(formatRfc3339(at));
  // With an offset the wall clock stays; only zeros at the end of a fraction go.
  return string(full.replace(/(\.\d*?)0+(?=[-+]\d\d:\d\d$)/, "$1").replace(/\.(?=[-+]\d\d:\d\d$)/, ""));
}

const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([^\nxuU])|(\n[ \t]*))/y;
/** Stands at the ends of a quoted text, so that blanks there are not taken for those around a line end. */
const MARK = "|";

const ESCAPES: Readonly<Record<string, string>> = {
  "0": "\0",
  a: "\x07",
  b: "\b",
  t: "\t",
  "\t": "\t",
  n: "\n",
  v: "\v",
  f: "\f",
  r: "\r",
  e: "\x1b",
  " ": " ",
  '"': '"',
  "'": "'",
  "\\": "\\",
  "/": "/",
  N: "\u0085",
  _: "\u00a0",
  L: "\u2028",
  P: "\u2029",
};

/** The text between double quotes; undefined for an unknown escape. Line ends fold, but not behind a backslash. */
export function readDoubleQuoted(body: string): string | undefined {
  let out = "";
  let at = 0;
  for (let next = body.indexOf("\\"); next >= 0; next = body.indexOf("\\", at)) {
    ESCAPE.lastIndex = next;
    const m = ESCAPE.exec(body);
    if (!m) return undefined;
    // Blanks before an escaped line end stay, and so do those behind any escape.
    out += foldLines(`${MARK}${body.slice(at, next)}${MARK}`).slice(1, -1);
    at = ESCAPE.lastIndex;
    const [, x, u, U, one, lineEnd] = m;
    const code = x ?? u ?? U;
    if (code !== undefined) {
      const value = Number.parseInt(code, 16);
      if (value > 0x10ffff || (value >= 0xd800 && value < 0xe000)) return undefined;
      out += String.fromCodePoint(value);
    } else if (lineEnd === undefined) {
      const char = ESCAPES[one!];
      if (char === undefined) return undefined;
      out += char;
    }
  }
  return out + foldLines(`${MARK}${body.slice(at)}${MARK}`).slice(1, -1);
}

/** The text between single quotes. */
export function readSingleQuoted(body: string): string {
  return foldLines(`${MARK}${body}${MARK}`).slice(1, -1).replaceAll("''", "'");
}

/** One line end is a blank, more are one fewer; blanks around line ends go. */
export function foldLines(text: string): string {
  if (!text.includes("\n")) return text;
  const lines = text.split("\n");
  let out = "";
  let breaks = 0;
  lines.forEach((line, i) => {
    const from = i === 0 ? 0 : countBlanks(line);
    const to = i === lines.length - 1 ? line.length : trimmedLength(line);
    if (i > 0) breaks++;
    if (to <= from && i > 0 && i < lines.length - 1) return;
    out += breaks === 0 ? "" : breaks === 1 ? " " : "\n".repeat(breaks - 1);
    out += line.slice(from, Math.max(from, to));
    breaks = 0;
  });
  return out;
}

const isBlank = (char: string | undefined): boolean => char === " " || char === "\t";

function countBlanks(line: string): number {
  let count = 0;
  while (isBlank(line[count])) count++;
  return count;
}

function trimmedLength(line: string): number {
  let length = line.length;
  while (isBlank(line[length - 1])) length--;
  return length;
}

/** The lines of a block scalar (already without indentation) under its header: `>` folds, `-` and `+` rule the end. */
export function joinBlockScalar(lines: readonly string[], folded: boolean, chomping: "" | "-" | "+"): string {
  let last = lines.length;
  while (last > 0 && lines[last - 1] === "") last--;
  const trailing = lines.length - last;
  const kept = lines.slice(0, last);
  let text = folded ? foldBlock(kept) : kept.join("\n");
  if (last > 0 && chomping !== "-") text += "\n";
  return chomping === "+" ? text + "\n".repeat(trailing) : text;
}

/** Joins lines by blanks, but keeps line ends around lines that are indented further, and empty lines. */
function foldBlock(lines: readonly string[]): string {
  const indented = (line: string): boolean => line.startsWith(" ") || line.startsWith("\t");
  let text = "";
  let previous: string | undefined;
  let empty = 0;
  for (const line of lines) {
    if (line === "") {
      empty++;
      continue;
    }
    if (previous === undefined) text += "\n".repeat(empty);
    else if (indented(previous) || indented(line)) text += "\n".repeat(empty + 1);
    else text += empty > 0 ? "\n".repeat(empty) : " ";
    text += line;
    previous = line;
    empty = 0;
  }
  return text;
}
