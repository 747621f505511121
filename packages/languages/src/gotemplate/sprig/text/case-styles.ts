/**
 * `snakecase`, `kebabcase` and `camelcase` (github.com/huandu/xstrings 1.5, whose `camelcase` is Pascal case), which
 * have their own idea of words. U+FFFD, and so every invalid byte, belongs to the word before it.
 */

import { isGoSpace } from "../../../govalue/space.ts";
import type { TemplateFunction } from "../../functions.ts";
import { lowerRune, upperRune } from "../../runes.ts";
import { defineByCharacter } from "./by-character.ts";
import { runesOf } from "./byte-text.ts";

const UPPER = /^\p{Lu}$/u;
const LETTER = /^\p{L}$/u;
const NUMBER = /^\p{N}$/u;
const PUNCTUATION = /^\p{P}$/u;
/** U+FFFD and raw bytes. */
const INVALID = /^[\ufffd\udc80-\udcff]$/u;

const isUpper = (char: string): boolean => UPPER.test(char);
const isNumber = (char: string): boolean => NUMBER.test(char);
const isPunctuation = (char: string): boolean => PUNCTUATION.test(char);
const isConnector = (char: string): boolean => char === "-" || char === "_" || isGoSpace(char.charCodeAt(0));

/** Letters other than the common Chinese characters. */
function isAlphabet(char: string): boolean {
  if (!LETTER.test(char)) return false;
  const code = char.codePointAt(0) ?? 0;
  const isChinese =
    (code >= 0x4e00 && code <= 0x9fcc) || (code >= 0x3400 && code <= 0x4d85) || (code >= 0x20000 && code <= 0x2b81d);
  return !isChinese;
}

type WordKind = "invalid" | "number" | "upper" | "alphabet" | "connector" | "punctuation" | "other";

/** Splits a text into words, one at a time. */
class WordReader {
  readonly #chars: readonly string[];
  #at = 0;
  kind: WordKind = "invalid";
  word: readonly string[] = [];

  constructor(text: string) {
    this.#chars = [...text];
    this.next();
  }

  get atEnd(): boolean {
    return this.#at >= this.#chars.length;
  }

  /** Reads the next word and gives its kind; `invalid` at the end. */
  next(): WordKind {
    const start = this.#at;
    const first = this.#validFrom(start);
    if (first === undefined) {
      this.kind = "invalid";
      this.#at = this.#chars.length;
    } else {
      const char = this.#chars[first]!;
      this.#at = first + 1;
      if (isConnector(char)) this.#takeWhile("connector", isConnector);
      else if (isPunctuation(char)) this.#takeWhile("punctuation", isPunctuation);
      else if (isUpper(char)) this.#takeUpper();
      else if (isAlphabet(char)) this.#takeWhile("alphabet", isSmallLetter);
      else if (isNumber(char)) this.#takeWhile("number", isNumber);
      else this.#takeWhile("other", isOther);
    }
    this.word = this.#chars.slice(start, this.#at);
    return this.kind;
  }

  /** The next valid character's place at or after `from`. */
  #validFrom(from: number): number | undefined {
    for (let i = from; i < this.#chars.length; i++) if (!INVALID.test(this.#chars[i]!)) return i;
    return undefined;
  }

