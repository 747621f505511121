/**
 * The limits on a pattern while parsing: height of the tree and instructions of the compiled form as Go has them, and
 * bounds of classes (Go's limit is 64 times higher, and reaching it would take minutes here). Cheap bounds come first;
 * exact figures are kept only for patterns that come near.
 */
import { type MutableNode, Op, type RegexNode } from "./ast.ts";
import { RegexSyntaxError } from "./syntax-error.ts";

export const MAX_HEIGHT = 1000;
/** Instructions: 128 MiB of 40 bytes each. */
const MAX_SIZE = Math.floor((128 * 1024 * 1024) / 40);
/** Bounds of classes and characters of literals together: some 400 times `\pL`. */
const MAX_RUNES = 2 ** 19;

/** Watches one parse. */
export class SizeGuard {
  readonly #pattern: string;
  #nodes = 0;
  #runes = 0;
  #repeats = 1;
  #tracksSize = false;
  #tracksHeight = false;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  countNode(): void {
    this.#nodes += 1;
  }

  /** Bounds of classes and characters of literals so far. */
  get runes(): number {
    return this.#runes;
  }

  countRunes(count: number): void {
    this.#runes += count;
  }

  /** Refuses `node` when it makes the pattern too large or too deep. `stack` is what is pending besides it. */
  check(node: MutableNode, stack: readonly MutableNode[]): void {
    if (this.#runes > MAX_RUNES) throw this.#refuse("expression too large");
    this.#checkSize(node, stack);
    this.#checkHeight(node, stack);
  }

  #refuse(code: string): RegexSyntaxError {
    return new RegexSyntaxError(code, this.#pattern, 0, this.#pattern.length);
  }

  #checkSize(node: MutableNode, stack: readonly MutableNode[]): void {
    if (!this.#tracksSize) {
      if (node.op === Op.Repeat) {
        const n = Math.max(1, node.max === -1 ? node.min : node.max);
        this.#repeats = n > Math.floor(MAX_SIZE / this.#repeats) ? MAX_SIZE : this.#repeats * n;
      }
      if (this.#nodes < Math.floor(MAX_SIZE / this.#repeats)) return;
      this.#tracksSize = true;
      for (const pending of stack) this.#checkSize(pending, []);
    }
    node.size = 0;
    if (sizeOf(node) > MAX_SIZE) throw this.#refuse("expression too large");
  }

  #checkHeight(node: MutableNode, stack: readonly MutableNode[]): void {
    if (this.#nodes < MAX_HEIGHT) return;
    if (!this.#tracksHeight) {
      this.#tracksHeight = true;
      for (const pending of stack) this.#checkHeight(pending, []);
    }
    node.height = 0;
    if (heightOf(node) > MAX_HEIGHT) throw this.#refuse("expression nests too deeply");
  }
}

function heightOf(node: MutableNode): number {
  if (node.height > 0) return node.height;
  let height = 1;
  for (const sub of node.sub) height = Math.max(height, 1 + heightOf(sub));
  node.height = height;
  return height;
}

function sizeOf(node: MutableNode): number {
  if (node.size === 0) node.size = combineSizes(node, node.sub.map(sizeOf));
  return node.size;
}

/** Instructions that the compiled form of a tree has, about. */
export function countInstructions(node: RegexNode): number {
  return combineSizes(node, node.sub.map(countInstructions));
}

function combineSizes(node: RegexNode, subs: readonly number[]): number {
  let size = 0;
  const body = subs[0] ?? 0;
  switch (node.op) {
    case Op.Literal:
      size = node.runes.length;
      break;
    case Op.Capture:
    case Op.Star:
      size = 2 + body;
      break;
    case Op.Plus:
    case Op.Quest:
      size = 1 + body;
      break;
    case Op.Concat:
    case Op.Alternate:
      for (const sub of subs) size += sub;
      if (node.op === Op.Alternate && node.sub.length > 1) size += node.sub.length - 1;
      break;
    case Op.Repeat:
      if (node.max === -1) size = node.min === 0 ? 2 + body : 1 + node.min * body;
      else size = node.max * body + (node.max - node.min);
      break;
  }
  return Math.max(1, size);
}
