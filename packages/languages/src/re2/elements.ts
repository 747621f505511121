/**
 * The elements of a pattern with their places in its text. The parser's tree is no help for that: it joins literals,
 * factors alternations and forgets groups that only group. Reads patterns that the parser has accepted.
 */

import { quoteMeta } from "./expand.ts";
import { Flag } from "./syntax/ast.ts";
import type { Ranges } from "./syntax/classes.ts";
import { PatternReader } from "./syntax/reader.ts";

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
  /** As written without a flag that reverses greediness; empty without one. */
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
  return new PatternSplitter(pattern).split();
}

class PatternSplitter {
  readonly #pattern: string;
  readonly #reader: PatternReader;
  readonly #open: OpenGroup[] = [];
  #alternatives: PatternElement[][] = [[]];
  #flags: number = Flag.OneLine;
  #count = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
    this.#reader = new PatternReader(pattern, "loose");
  }

  split(): readonly (readonly PatternElement[])[] | undefined {
    while (this.#reader.at < this.#pattern.length) {
      if (this.#count > MAX_ELEMENTS || this.#open.length > MAX_DEPTH) return undefined;
      this.#readNext();
    }
    return this.#alternatives;
  }

  #readNext(): void {
    const reader = this.#reader;
    const start = reader.at;
    const char = this.#pattern[start]!;
    switch (char) {
      case "(":
        this.#openGroup(start);
        break;
      case "|":
        reader.at++;
        this.#alternatives.push([]);
        break;
      case ")":
        this.#closeGroup();
        break;
      case "^":
      case "$":
        reader.at++;
        this.#add(start, { kind: "assertion", text: char, lines: (this.#flags & Flag.OneLine) === 0 }, char);
        break;
      case ".":
        reader.at++;
        this.#add(start, { kind: "any" }, ".");
        break;
      case "[":
        this.#addClass(start, reader.readClass(this.#foldsCase));
        break;
      case "*":
      case "?":
      case "+":
        reader.at++;
        this.#quantify(char, char === "+" ? 1 : 0);
        break;
      case "{": {
        const bounds = reader.readRepeat();
        if (bounds !== undefined) this.#quantify(this.#pattern.slice(start, reader.at), bounds[0]);
        else {
          reader.at++;
          this.#addLiteral(start, "{");
        }
        break;
      }
      case "\\":
        this.#readEscaped(start);
        break;
      default:
        this.#addLiteral(start, String.fromCodePoint(reader.nextRune()));
    }
  }

  get #foldsCase(): boolean {
    return (this.#flags & Flag.FoldCase) !== 0;
  }

  #openGroup(start: number): void {
    const reader = this.#reader;
    const flags = this.#flags;
    const prefix = this.#pattern[start + 1] === "?" ? reader.readGroupPrefix(flags) : undefined;
    if (prefix === undefined) reader.at++;
    if (prefix?.kind !== "flags") {
      this.#open.push({ start, flags, alternatives: this.#alternatives });
      this.#alternatives = [[]];
    }
    if (prefix !== undefined && prefix.kind !== "named") this.#flags = prefix.flags;
  }

  #closeGroup(): void {
    this.#reader.at++;
    const group = this.#open.pop()!;
    const what: ElementKind = { kind: "group", alternatives: this.#alternatives };
    const atom = writeGroup(this.#alternatives);
    this.#alternatives = group.alternatives;
    this.#flags = group.flags;
    this.#add(group.start, what, atom);
  }

  #add(start: number, what: ElementKind, text: string): void {
    this.#count++;
    const atom = withFlags(what, text, this.#flags);
    this.#alternatives.at(-1)!.push({ start, end: this.#reader.at, what, atom, quantifier: "", min: 1 });
  }

  #addLiteral(start: number, text: string): void {
    this.#add(start, { kind: "literal", text }, quoteMeta(text));
  }

  #addClass(start: number, set: Ranges): void {
    const text = this.#pattern.slice(start, this.#reader.at);
    this.#add(start, { kind: "class", set, text }, text);
  }

  #quantify(written: string, min: number): void {
    let quantifier = written;
    let lazy = (this.#flags & Flag.NonGreedy) !== 0;
    if (this.#pattern[this.#reader.at] === "?") {
      this.#reader.at++;
      lazy = !lazy;
    }
    if (lazy) quantifier += "?";
    const end = this.#reader.at;
    const sequence = this.#alternatives.at(-1)!;
    const last = sequence.pop()!;
    if (last.quantifier === "") sequence.push({ ...last, end, quantifier, min });
    else {
      // Flags in between make it possible to repeat what is repeated.
      const what: ElementKind = { kind: "group", alternatives: [[last]] };
      sequence.push({ start: last.start, end, what, atom: writeGroup([[last]]), quantifier, min });
    }
  }

  #readEscaped(start: number): void {
    const reader = this.#reader;
    const letter = this.#pattern[start + 1];
    if (letter === "A" || letter === "z" || letter === "b" || letter === "B") {
      reader.at += 2;
      this.#add(start, { kind: "assertion", text: `\\${letter}`, lines: false }, `\\${letter}`);
    } else if (letter === "Q") this.#readQuoted(start);
    else {
      const set = reader.readClassEscape(this.#foldsCase);
      if (set !== undefined) this.#addClass(start, set);
      else this.#addLiteral(start, String.fromCodePoint(reader.readEscape()));
    }
  }

  /** `\Q`, and literals up to `\E` or the end. */
  #readQuoted(start: number): void {
    const reader = this.#reader;
    const close = this.#pattern.indexOf("\\E", start + 2);
    const end = close < 0 ? this.#pattern.length : close;
    reader.at += 2;
    while (reader.at < end && this.#count <= MAX_ELEMENTS) {
      const at = reader.at;
      this.#addLiteral(at, String.fromCodePoint(reader.nextRune()));
    }
    reader.at = close < 0 ? end : close + 2;
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
