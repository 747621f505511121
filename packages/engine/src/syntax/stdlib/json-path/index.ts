/**
 * `json_path`: what a JSONPath selects in a JSON document, in the manner of the library that Alloy uses: `$`, `.name`,
 * `['name']`, `[n]`, `[a:b:c]`, `[a,b]`, `*` and `..`. Filters (`[?…]`) and scripts are not available and say so.
 */
import { array, type Value } from "../value.ts";
import { fixedFunction, type Refusal, refuse } from "./function.ts";
import { parsePositionedJson } from "./json.ts";

/** Fragments that one path may have; `..` more than once multiplies the work. */
const MAX_FRAGMENTS = 100;
const MAX_DESCENTS = 4;
/** Values that one step of a path may select. */
const MAX_SELECTED = 1_000_000;

type Key = string | number;
type Fragment =
  | { readonly kind: "self" }
  | { readonly kind: "keys"; readonly keys: readonly Key[] }
  | { readonly kind: "slice"; readonly start: number; readonly end: number | undefined; readonly step: number }
  | { readonly kind: "wildcard" }
  | { readonly kind: "descent" };

const NAME = /[^\0-\x20"'(),.:;<=>?[\\\]@{}|&!+\-*/^`~\x7f][^\0-\x20.[\]]*/y;
const QUOTED = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/y;

/** Reads a path; what it does not understand is refused with the place. */
function parsePath(path: string): Fragment[] | Refusal {
  const fragments: Fragment[] = [];
  let at = 0;
  const error = (what: string): Refusal => refuse(`${what} at ${at + 1} in ${path}`);
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const m = pattern.exec(path);
    if (m) at += m[0].length;
    return m;
  };
  while (at < path.length) {
    if (fragments.length >= MAX_FRAGMENTS) return error(`more than ${MAX_FRAGMENTS} parts`);
    const char = path[at]!;
    if ((char === "$" || char === "@") && fragments.length === 0) {
      at++;
      fragments.push({ kind: "self" });
    } else if (char === "*") {
      at++;
      fragments.push({ kind: "wildcard" });
    } else if (char === "[") {
      at++;
      if (at >= path.length) return error("not terminated");
      const m = match(/\s*(\?|\(|[^\]]*)/y)!;
      if (m[1] === "?" || m[1] === "(") return error("filters and scripts are not available:");
      at -= m[0].length;
      const fragment = parseBracket(match);
      if (!fragment) return error("parse error");
      fragments.push(fragment);
    } else {
      const descending = fragments.at(-1)?.kind === "descent";
      if (char === "." && path[at + 1] === ".") {
        at += 2;
        fragments.push({ kind: "descent" });
        continue;
      }
      if (char === ".") at++;
      else if (fragments.length > 0 && !descending) return error("parse error");
      if (path[at] === "*") continue;
      const name = match(NAME);
      if (!name) return error(at >= path.length ? "not terminated" : "an expression fragment can not start here,");
      fragments.push({ kind: "keys", keys: [name[0]] });
    }
  }
  if (fragments.filter((f) => f.kind === "descent").length > MAX_DESCENTS) return error(`more than ${MAX_DESCENTS} ..`);
  return fragments;
}

/** What follows an opening bracket, up to the closing one. */
function parseBracket(match: (pattern: RegExp) => RegExpExecArray | null): Fragment | undefined {
  if (match(/\s*\*\s*\]/y)) return { kind: "wildcard" };
  const slice = match(/\s*(-?\d+)?\s*:\s*(-?\d+)?\s*(?::\s*(-?\d+)?)?\s*\]/y);
  if (slice) {
    const end = slice[2] === undefined ? undefined : Number(slice[2]);
    return { kind: "slice", start: Number(slice[1] ?? 0), end, step: Number(slice[3] ?? 1) };
  }
  const keys: Key[] = [];
  for (;;) {
    match(/\s*/y);
    const number = match(/-?\d+/y);
    const quoted = number ? null : match(QUOTED);
    if (number) keys.push(Number(number[0]));
    else if (quoted) keys.push((quoted[1] ?? quoted[2]!).replace(/\\(.)/g, "$1"));
    else return undefined;
    const next = match(/\s*([\],])/y);
    if (!next) return undefined;
    if (next[1] === "]") return { kind: "keys", keys };
  }
}

function children(value: Value): readonly Value[] {
  if (value.type === "array") return value.items;
  return value.type === "object" ? [...value.fields.values()] : [];
}

function selectKey(value: Value, key: Key): Value | undefined {
  if (typeof key === "string") return value.type === "object" ? value.fields.get(key) : undefined;
  if (value.type !== "array") return undefined;
  return value.items[key < 0 ? value.items.length + key : key];
}

/** Every `step`th item from `start` up to `end`; backwards only where `end` says how far. */
function selectSlice(items: readonly Value[], start: number, end: number | undefined, step: number): Value[] {
  const length = items.length;
  const from = start < 0 ? Math.max(length + start, 0) : start;
  if (from >= length || step === 0) return [];
  const to = Math.min(end === undefined ? length : end < 0 ? length + end : end, length);
  const chosen: Value[] = [];
  if (step > 0) for (let i = from; i < to; i += step) chosen.push(items[i]!);
  else for (let i = from; i > Math.max(to, -1); i += step) chosen.push(items[i]!);
  return chosen;
}

/** `value` and all lists and objects in it, inner ones before what holds them. */
function descend(value: Value, into: Value[]): void {
  for (const child of children(value)) if (child.type === "array" || child.type === "object") descend(child, into);
  into.push(value);
}

/** Everything inside of `value`, what is nearer first. */
function collect(value: Value, into: Value[]): void {
  const inside = children(value);
  for (const child of inside) into.push(child);
  for (const child of inside) collect(child, into);
}

function select(values: readonly Value[], fragment: Fragment, last: boolean): Value[] {
  const out: Value[] = [];
  for (const value of values) {
    if (out.length > MAX_SELECTED) break;
    switch (fragment.kind) {
      case "self":
        out.push(value);
        break;
      case "keys":
        for (const key of fragment.keys) {
          const found = selectKey(value, key);
          if (found) out.push(found);
        }
        break;
      case "slice":
        if (value.type === "array")
          for (const item of selectSlice(value.items, fragment.start, fragment.end, fragment.step)) out.push(item);
        break;
      case "wildcard":
        for (const child of children(value)) out.push(child);
        break;
      case "descent": {
        if (last) {
          collect(value, out);
          out.push(value);
        } else descend(value, out);
      }
    }
  }
  return out;
}

/** `json_path(document, path)`: a list of all that was selected. */
export const JSON_PATH = fixedFunction("json_path", ["string", "string"], (document, path) => {
  const fragments = parsePath(path);
  if ("refused" in fragments) return fragments;
  const root = parsePositionedJson(document);
  if ("refused" in root) return root;
  if (fragments.length === 0) return array([]);
  let values: Value[] = [root];
  for (const [i, fragment] of fragments.entries()) {
    values = select(values, fragment, i === fragments.length - 1);
    if (values.length > MAX_SELECTED) return refuse(`the path selects more than ${MAX_SELECTED} values`);
  }
  return array(values);
});