  /** Continues while the next valid character is of the kind; invalid ones before it, or at the end, go along. */
  #takeWhile(kind: WordKind, test: (char: string) => boolean): void {
    this.kind = kind;
    while (!this.atEnd) {
      const next = this.#validFrom(this.#at);
      if (next !== undefined && !test(this.#chars[next]!)) return;
      this.#at = next === undefined ? this.#chars.length : next + 1;
    }
  }

  /** `HTTPServer` is `HTTP`, `Server`; a capital followed by small letters is one word. */
  #takeUpper(): void {
    this.kind = "upper";
    if (this.atEnd) return;
    const second = this.#validFrom(this.#at);
    const char = second === undefined ? undefined : this.#chars[second]!;
    if (char !== undefined && !isUpper(char)) {
      if (isAlphabet(char)) {
        this.#takeWhile("upper", isSmallLetter);
      }
      return;
    }
    const before = this.#at;
    let last = before;
    while (!this.atEnd) {
      const next = this.#validFrom(this.#at);
      if (next !== undefined && !isUpper(this.#chars[next]!)) {
        // The last capital begins the next word.
        if (isAlphabet(this.#chars[next]!)) this.#at = last;
        return;
      }
      last = this.#at;
      this.#at = next === undefined ? this.#chars.length : next + 1;
    }
  }
}

const isSmallLetter = (char: string): boolean => isAlphabet(char) && !isUpper(char);
const isOther = (char: string): boolean =>
  !isConnector(char) && !isAlphabet(char) && !isNumber(char) && !isPunctuation(char);

function toLowerStyle(text: string, connector: string): string {
  if (text === "") return "";
  let out = "";
  const reader = new WordReader(text);
  const write = (kind: WordKind, word: readonly string[]): void => {
    if (kind !== "upper" && kind !== "connector") out += word.join("");
    else
      for (const char of runesOf(word.join("")))
        out += isConnector(char) ? connector : isUpper(char) ? lowerRune(char) : char;
  };
  const writeCurrent = (): void => write(reader.kind, reader.word);
  const startsWord = (): boolean => reader.kind !== "connector" && reader.kind !== "punctuation";
  const takeAlphanumeric = (): void => {
    while (reader.kind === "alphabet" || reader.kind === "number") {
      writeCurrent();
      reader.next();
    }
    if (reader.kind !== "invalid" && startsWord()) out += connector;
  };

  while (!reader.atEnd) {
    if (reader.kind !== "connector") writeCurrent();
    const { kind, word } = reader;
    reader.next();
    if (kind === "number") takeAlphanumeric();
    else if (kind === "connector") write(kind, word);
    else if (kind !== "punctuation") {
      if (reader.kind !== "number") {
        if (startsWord()) out += connector;
      } else if (!reader.atEnd) {
        const digits = reader.word;
        if (reader.next() !== "alphabet") {
          write("number", digits);
          if (startsWord()) out += connector;
        } else {
          out += connector;
          write("number", digits);
          takeAlphanumeric();
        }
      }
    }
  }
  writeCurrent();
  return out;
}

/** `first_word` and `firstWord` become `FirstWord`; connectors at the start stay. */
function toPascalCase(text: string): string {
  const chars = runesOf(text);
  let out = "";
  let current = "";
  let i = 0;
  let wordIsUpper = false;
  while (i < chars.length) {
    current = chars[i++]!;
    if (!isConnector(current)) {
      wordIsUpper = isUpper(current);
      current = upperRune(current);
      break;
    }
    out += current;
  }
  // A text of connectors alone gets its last one twice, as in the original.
  if (i >= chars.length) return out + current;
  while (i < chars.length) {
    const previous = current;
    current = chars[i++]!;
    if (isConnector(current) && isConnector(previous)) {
      out += previous;
      continue;
    }
    if (isConnector(previous)) {
      wordIsUpper = isUpper(current);
      current = upperRune(current);
      continue;
    }
    if (wordIsUpper) {
      if (isUpper(current)) current = lowerRune(current);
      else wordIsUpper = false;
    }
    out += previous;
  }
  return out + current;
}

export const CASE_STYLE_FUNCTIONS: readonly TemplateFunction[] = [
  defineByCharacter({
    name: "snakecase",
    doc: "The words of the text in lower case with underscores between them.",
    example: { call: 'snakecase "FirstHTTPRequest"', gives: "first_http_request" },
    perUnit: 4,
    call: (text) => toLowerStyle(text, "_"),
  }),
  defineByCharacter({
    name: "kebabcase",
    doc: "The words of the text in lower case with hyphens between them.",
    example: { call: 'kebabcase "FirstHTTPRequest"', gives: "first-http-request" },
    perUnit: 4,
    call: (text) => toLowerStyle(text, "-"),
  }),
  defineByCharacter({
    name: "camelcase",
    doc: "The words of the text joined, each with a capital at its start.",
    example: { call: 'camelcase "http_server_name"', gives: "HttpServerName" },
    perUnit: 4,
    call: toPascalCase,
  }),
];
