/**
 * The elements of a pattern with their places in its text. The parser's tree is no help for that: it joins literals,
 * factors alternations and forgets groups that only group. Reads patterns that the parser has accepted.
 */
import { Flag } from "./ast.ts";
import type { Ranges } from "./classes.ts";
import { quoteMeta } from "./expand.ts";
import { PatternReader } from "./reader.ts";

/** What an element is, without its quantifier. */
export type ElementKind =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "class"; readonly set: Ranges; readonly text: string }
  | { readonly kind: "any" }
  | { readonly kind: "assertion"; readonly text: "^" | "$" | "\\A" | "\\z" | "\\b" | "\\B"; readonly lines: boolean }
  | { readonly kind: "group"; readonly alternatives: readonly (readonly PatternElement[])[] };

export interface PatternElement {
  /** Its stretch of the pattern in UTF-16 offsets, quantifier included. */
  readonly start: number;
  readonly end: number;
  readonly what: ElementKind;
  /** The same as a pattern of its own: flags that hold here are written out, and groups do not capture. */
  readonly atom: string;
  /** As it is written where no flag reverses greediness; empty without one. */
  readonly quantifier: string;
  /** Least number of times. */
  readonly min: number;
}

/** More than anybody reads an explanation of, and few enough to recurse on. */
const MAX_ELEMENTS = 2000;
const MAX_DEPTH = 100;

interface OpenGroup {
  readonly start: number;
  readonly flags: number;
  readonly alternatives: PatternElement[][];
}

/** The alternatives of `pattern`, each in its elements; undefined where there are too many of them. */
export function splitPattern(pattern: string): readonly (readonly PatternElement[])[] | undefined {
  const reader = new PatternReader(pattern, "loose");
  const open: OpenGroup[] = [];
  let alternatives: PatternElement[][] = [[]];
  let flags: number = Flag.OneLine;
  let count = 0;

  const add = (start: number, what: ElementKind, atom: string): void => {
    count++;
    alternatives
      .at(-1)!
      .push({ start, end: reader.at, what, atom: withFlags(what, atom, flags), quantifier: "", min: 1 });
  };
  const addLiteral = (start: number, text: string): void => add(start, { kind: "literal", text }, quoteMeta(text));
  const quantify = (written: string, min: number): void => {
    let quantifier = written;
    let lazy = (flags & Flag.NonGreedy) !== 0;
    if (pattern[reader.at] === "?") {
      reader.at++;
      lazy = !lazy;
    }
    if (lazy) quantifier += "?";
    const sequence = alternatives.at(-1)!;
    const last = sequence.pop()!;
    const { start } = last;
    if (last.quantifier === "") sequence.push({ ...last, end: reader.at, quantifier, min });
    else {
      // Flags in between make it possible to repeat what is repeated.
      const what: ElementKind = { kind: "group", alternatives: [[last]] };
      sequence.push({ start, end: reader.at, what, atom: writeGroup([[last]]), quantifier, min });
    }
  };

  while (reader.at < pattern.length) {
    if (count > MAX_ELEMENTS || open.length > MAX_DEPTH) return undefined;
    const start = reader.at;
    const char = pattern[start]!;
    switch (char) {
      case "(": {
        const prefix = pattern[start + 1] === "?" ? reader.readGroupPrefix(flags) : undefined;
        if (prefix === undefined) reader.at++;
        if (prefix?.kind !== "flags") {
          open.push({ start, flags, alternatives });
          alternatives = [[]];
        }
        if (prefix !== undefined && prefix.kind !== "named") flags = prefix.flags;
        break;
      }
      case "|":
        reader.at++;
        alternatives.push([]);
        break;
      case ")": {
        reader.at++;
        const group = open.pop()!;
        const what: ElementKind = { kind: "group", alternatives };
        const atom = writeGroup(alternatives);
        alternatives = group.alternatives;
        flags = group.flags;
        add(group.start, what, atom);
        break;
      }
      case "^":
      case "$":
        reader.at++;
        add(start, { kind: "assertion", text: char, lines: (flags & Flag.OneLine) === 0 }, char);
        break;
      case ".":
        reader.at++;
        add(start, { kind: "any" }, ".");
        break;
      case "[":
        addClass(start, reader.readClass((flags & Flag.FoldCase) !== 0));
        break;
      case "*":
      case "?":
      case "+":
        reader.at++;
        quantify(char, char === "+" ? 1 : 0);
        break;
      case "{": {
        const bounds = reader.readRepeat();
        if (bounds !== undefined) quantify(pattern.slice(start, reader.at), bounds[0]);
        else {
          reader.at++;
          addLiteral(start, "{");
        }
        break;
      }
      case "\\":
        readEscaped(start);
        break;
      default:
        addLiteral(start, String.fromCodePoint(reader.nextRune()));
    }
  }
  return alternatives;

  function addClass(start: number, set: Ranges): void {
    const text = pattern.slice(start, reader.at);
    add(start, { kind: "class", set, text }, text);
  }

  function readEscaped(start: number): void {
    const letter = pattern[start + 1];
    if (letter === "A" || letter === "z" || letter === "b" || letter === "B") {
      reader.at += 2;
      add(start, { kind: "assertion", text: `\\${letter}`, lines: false }, `\\${letter}`);
    } else if (letter === "Q") {
      const close = pattern.indexOf("\\E", start + 2);
      const end = close < 0 ? pattern.length : close;
      reader.at += 2;
      while (reader.at < end && count <= MAX_ELEMENTS) {
        const at = reader.at;
        addLiteral(at, String.fromCodePoint(reader.nextRune()));
      }
      reader.at = close < 0 ? end : close + 2;
    } else {
      const set = reader.readClassEscape((flags & Flag.FoldCase) !== 0);
      if (set !== undefined) addClass(start, set);
      else addLiteral(start, String.fromCodePoint(reader.readEscape()));
    }
  }
}

/** Flags that differ from those at a pattern's start, around what they mean something for. */
function withFlags(what: ElementKind, atom: string, flags: number): string {
  const folds = (flags & Flag.FoldCase) !== 0 && (what.kind === "literal" || what.kind === "class");
  const lines = what.kind === "assertion" && what.lines && (what.text === "^" || what.text === "$");
  const dots = what.kind === "any" && (flags & Flag.DotNewline) !== 0;
  const letters = `${folds ? "i" : ""}${lines ? "m" : ""}${dots ? "s" : ""}`;
  return letters === "" ? atom : `(?${letters}:${atom})`;
}

/** Elements as a pattern. */
export function writeElements(elements: readonly PatternElement[]): string {
  return elements.map(({ atom, quantifier }) => atom + quantifier).join("");
}

/** Alternatives as a pattern that is one element. */
export function writeGroup(alternatives: readonly (readonly PatternElement[])[]): string {
  return `(?:${alternatives.map(writeElements).join("|")})`;
}
