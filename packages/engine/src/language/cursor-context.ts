/**
 * The context of an offset in a configuration: its block, and whether it is at the start of a statement or in an argument's
 * value. Read from tokens alone, since the text around a cursor seldom parses while the user types.
 */
import type { Span } from "../base/span.ts";
import { Scanner } from "../syntax/scanner.ts";
import type { Token } from "../syntax/token.ts";

/** A block that is open at the cursor. */
export interface OpenBlock {
  /** With its dots: `stage.match`. */
  readonly name: string;
  readonly label: string | undefined;
  /** Arguments given so far and, where the block closes, after the cursor. */
  readonly given: readonly string[];
}

export type CursorPlace =
  /** A name may begin or is here; `span` is its extent so far. */
  | { readonly kind: "statement"; readonly blocks: readonly OpenBlock[]; readonly span: Span; readonly typed: string }
  /** Inside the value of an argument. `inString`: between quotes. */
  | {
      readonly kind: "value";
      readonly blocks: readonly OpenBlock[];
      readonly argument: string;
      readonly span: Span;
      readonly typed: string;
      readonly inString: boolean;
      /** Kinds of the brackets open inside the value. */
      readonly nesting: readonly ("[" | "(" | "{")[];
    }
  /** In a comment, a label, or where nothing can be said. */
  | { readonly kind: "none" };

interface Frame {
  readonly opener: "block" | "{" | "[" | "(";
  readonly name: string;
  readonly label: string | undefined;
  readonly given: string[];
}

/** The tokens of `text`, comments included, EOF left out. */
export function scanTokens(text: string): Token[] {
  const scanner = new Scanner(text, () => {});
  const tokens: Token[] = [];
  for (let token = scanner.scan(); token.kind !== "EOF"; token = scanner.scan()) tokens.push(token);
  return tokens;
}

/** The place of `offset` (UTF-16) in `text`. */
export function findCursorPlace(text: string, offset: number): CursorPlace {
  const reader = new PlaceReader(offset);
  const tokens = scanTokens(text);
  let i = 0;
  for (; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.end > offset || (token.end === offset && isOpenEnded(token))) break;
    if (token.kind === "TERMINATOR" && token.start >= offset) break;
    reader.take(token);
  }
  const at = tokens[i];
  if (at?.kind === "COMMENT" && at.start < offset) return { kind: "none" };
  const place = reader.place(at);
  return place.kind === "none" ? place : { ...place, blocks: reader.blocks(tokens.slice(i)) };
}

/** A cursor right after these may still be typing them. */
function isOpenEnded(token: Token): boolean {
  if (token.kind === "COMMENT") return token.text.startsWith("//");
  return (
    token.kind === "IDENT" || token.kind === "." || token.kind === "BOOL" || token.kind === "NULL" || isUnclosed(token)
  );
}

function isUnclosed(token: Token): boolean {
  if (token.kind !== "STRING" && token.kind !== "ILLEGAL") return false;
  const quote = token.text[0] ?? "";
  return (quote === '"' || quote === "`") && (token.text.length < 2 || !token.text.endsWith(quote));
}

/** Follows tokens up to the cursor. */
class PlaceReader {
  readonly #offset: number;
  readonly #frames: Frame[] = [];
  /** Tokens of the statement that is being read. */
  #statement: Token[] = [];
  /** Name of the argument whose value is being read, by depth of frames. */
  readonly #arguments: { name: string; depth: number }[] = [];

  constructor(offset: number) {
    this.#offset = offset;
  }

