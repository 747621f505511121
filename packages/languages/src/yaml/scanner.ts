/**
 * Tokens of YAML 1.1, in the manner of libyaml, whose translation to Go `yaml.v3` is: indentation becomes tokens, and a key
 * gets its token afterwards, once it is recognized (a *simple key*: on one line, at most 1024 characters). Which mistake is
 * found first depends on how far the scanner reads ahead, so that is the same too.
 */

import { scanBlockScalar, scanPlain, scanQuoted } from "./scan-scalar.ts";
import { scanDirective, scanName, scanTag } from "./scan-tag.ts";
import { isBlank, isBlankOrEnd, isBreak, isBreakOrEnd, type Mark, type Source, SPACE, TAB } from "./source.ts";
import { scanError, type Token, type TokenKind, token } from "./token.ts";

interface SimpleKey {
  possible: boolean;
  required: boolean;
  tokenNumber: number;
  mark: Mark;
}

/** How far a key may reach. */
const MAX_KEY = 1024;
/** Tokens that are scanned beyond the next one. */
const LOOKAHEAD = 2;
/** How far to search for a comment after a token, and after another comment. */
const COMMENT_DISTANCE = 512;

const MINUS = 45;
const DOT = 46;
const INDICATORS: ReadonlySet<string> = new Set("-?:,[]{}#&*!|>'\"%@`");

export class Scanner {
  readonly #source: Source;
  readonly #tokens: Token[] = [];
  /** Place of the next token in the queue. */
  #head = 0;
  /** Tokens that were taken. */
  #taken = 0;
  #started = false;
  /** Column of the block around; -1 outside of all. */
  #indent = -1;
  readonly #indents: number[] = [];
  #flowLevel = 0;
  /** Whether a key may start here. */
  #keyAllowed = true;
  /** One for each level of flow collections. */
  readonly #keys: SimpleKey[];
  /** The level whose key a token may start. */
  readonly #levelByToken = new Map<number, number>();

  constructor(source: Source) {
    this.#source = source;
    this.#keys = [{ possible: false, required: false, tokenNumber: 0, mark: source.mark }];
  }

  /** The next token, which stays. Throws `YamlError`. */
  peek(): Token {
    for (;;) {
      if (this.#head < this.#tokens.length - LOOKAHEAD) {
        // What may still become a key has to be decided first.
        const level = this.#levelByToken.get(this.#taken);
        const key = level === undefined ? undefined : this.#keys[level];
        if (!key || !this.#isValid(key)) return this.#tokens[this.#head]!;
      }
      this.#scanNext();
    }
  }

  /** Takes the token that `peek` gave. */
  skip(): void {
    this.#head++;
    this.#taken++;
    if (this.#head < 1024) return;
    this.#tokens.splice(0, this.#head);
    this.#head = 0;
  }

  #add(kind: TokenKind, start: Mark): void {
    this.#tokens.push(token(kind, start));
  }

  #scanNext(): void {
    const source = this.#source;
    if (!this.#started) {
      this.#started = true;
      this.#add("stream-start", source.mark);
      return;
    }
    const before = source.mark;
    this.#passBlanks();
    this.#unroll(source.column, before);
    const unit = source.unit();
    if (unit === 0) {
      source.endLine();
      this.#unroll(-1, source.mark);
      this.#dropKey();
      this.#keyAllowed = false;
      this.#add("stream-end", source.mark);
    } else if (source.column === 0 && unit === 0x25) {
      this.#unroll(-1, source.mark);
      this.#dropKey();
      this.#keyAllowed = false;
      this.#tokens.push(scanDirective(source));
    } else if (source.isDocumentIndicator(MINUS)) this.#fetchDocumentIndicator("document-start");
    else if (source.isDocumentIndicator(DOT)) this.#fetchDocumentIndicator("document-end");
    else {
      this.#fetchContent(String.fromCharCode(unit));
      // A comment behind a token may follow it at once, and behind any blanks; behind `-` it is another's.
      if (this.#tokens.at(-1)!.kind !== "block-entry" && source.newlines === 0) this.#passLineComment();
    }
  }

  #fetchContent(character: string): void {
    const source = this.#source;
    const inFlow = this.#flowLevel > 0;
    const alone = isBlankOrEnd(source.unit(1));
    switch (character) {
      case "[":
        this.#openFlow("flow-sequence-start");
        return;
      case "{":
        this.#openFlow("flow-mapping-start");
        return;
      case "]":
        this.#closeFlow("flow-sequence-end");
        return;
      case "}":
        this.#closeFlow("flow-mapping-end");
        return;
      case ",":
        this.#dropKey();
        this.#keyAllowed = true;
        this.#fetchIndicator("flow-entry");
        return;
      case "-":
        if (alone) {
          this.#fetchBlockEntry();
          return;
        }
        break;
      case "?":
        if (inFlow || alone) {
          this.#fetchKey();
          return;
        }
        break;
      case ":":
        if (inFlow || alone) {
          this.#fetchValue();
          return;
        }
        break;
      case "*":
      case "&":
        this.#saveKey();
        this.#keyAllowed = false;
        this.#tokens.push(scanName(source, character === "*" ? "alias" : "anchor"));
        return;
      case "!":
        this.#saveKey();
        this.#keyAllowed = false;
        this.#tokens.push(scanTag(source));
        return;
      case "|":
      case ">":
        if (!inFlow) {
          this.#fetchBlockScalar();
          return;
        }
        break;
      case "'":
      case '"': {
        this.#saveKey();
        this.#keyAllowed = false;
        const start = source.mark;
        this.#tokens.push(token("scalar", start, scanQuoted(source)));
        return;
      }
    }
    const second = source.unit(1);
    const plain =
      character === "-"
        ? !isBlank(second)
        : character === "?" || character === ":"
          ? !inFlow && !isBlankOrEnd(second)
          : !INDICATORS.has(character) && !isBlankOrEnd(source.unit());
    if (!plain) throw scanError(source, source.mark, "found character that cannot start any token");
    this.#fetchPlain();
  }

