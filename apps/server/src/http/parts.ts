/**
 * Bytes in the parts in which they came: to put together what is large takes as long as to receive it, and twice the memory.
 * What is small is put together, since each part takes memory of its own: a body can come byte by byte.
 */
export type ByteParts = readonly Buffer[];

export const lengthOf = (parts: ByteParts): number => parts.reduce((sum, { length }) => sum + length, 0);

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
