/** A pattern as it grows: its constant tokens, and the parts that vary. */
import { detach } from "@sluice/languages/base";
import { type Memory, Part } from "./part.ts";
import type { PartKind, TokenKind, Tokens } from "./tokens.ts";

/** The kind of the part that a token of each kind is or becomes. */
const PART_KINDS: Readonly<Record<TokenKind, PartKind>> = {
  text: "word",
  mark: "word",
  name: "id",
  quoted: "quoted",
  number: "number",
  time: "time",
  id: "id",
  address: "address",
  path: "path",
  url: "url",
  duration: "duration",
  size: "size",
  word: "word",
};
/** Kinds that stay constant until another text stands at their place. */
const CONSTANT: ReadonlySet<TokenKind> = new Set(["text", "mark", "name", "quoted"]);

export class Cluster {
  readonly texts: string[];
  readonly kinds: TokenKind[];
  readonly gaps: string[];
  /** By token; undefined where it is constant. */
  readonly parts: (Part | undefined)[];
  readonly #memory: Memory;
  /** In the order in which patterns were found. */
  readonly number: number;
  count = 0;
  lines = 0;
  bytes = 0;
  /** Indexes of lines. */
  readonly first: number;
  last: number;
  readonly example: string;

  constructor(number: number, tokens: Tokens, line: number, example: string, memory: Memory) {
    this.number = number;
    const { count } = tokens;
    this.texts = tokens.texts.slice(0, count).map(detach);
    this.kinds = tokens.kinds.slice(0, count);
    this.gaps = tokens.gaps.slice(0, count).map(detach);
    this.parts = this.kinds.map((kind) => (CONSTANT.has(kind) ? undefined : new Part(PART_KINDS[kind], memory)));
    this.#memory = memory;
    this.first = line;
    this.last = line;
    this.example = example;
  }

  /**
   * How much of the constant words is the same, from 0 to 1. What varies on both sides says nothing, and marks are equal already.
   */
  similarity({ texts, kinds }: Tokens): number {
    let same = 0;
    let all = 0;
    for (let i = 0; i < this.kinds.length; i++) {
      const kind = kinds[i]!;
      if (kind === "mark") continue;
      const constant = this.parts[i] === undefined;
      if (constant && texts[i] === this.texts[i]) {
        same++;
        all++;
      } else if (isDifference(kind, this.kinds[i]!, constant)) all++;
    }
    return all === 0 ? 1 : same / all;
  }

  /** Takes the entry in: constant tokens that differ from it begin to vary. */
  add(tokens: Tokens, line: number): void {
    for (let i = 0; i < this.kinds.length; i++) {
      const kind = tokens.kinds[i]!;
      if (kind === "mark") continue;
      let part = this.parts[i];
      const text = tokens.texts[i]!;
      if (part === undefined) {
        if (text === this.texts[i]) continue;
        part = new Part(PART_KINDS[this.kinds[i]!], this.#memory);
        part.add(this.texts[i]!, part.kind);
        this.parts[i] = part;
      }
      part.add(text, PART_KINDS[kind]);
    }
    this.count++;
    this.last = line;
  }

  /** What its parts are in the entry; undefined where that is none of its own. */
  valuesIn({ count, texts }: Tokens): string[] | undefined {
    if (count !== this.kinds.length) return undefined;
    const values: string[] = [];
    for (let i = 0; i < count; i++) {
      if (this.parts[i] !== undefined) values.push(texts[i]!);
      else if (texts[i] !== this.texts[i]) return undefined;
    }
    return values;
  }
}

/** A word against a value of some form is a difference, as are two constant words; a word where words vary is none. */
function isDifference(given: TokenKind, own: TokenKind, constant: boolean): boolean {
  if (given === "text") return constant || own !== "text";
  return constant && own === "text";
}
