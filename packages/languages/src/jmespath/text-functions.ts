/**
 * JMESPath's functions of texts; those with `call` differ from the library's. Positions and widths count bytes, as in the
 * original; lengths count code points.
 */
import { encodeUtf8, isAscii, utf8Length } from "../base/text.ts";
import { parseFloat64 } from "../gonumber/index.ts";
import { toLower, toUpper } from "../gotemplate/runes.ts";
import { trimGoSpace } from "../govalue/space.ts";
import { encodeGoJson } from "../json/index.ts";
import type { FunctionEntry } from "./function-entry.ts";
import { type Budget, checkTextLength, EvaluationError, type Value } from "./value.ts";

const text = (value: Value | undefined): string => value as string;

function integer(value: Value, name: string, argument: string): number {
  if (typeof value === "number" && Math.floor(value) === value && Number.isFinite(value)) return value;
  const message = `invalid value, the function '${name}' expects its '${argument}' argument to be an integer.`;
  throw new EvaluationError(message);
}

function count(value: Value, name: string, argument: string): number {
  if (typeof value === "number" && Math.floor(value) === value && value >= 0) return Math.min(value, 2 ** 52);
  throw new EvaluationError(
    `invalid value, the function '${name}' expects its '${argument}' argument to be a an integer value greater than or equal to zero.`,
  );
}

/** Byte offset of the first or last occurrence between two byte offsets, or null. */
function find(name: string, args: readonly Value[], last: boolean, budget: Budget): Value {
  const subject = text(args[0]);
  const wanted = text(args[1]);
  if (subject === "" || wanted === "") return null;
  const length = utf8Length(subject);
  const start = args.length > 2 ? Math.max(0, integer(args[2]!, name, "start")) : 0;
  const end = args.length > 3 ? Math.min(integer(args[3]!, name, "end"), length) : length;
  if (start > end) throw new EvaluationError(`invalid value, the function '${name}' was given an empty range`);
  if (isAscii(subject)) {
    const found = last ? subject.slice(start, end).lastIndexOf(wanted) : subject.slice(start, end).indexOf(wanted);
    return found < 0 ? null : start + found;
  }
  const found = findBytes(encodeUtf8(subject).subarray(start, end), encodeUtf8(wanted), last, budget);
  return found < 0 ? null : start + found;
}

function findBytes(subject: Uint8Array, wanted: Uint8Array, last: boolean, budget: Budget): number {
  const most = subject.length - wanted.length;
  for (let i = 0; i <= most; i++) {
    const at = last ? most - i : i;
    let same = 0;
    while (same < wanted.length && subject[at + same] === wanted[same]) same++;
    if (same === wanted.length) return at;
    budget.spend(same);
  }
  return -1;
}

function pad(name: string, args: readonly Value[], left: boolean): Value {
  const subject = text(args[0]);
  const width = count(args[1]!, name, "width");
  const filler = args.length > 2 ? text(args[2]) : " ";
  if (utf8Length(filler) > 1) {
    throw new EvaluationError(
      `invalid value, the function '${name}' expects its 'pad' argument to be a string of length 1`,
    );
  }
  const missing = Math.max(0, width - utf8Length(subject));
  if (filler !== "") checkTextLength(missing + subject.length);
  const padding = filler === "" ? "" : filler.repeat(missing);
  return left ? padding + subject : subject + padding;
}

/** `strings.Replace`: an empty text to replace matches before every character and at the end. */
function replace(args: readonly Value[]): Value {
  const [subject, old, by] = [text(args[0]), text(args[1]), text(args[2])];
  const most = args.length > 3 ? count(args[3]!, "replace", "count") : Number.POSITIVE_INFINITY;
  const pieces = old === "" ? ["", ...Array.from(subject)] : subject.split(old);
  const places = Math.min(old === "" ? pieces.length : pieces.length - 1, most);
  if (places === 0) return subject;
  checkTextLength(subject.length + places * by.length);
  let out = "";
  pieces.forEach((piece, i) => {
    if (old === "") out += i < places ? piece + by : piece;
    else out += i === 0 ? piece : (i <= places ? by : old) + piece;
  });
  return out;
}

