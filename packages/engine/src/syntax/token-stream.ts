/**
 * The tokens of a text for the parser: comments set aside, errors noted (at most one parse error per line, as in Alloy),
 * tokens skipped after an error, and the limits on nesting kept.
 */
import type { Diagnostic } from "../base/diagnostic.ts";
import { type Span, span } from "../base/span.ts";
import type { Comment, CommentGroup } from "./ast.ts";
import { createLineFinder, type LineFinder } from "./line-finder.ts";
import { Scanner, stripCarriageReturns } from "./scanner.ts";
import type { Token, TokenKind } from "./token.ts";

/** How deep blocks and expressions may nest. */
export const MAX_NESTING = 256;
/** How high the tree of one expression may grow, chains such as `a.b.c…` and `1 + 1 + …` included. */
export const MAX_HEIGHT = 768;
/** How many diagnostics one parse reports. */
export const MAX_DIAGNOSTICS = 1000;

export class TokenStream {
  readonly text: string;
  readonly diagnostics: Diagnostic[] = [];
  /** What `statement` was when each of them was found. */
  readonly statements: number[] = [];
  /** The number of the innermost statement that is being read. */
  statement = 0;
  /** Whether blocks begin and end where they seem to, in spite of errors. */
  structured = true;
  readonly comments: CommentGroup[] = [];
  /** The current token, which is not a comment. */
  token: Token = { kind: "EOF", start: 0, end: 0, text: "" };
  /** End of the last token that was consumed. */
  lastEnd = 0;
  readonly #lines: LineFinder;
  readonly #scanner: Scanner;
  /** Line of the last parse error; a second one on the same line is not reported. */
  #errorLine = 0;
  #depth = 0;
  #tooDeep = false;

  constructor(text: string) {
    this.text = text;
    this.#lines = createLineFinder(text);
    this.#scanner = new Scanner(text, (start, end, code, message) => this.add(code, message, span(start, end)));
    this.next();
  }

  /** The kind of the current token, as a call: the compiler cannot see that `next` changes the token. */
  kind(): TokenKind {
    return this.token.kind;
  }

  /** Consumes the current token. */
  next(): void {
    this.lastEnd = this.token.end;
    this.#scan();
    while (this.token.kind === "COMMENT") this.#consumeCommentGroup();
  }

  #scan(): void {
    // Once the text nests too deep, the rest of it is not parsed.
    const end = this.text.length;
    this.token = this.#tooDeep ? { kind: "EOF", start: end, end, text: "" } : this.#scanner.scan();
  }

  #consumeCommentGroup(): void {
    const comments: Comment[] = [];
    let endLine = this.#lines.lineAt(this.token.start);
    while (this.token.kind === "COMMENT" && this.#lines.lineAt(this.token.start) <= endLine + 1) {
      const token = this.token;
      endLine = this.#lines.lineAt(token.start);
      const style = token.text.startsWith("/*") ? "block" : "line";
      if (style === "block")
        for (let i = token.text.indexOf("\n"); i >= 0; i = token.text.indexOf("\n", i + 1)) endLine++;
      comments.push({ style, text: stripCarriageReturns(token.text), span: span(token.start, token.end) });
      this.#scan();
    }
    this.comments.push({ comments, span: span(comments[0]!.span.start, comments.at(-1)!.span.end) });
  }

  /** Skips tokens up to one of `stops`. */
  advanceTo(stops: ReadonlySet<TokenKind>): void {
    while (this.token.kind !== "EOF" && !stops.has(this.token.kind)) this.next();
  }

  /** Consumes the next token, whatever it is, and reports when it is not a `kind`. */
  expect(kind: TokenKind): Token {
    const token = this.token;
    if (token.kind !== kind) this.error("syntax-unexpected-token", `expected ${kind}, got ${token.kind}`);
    this.next();
    return token;
  }

  /** Reports an error, whatever else is on its line. */
  add(code: string, message: string, at: Span): void {
    if (this.diagnostics.length >= MAX_DIAGNOSTICS) return;
    const end = Math.min(Math.max(at.end, at.start), this.text.length);
    this.diagnostics.push({ severity: "error", code, message, span: span(at.start, end) });
    this.statements.push(this.statement);
  }

  /** Reports an error at the current token. */
  error(code: string, message: string): void {
    if (this.#tooDeep) return;
    const token = this.token;
    const line = this.#lines.lineAt(token.start);
    if (this.#errorLine === line) return;
    this.#errorLine = line;
    this.add(code, message, span(token.start, token.end));
  }

  /** Reports that the limits are exceeded, and ends the text here. */
  stopTooDeep(at: Span): void {
    if (this.#tooDeep) return;
    this.add("syntax-too-deep", `nested too deep: more than ${MAX_NESTING} levels, or ${MAX_HEIGHT} in a chain`, at);
    this.#tooDeep = true;
    this.structured = false;
    this.next();
  }

  /** Enters one level of nesting; false when that is one too many. */
  enter(): boolean {
    this.#depth++;
    if (this.#depth <= MAX_NESTING) return true;
    this.stopTooDeep(span(this.token.start, this.token.end));
    return false;
  }

  leave(): void {
    this.#depth--;
  }

  /**
   * Skips the rest of a statement, up to a terminator outside of all brackets that were opened on the way, or to the brace that
   * closes the block around it. Gives whether a brace was opened.
   */
  consumeStatement(): boolean {
    let curly = 0;
    let bracket = 0;
    let paren = 0;
    let opened = false;
    for (; this.token.kind !== "EOF"; this.next()) {
      switch (this.token.kind) {
        case "{":
          curly++;
          opened = true;
          break;
        case "}":
          if (curly === 0) return opened;
          curly--;
          break;
        case "[":
          bracket++;
          break;
        case "]":
          bracket--;
          break;
        case "(":
          paren++;
          break;
        case ")":
          paren--;
          break;
        case "TERMINATOR":
          // Counts fall below zero where the statement began inside of brackets.
          if (curly <= 0 && bracket <= 0 && paren <= 0) return opened;
      }
    }
    return opened;
  }

  /** Whether the text after the current terminator, on a later line, matches `pattern`, which is sticky. */
  isFollowedBy(pattern: RegExp): boolean {
    BLANKS.lastIndex = this.token.end;
    BLANKS.test(this.text);
    pattern.lastIndex = BLANKS.lastIndex;
    return pattern.test(this.text);
  }
}

/** Blanks and comments. */
const BLANKS = /(?:\s|\/\/.*|\/\*[^*]*\*+(?:[^*/][^*]*\*+)*\/)*/y;
