/**
 * The limits that Go puts on a pattern while parsing: height of the tree, instructions of the compiled form, code
 * points in classes. Cheap bounds come first; exact figures are kept only for patterns that come near.
 */
import { type MutableNode, Op } from "./ast.ts";
import { RegexSyntaxError } from "./syntax-error.ts";

export const MAX_HEIGHT = 1000;
/** Instructions: 128 MiB of 40 bytes each. */
export const MAX_SIZE = Math.floor((128 * 1024 * 1024) / 40);
/** Code points: 128 MiB of 4 bytes each. */
export const MAX_RUNES = (128 * 1024 * 1024) / 4;

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
  if (node.size > 0) return node.size;
  let size = 0;
  const first = () => sizeOf(node.sub[0]!);
  switch (node.op) {
    case Op.Literal:
      size = node.runes.length;
      break;
    case Op.Capture:
    case Op.Star:
      size = 2 + first();
      break;
    case Op.Plus:
    case Op.Quest:
      size = 1 + first();
      break;
    case Op.Concat:
    case Op.Alternate:
      for (const sub of node.sub) size += sizeOf(sub);
      if (node.op === Op.Alternate && node.sub.length > 1) size += node.sub.length - 1;
      break;
    case Op.Repeat:
      if (node.max === -1) size = node.min === 0 ? 2 + first() : 1 + node.min * first();
      else size = node.max * first() + (node.max - node.min);
      break;
  }
  node.size = Math.max(1, size);
  return node.size;
}