  // ---- Blanks and comments ----

  /** Continues to the next token. Tabs count as blanks only where no key may start. */
  #passBlanks(): void {
    const source = this.#source;
    for (;;) {
      for (;;) {
        const unit = source.unit();
        if (unit !== SPACE && (unit !== TAB || (this.#flowLevel === 0 && this.#keyAllowed))) break;
        source.skip();
      }
      if (source.unit() === 0x23) this.#passComments();
      if (!isBreak(source.unit())) return;
      source.takeBreak();
      if (this.#flowLevel === 0) this.#keyAllowed = true;
    }
  }

  #passComment(): void {
    while (!isBreakOrEnd(this.#source.unit())) this.#source.skip();
  }

  /** Passes a comment and those after it, whatever blanks they are indented with. */
  #passComments(): void {
    const source = this.#source;
    for (;;) {
      this.#passComment();
      // The break that ends it is not read, so that one of several bytes ends the comments.
      const wide = source.unit() > 0x7f;
      let ahead = 1;
      while (!wide && ahead < COMMENT_DISTANCE && isBlankOrLineEnd(source.unit(ahead))) ahead++;
      if (wide || ahead === COMMENT_DISTANCE || source.unit(ahead) !== 0x23) return;
      for (const end = source.index + ahead; source.index < end; )
        if (isBreak(source.unit())) source.takeBreak();
        else source.skip();
    }
  }

  #passLineComment(): void {
    const source = this.#source;
    let ahead = 0;
    while (ahead < COMMENT_DISTANCE && isBlank(source.unit(ahead))) ahead++;
    if (ahead < COMMENT_DISTANCE && source.unit(ahead) === 0x23) this.#passComment();
  }

  // ---- Keys and indentation ----

  #isValid(key: SimpleKey): boolean {
    if (!key.possible) return false;
    if (key.mark.line >= this.#source.line && key.mark.index + MAX_KEY >= this.#source.index) return true;
    this.#refuseRequired(key);
    key.possible = false;
    return false;
  }

  #refuseRequired(key: SimpleKey): void {
    if (key.required) throw scanError(this.#source, key.mark, "could not find expected ':'");
  }

  /** Number of the token that is added next. */
  get #nextNumber(): number {
    return this.#taken + this.#tokens.length - this.#head;
  }

  /** What starts here may become a key. */
  #saveKey(): void {
    if (!this.#keyAllowed) return;
    const required = this.#flowLevel === 0 && this.#indent === this.#source.column;
    const tokenNumber = this.#nextNumber;
    this.#dropKey();
    this.#keys[this.#keys.length - 1] = { possible: true, required, tokenNumber, mark: this.#source.mark };
    this.#levelByToken.set(tokenNumber, this.#keys.length - 1);
  }

  #dropKey(): void {
    const key = this.#keys.at(-1)!;
    if (!key.possible) return;
    this.#refuseRequired(key);
    key.possible = false;
    this.#levelByToken.delete(key.tokenNumber);
  }