function split(args: readonly Value[]): Value {
  const subject = text(args[0]);
  const separator = text(args[1]);
  if (subject === "") return [];
  const most = args.length > 2 ? count(args[2]!, "split", "count") : Number.POSITIVE_INFINITY;
  if (most === 0) return [subject];
  const pieces = separator === "" ? Array.from(subject) : subject.split(separator);
  if (pieces.length <= most + 1) return pieces;
  return [...pieces.slice(0, most), pieces.slice(most).join(separator)];
}

/** Cuts characters of `cutset` (white space when empty or missing) off the ends. */
function trim(args: readonly Value[], left: boolean, right: boolean): Value {
  const subject = text(args[0]);
  const cutset = args.length > 1 ? text(args[1]) : "";
  if (cutset === "") return trimGoSpace(subject, left, right);
  const cut = new Set(cutset);
  const characters = Array.from(subject);
  let start = 0;
  let end = characters.length;
  while (left && start < end && cut.has(characters[start]!)) start++;
  while (right && end > start && cut.has(characters[end - 1]!)) end--;
  return characters.slice(start, end).join("");
}

function toNumber(value: Value): Value {
  if (typeof value === "number") return value;
  if (typeof value === "function") throw new EvaluationError("unknown type");
  if (typeof value !== "string") return null;
  const result = parseFloat64(value);
  return result.ok ? result.value : null;
}

function toText(value: Value, budget: Budget): Value {
  if (typeof value === "string") return value;
  const encoded = encodeGoJson(value, "standard");
  if (encoded === undefined) {
    throw new EvaluationError(typeof value === "function" ? "json: unsupported type: func" : "json: unsupported value");
  }
  budget.spend(encoded.length >> 3);
  return encoded;
}

function join(args: readonly Value[]): Value {
  const separator = text(args[0]);
  const items = args[1] as string[];
  let length = separator.length * items.length;
  for (const item of items) length += item.length;
  checkTextLength(length);
  return items.join(separator);
}

const CASED = (change: (subject: string) => string): FunctionEntry => ({
  args: [["string"]],
  call: ([subject]) => change(text(subject)),
});

export const TEXT_FUNCTIONS: Readonly<Record<string, FunctionEntry>> = {
  ends_with: { args: [["string"], ["string"]] },
  find_first: {
    args: [["string"], ["string"], ["number"], ["number"]],
    optional: 2,
    call: (args, budget) => find("find_first", args, false, budget),
  },
  find_last: {
    args: [["string"], ["string"], ["number"], ["number"]],
    optional: 2,
    call: (args, budget) => find("find_last", args, true, budget),
  },
  join: { args: [["string"], ["strings"]], call: join },
  lower: CASED(toLower),
  pad_left: {
    args: [["string"], ["number"], ["string"]],
    optional: 1,
    call: (args) => pad("pad_left", args, true),
  },
  pad_right: {
    args: [["string"], ["number"], ["string"]],
    optional: 1,
    call: (args) => pad("pad_right", args, false),
  },
  replace: { args: [["string"], ["string"], ["string"], ["number"]], optional: 1, call: replace },
  split: { args: [["string"], ["string"], ["number"]], optional: 1, call: split },
  starts_with: { args: [["string"], ["string"]] },
  to_number: { args: [["any"]], call: ([value]) => toNumber(value!) },
  to_string: { args: [["any"]], call: ([value], budget) => toText(value!, budget) },
  trim: { args: [["string"], ["string"]], optional: 1, call: (args) => trim(args, true, true) },
  trim_left: { args: [["string"], ["string"]], optional: 1, call: (args) => trim(args, true, false) },
  trim_right: { args: [["string"], ["string"]], optional: 1, call: (args) => trim(args, false, true) },
  upper: CASED(toUpper),
};