  get #inValue(): boolean {
    return this.#arguments.length > 0;
  }

  get #given(): string[] | undefined {
    return this.#frames.findLast((frame) => frame.opener === "block")?.given;
  }

  take(token: Token): void {
    if (token.kind === "COMMENT") return;
    if (this.#inValue) this.#takeInValue(token);
    else this.#takeInBody(token);
  }

  #takeInBody(token: Token): void {
    switch (token.kind) {
      case "TERMINATOR":
        this.#statement = [];
        return;
      case "=": {
        const name = this.#statement.at(-1)?.text ?? "";
        this.#given?.push(name);
        this.#arguments.push({ name, depth: this.#frames.length });
        this.#statement = [];
        return;
      }
      case "{": {
        const label = this.#statement.findLast((one) => one.kind === "STRING")?.text.slice(1, -1);
        this.#frames.push({ opener: "block", name: nameOf(this.#statement), label, given: [] });
        this.#statement = [];
        return;
      }
      case "}":
        this.#frames.pop();
        this.#statement = [];
        return;
      default:
        this.#statement.push(token);
    }
  }

  #takeInValue(token: Token): void {
    const current = this.#arguments.at(-1)!;
    switch (token.kind) {
      case "{":
      case "[":
      case "(":
        this.#frames.push({ opener: token.kind, name: "", label: undefined, given: [] });
        this.#statement = [];
        return;
      case "}":
      case "]":
      case ")":
        if (this.#frames.length > current.depth) this.#frames.pop();
        else if (token.kind === "}") {
          this.#arguments.pop();
          this.#takeInBody(token);
        }
        this.#statement = [];
        return;
      case "TERMINATOR":
        if (this.#frames.length === current.depth) {
          this.#arguments.pop();
          this.#statement = [];
        }
        return;
      case ",":
      case "=":
        this.#statement = [];
        return;
      default:
        this.#statement.push(token);
    }
  }

  /** The place once everything before `at` was taken. */
  place(at: Token | undefined): CursorPlace {
    const begun = this.#begun(at);
    const inString = at !== undefined && at.start < this.#offset && (at.kind === "STRING" || at.kind === "ILLEGAL");
    const current = this.#arguments.at(-1);
    if (current !== undefined) {
      const nesting = this.#frames.slice(current.depth).flatMap(({ opener }) => (opener === "block" ? [] : opener));
      const span = inString ? { start: at.start, end: Math.max(at.end, this.#offset) } : begun.span;
      return { kind: "value", blocks: [], argument: current.name, span, typed: begun.typed, inString, nesting };
    }
    if (inString || this.#statement.some((token) => token.kind !== "IDENT" && token.kind !== "."))
      return { kind: "none" };
    const before = this.#statement.at(-1);
    const joined = before === undefined || begun.span.start <= before.end;
    return joined ? { kind: "statement", blocks: [], span: begun.span, typed: begun.typed } : { kind: "none" };
  }

  /** What was typed of the dotted name that ends at, or continues after, the cursor. */
  #begun(at: Token | undefined): { span: Span; typed: string } {
    const names: Token[] = [...this.#statement];
    if (at !== undefined && at.start < this.#offset && isName(at)) names.push(at);
    let end = this.#offset;
    if (at !== undefined && at.start <= this.#offset && isName(at)) end = Math.max(end, at.end);
    let first = names.length;
    let next = at !== undefined && names.at(-1) === at ? at.end : this.#offset;
    while (first > 0 && isName(names[first - 1]!) && names[first - 1]!.end === next) next = names[--first]!.start;
    if (first === names.length) return { span: { start: this.#offset, end }, typed: "" };
    const start = names[first]!.start;
    const typed = names
      .slice(first)
      .map((token) => (token.kind === "." ? "." : token.text))
      .join("")
      .slice(0, this.#offset - start);
    return { span: { start, end }, typed };
  }

  /** Blocks that are open at the cursor; arguments after it in the innermost are counted, too. */
  blocks(rest: readonly Token[]): OpenBlock[] {
    const open = this.#frames.filter((frame) => frame.opener === "block");
    const innermost = open.at(-1);
    if (innermost !== undefined) {
      let depth = 0;
      for (const [i, token] of rest.entries()) {
        if (token.kind === "{" || token.kind === "[" || token.kind === "(") depth++;
        if (token.kind === "}" || token.kind === "]" || token.kind === ")") depth--;
        if (depth < 0) break;
        if (depth === 0 && token.kind === "=" && rest[i - 1]?.kind === "IDENT") innermost.given.push(rest[i - 1]!.text);
      }
    }
    return open.map(({ name, label, given }) => ({ name, label, given }));
  }
}

const isName = (token: Token): boolean =>
  token.kind === "IDENT" || token.kind === "." || token.kind === "BOOL" || token.kind === "NULL";

/** The dotted name with which a block's head begins. */
function nameOf(statement: readonly Token[]): string {
  let name = "";
  for (const token of statement) {
    if (token.kind === "IDENT") name += token.text;
    else if (token.kind === ".") name += ".";
    else break;
  }
  return name;
}