  /** Adds a token before the one with this number; if that was taken already, at the end. */
  #insert(kind: TokenKind, mark: Mark, number: number): void {
    const at = number < this.#taken ? this.#tokens.length : this.#head + number - this.#taken;
    this.#tokens.splice(at, 0, token(kind, mark));
  }

  /** Opens a block at `column` if that is further in; its token goes before the one with the number. */
  #roll(column: number, kind: TokenKind, mark: Mark, number = this.#nextNumber): void {
    if (this.#flowLevel > 0 || this.#indent >= column) return;
    this.#indents.push(this.#indent);
    this.#indent = column;
    this.#insert(kind, mark, number);
  }

  /** Closes the blocks that are further in than `column`. */
  #unroll(column: number, mark: Mark): void {
    if (this.#flowLevel > 0) return;
    for (; this.#indent > column; this.#indent = this.#indents.pop()!) this.#add("block-end", mark);
  }

  // ---- Tokens ----

  #fetchIndicator(kind: TokenKind): void {
    this.#add(kind, this.#source.mark);
    this.#source.skip();
  }

  #fetchDocumentIndicator(kind: TokenKind): void {
    this.#unroll(-1, this.#source.mark);
    this.#dropKey();
    this.#keyAllowed = false;
    this.#fetchIndicator(kind);
    this.#source.skip();
    this.#source.skip();
  }

  #openFlow(kind: TokenKind): void {
    this.#saveKey();
    this.#keys.push({ possible: false, required: false, tokenNumber: this.#nextNumber, mark: this.#source.mark });
    this.#flowLevel++;
    this.#keyAllowed = true;
    this.#fetchIndicator(kind);
  }

  #closeFlow(kind: TokenKind): void {
    this.#dropKey();
    if (this.#flowLevel > 0) {
      this.#flowLevel--;
      this.#levelByToken.delete(this.#keys.pop()!.tokenNumber);
    }
    this.#keyAllowed = false;
    this.#fetchIndicator(kind);
  }

  #fetchBlockEntry(): void {
    const { mark, column } = this.#source;
    if (this.#flowLevel === 0) {
      if (!this.#keyAllowed)
        throw scanError(this.#source, mark, "block sequence entries are not allowed in this context");
      this.#roll(column, "block-sequence-start", mark);
    }
    this.#dropKey();
    this.#keyAllowed = true;
    this.#fetchIndicator("block-entry");
  }

  #fetchKey(): void {
    const { mark, column } = this.#source;
    if (this.#flowLevel === 0) {
      if (!this.#keyAllowed) throw scanError(this.#source, mark, "mapping keys are not allowed in this context");
      this.#roll(column, "block-mapping-start", mark);
    }
    this.#dropKey();
    this.#keyAllowed = this.#flowLevel === 0;
    this.#fetchIndicator("key");
  }

  #fetchValue(): void {
    const key = this.#keys.at(-1)!;
    if (this.#isValid(key)) {
      this.#insert("key", key.mark, key.tokenNumber);
      this.#roll(key.mark.column, "block-mapping-start", key.mark, key.tokenNumber);
      key.possible = false;
      this.#levelByToken.delete(key.tokenNumber);
      this.#keyAllowed = false;
    } else {
      const { mark, column } = this.#source;
      if (this.#flowLevel === 0) {
        if (!this.#keyAllowed) throw scanError(this.#source, mark, "mapping values are not allowed in this context");
        this.#roll(column, "block-mapping-start", mark);
      }
      this.#keyAllowed = this.#flowLevel === 0;
    }
    this.#fetchIndicator("value");
  }

  #fetchBlockScalar(): void {
    this.#dropKey();
    this.#keyAllowed = true;
    const start = this.#source.mark;
    this.#tokens.push(token("scalar", start, scanBlockScalar(this.#source, this.#indent)));
  }

  #fetchPlain(): void {
    this.#saveKey();
    this.#keyAllowed = false;
    const start = this.#source.mark;
    const { text, broken } = scanPlain(this.#source, this.#indent, this.#flowLevel > 0);
    this.#tokens.push(token("scalar", start, text, "", true));
    if (broken) this.#keyAllowed = true;
  }
}

/** A blank, or a line break of one byte. */
const isBlankOrLineEnd = (unit: number): boolean => isBlank(unit) || unit === 10 || unit === 13;
