import { lengthOf } from "../platform/length-of.ts";

/**
 * Bytes in the parts in which they came: to put together what is large takes as long as to receive it, and twice the memory.
 * What is small is put together, since each part takes memory of its own: a body can come byte by byte.
 */
export type ByteParts = readonly Buffer[];

/** Reads through parts as if they were one piece, from their beginning on. */
export class PartsCursor {
  readonly #parts: ByteParts;
  #index = 0;
  #part: Buffer;
  /** Where the current part begins and ends in all of them. */
  #start = 0;
  #end: number;
  readonly length: number;
  /** The next byte. May be set to what comes later. */
  at = 0;

  constructor(parts: ByteParts) {
    this.#parts = parts;
    this.#part = parts[0] ?? NOTHING;
    this.#end = this.#part.length;
    this.length = lengthOf(parts);
  }

  /** There has to be one. */
  byte(): number {
    if (this.at >= this.#end) this.#follow();
    return this.#part[this.at++ - this.#start]!;
  }

  /** What is left of the part in which the next byte is. */
  rest(): Buffer {
    if (this.at >= this.#end) this.#follow();
    return this.#part.subarray(this.at - this.#start);
  }

  #follow(): void {
    while (this.at >= this.#end && this.#index + 1 < this.#parts.length) {
      this.#part = this.#parts[++this.#index]!;
      this.#start = this.#end;
      this.#end += this.#part.length;
    }
  }

  /** What comes before `end`, without a copy. */
  take(end: number): ByteParts {
    const taken: Buffer[] = [];
    while (this.at < end) {
      if (this.at >= this.#end) this.#follow();
      const until = Math.min(end, this.#end);
      taken.push(this.#part.subarray(this.at - this.#start, until - this.#start));
      this.at = until;
    }
    return taken;
  }
}

const NOTHING = Buffer.alloc(0);

/** Bytes from which on a piece is a part by itself. */
export const MIN_PART = 16 * 1024;
/** What small pieces are put into at first. Bytes. */
const MIN_BLOCK = 1024;

export class PartsCollector {
  readonly #parts: Buffer[] = [];
  /** Holds the last pieces, as far as it is used. */
  #block: Buffer | undefined;
  #used = 0;

  add(piece: Buffer): void {
    if (piece.length >= MIN_PART) {
      this.#cut();
      this.#parts.push(piece);
      return;
    }
    if (this.#block === undefined) {
      // Perhaps nothing follows.
      this.#block = piece;
      this.#used = piece.length;
      return;
    }
    if (this.#used + piece.length > this.#block.length) this.#makeRoom(piece.length);
    this.#used += piece.copy(this.#block, this.#used);
  }

  #makeRoom(length: number): void {
    if (this.#used >= MIN_PART) this.#cut();
    const before = this.#block;
    // Twice as large each time, so that nothing is copied often.
    this.#block = Buffer.allocUnsafeSlow(Math.max(MIN_BLOCK, 2 * (this.#used + length)));
    before?.copy(this.#block, 0, 0, this.#used);
  }

  #cut(): void {
    if (this.#block !== undefined) this.#parts.push(this.#block.subarray(0, this.#used));
    this.#block = undefined;
    this.#used = 0;
  }

  /** Everything that was added. */
  take(): ByteParts {
    this.#cut();
    return this.#parts.splice(0);
  }
}
