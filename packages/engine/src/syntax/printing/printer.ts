/**
 * Puts tokens, comments and whitespace in order for the column writer: a port of Alloy's printer, which is itself made after
 * gofmt's. Whitespace is held back until the next token, so that comments can go before it. Comments are placed by comparing
 * their offset with a running estimate of the printer's place in the source; the estimate is corrected wherever the walker
 * knows a position.
 */
import { utf8Length } from "@sluice/languages/base";
import type { Comment, CommentGroup } from "../ast.ts";
import type { TokenKind } from "../token.ts";
import { alignColumns, ESCAPE } from "./column-writer.ts";
import type { SourcePositions } from "./source-positions.ts";

/** Whitespace to come: nothing, a blank, an end of cell, two kinds of line end, deeper, less deep. */
export type Whitespace = "" | " " | "\v" | "\n" | "\f" | ">" | "<";

/** More held-back whitespace than this is written at once. */
const WHITESPACE_CAPACITY = 16;
const MAX_NEWLINES = 2;

/** A place in the source: byte offset and line. */
interface Place {
  readonly offset: number;
  readonly line: number;
}

const END: Place = { offset: Number.POSITIVE_INFINITY, line: Number.POSITIVE_INFINITY };

export class Printer {
  readonly #source: SourcePositions;
  readonly #comments: readonly CommentGroup[];
  #nextComment = 0;
  #output: string[] = [];
  #indent = 0;
  #lastToken: TokenKind | "LITERAL" = "ILLEGAL";
  #whitespace: Whitespace[] = [];
  /** The estimated place of the printer in the source. */
  #offset = 0;
  #line = 1;
  /** Line in the source where the last text ended; 0 before the first. */
  #lastLine = 0;
  /** Whether nothing was written on the current line of the output. */
  #lineStart = true;

  constructor(source: SourcePositions, comments: readonly CommentGroup[]) {
    this.#source = source;
    this.#comments = comments;
  }

  /** Writes what is left over and gives the text. */
  finish(): string {
    this.#flush(END, "EOF");
    return alignColumns(this.#output.join(""));
  }

  /** Sets the place of the next text in the source to `offset` (UTF-16). */
  at(offset: number): this {
    this.#offset = this.#source.byteOf(offset);
    this.#line = this.#source.lineOf(this.#offset);
    return this;
  }

  space(...whitespace: Whitespace[]): this {
    for (const one of whitespace) {
      if (this.#whitespace.length === WHITESPACE_CAPACITY) this.#writeWhitespace(WHITESPACE_CAPACITY);
      this.#whitespace.push(one);
      this.#lastToken = "LITERAL";
    }
    return this;
  }

  /** An operator or a delimiter. */
  token(kind: TokenKind): this {
    // `5 .x` must not become `5.x`.
    if (this.#lastToken === "NUMBER" && kind === ".") this.#whitespace.push(" ");
    return this.text(kind, kind);
  }

  /** An identifier or a literal, ready to be printed. */
  text(kind: TokenKind, text: string): this {
    this.#lastToken = kind;
    const next: Place = { offset: this.#offset, line: this.#line };
    this.#flush(next, kind);
    this.#writeText(next, text, false);
    return this;
  }

  #flush(next: Place, kind: TokenKind): void {
    if (this.#commentBefore(next)) this.#injectComments(next, kind);
    else if (kind !== "EOF") this.#writeWhitespace(this.#whitespace.length);
  }

  #commentBefore(next: Place): boolean {
    const group = this.#comments[this.#nextComment];
    return group !== undefined && this.#source.byteOf(group.span.start) <= next.offset;
  }

  #injectComments(next: Place, kind: TokenKind): void {
    let last: Comment | undefined;
    while (this.#commentBefore(next)) {
      for (const comment of this.#comments[this.#nextComment]!.comments) {
        const offset = this.#source.byteOf(comment.span.start);
        const place: Place = { offset, line: this.#source.lineOf(offset) };
        this.#writeCommentPrefix(next, place);
        this.#writeText(place, comment.text, true);
        last = comment;
      }
      this.#nextComment++;
    }
    if (last && kind !== "EOF") this.#writeCommentSuffix(next, last);
  }

  #writeCommentPrefix(next: Place, comment: Place): void {
    if (this.#output.length === 0) return;
    if (comment.line === this.#lastLine) {
      // Between two tokens of one line it must be a block comment: a tab would tear the line apart.
      this.#writeByte(comment.line === next.line ? " " : "\t", 1);
      return;
    }
    // Indentation that is due is applied up to the first other whitespace, which the comment takes the place of.
    let count = 0;
    for (let i = 0; i < this.#whitespace.length; i++) {
      const one = this.#whitespace[i]!;
      if (one === ">" || one === "<") continue;
      this.#whitespace[i] = "";
      count = i;
      break;
    }
    this.#writeWhitespace(count);
    const newlines = this.#lastLine > 0 ? comment.line - this.#lastLine : 0;
    if (newlines > 0) this.#writeByte("\f", Math.min(newlines, MAX_NEWLINES));
  }

  #writeCommentSuffix(next: Place, last: Comment): void {
    // Without its carriage returns the comment seems shorter than it is; so it is in Alloy.
    const end = this.#source.byteOf(last.span.start) + utf8Length(last.text) - 1;
    if (last.style === "block" && next.line === this.#source.lineOf(end)) this.#writeByte(" ", 1);
    const newlines = next.line - this.#lastLine;
    let droppedFormFeed = false;
    for (let i = 0; i < this.#whitespace.length; i++) {
      const one = this.#whitespace[i]!;
      if (one === ">" || one === "<") continue;
      if (one === "\f") droppedFormFeed = true;
      this.#whitespace[i] = "";
    }
    this.#writeWhitespace(this.#whitespace.length);
    if (newlines > 0) this.#writeByte(droppedFormFeed ? "\f" : "\n", Math.min(newlines, MAX_NEWLINES));
  }

  #writeText(place: Place, text: string, literal: boolean): void {
    if (this.#lineStart) this.#writeIndent();
    const size = utf8Length(text);
    let newlines = 0;
    let lastNewline = -1;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit !== 0x0a && unit !== 0x0c) continue;
      newlines++;
      lastNewline = i;
    }
    this.#output.push(literal ? ESCAPE + text + ESCAPE : text);
    this.#offset = place.offset + size;
    this.#line = place.line + newlines;
    this.#lastLine = this.#line;
    if (newlines > 0) this.#lineStart = lastNewline === text.length - 1;
    else if (text !== "") this.#lineStart = false;
  }

  #writeIndent(): void {
    if (this.#indent === 0) return;
    this.#output.push("\t".repeat(this.#indent));
    this.#offset += this.#indent;
    this.#lineStart = false;
  }

  #writeByte(byte: " " | "\t" | "\v" | "\n" | "\f", count: number): void {
    if (this.#lineStart) this.#writeIndent();
    this.#output.push(byte.repeat(count));
    this.#offset += count;
    this.#lineStart = byte === "\n" || byte === "\f";
    if (this.#lineStart) this.#line += count;
  }

  /** Writes the first `count` entries of the whitespace that was held back. */
  #writeWhitespace(count: number): void {
    for (const one of this.#whitespace.slice(0, count)) {
      if (one === ">") this.#indent++;
      else if (one === "<") this.#indent--;
      else if (one !== "") this.#writeByte(one, 1);
    }
    this.#whitespace = this.#whitespace.slice(count);
  }
}
