/** The bits of a bzip2 file, the highest of each byte first, from pieces. */

/** `cut`: it breaks off. */
export class Bzip2Error extends Error {
  readonly kind: "damaged" | "cut";

  constructor(kind: "damaged" | "cut", message: string) {
    super(message);
    this.kind = kind;
  }
}

export const damaged = (message: string): Bzip2Error => new Bzip2Error("damaged", message);

export class Bzip2Bits {
  #bytes: Uint8Array = new Uint8Array(0);
  #at = 0;
  #ended = false;
  /** The last `#count` bits of it are the next ones. */
  #held = 0;
  #count = 0;
  /** Bits of what is held that come after the end. */
  #beyond = 0;

  /** The next piece; undefined at the end. */
  add(piece: Uint8Array | undefined): void {
    if (piece === undefined) {
      this.#ended = true;
      return;
    }
    const rest = this.#bytes.subarray(this.#at);
    this.#bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    this.#at = 0;
  }

  /** Whether fewer bytes than these are there, and more may come. */
  wantsInput(bytes: number): boolean {
    return !this.#ended && this.#bytes.length - this.#at < bytes;
  }

  /** Nothing is left, and nothing comes any more. */
  get isEmpty(): boolean {
    return this.#ended && this.#at === this.#bytes.length && this.#count <= this.#beyond;
  }

  /** The next bits, at most 24. Throws where there are none. */
  read(bits: number): number {
    const value = this.peek(bits);
    this.skip(bits);
    return value;
  }

  /** The next bits without going on, at most 24; after the end they are zero. */
  peek(bits: number): number {
    while (this.#count < bits) {
      if (this.#at < this.#bytes.length) this.#held = (this.#held << 8) | this.#bytes[this.#at++]!;
      else {
        this.#held <<= 8;
        this.#beyond += 8;
      }
      this.#count += 8;
    }
    return (this.#held >>> (this.#count - bits)) & ((1 << bits) - 1);
  }

  skip(bits: number): void {
    this.#count -= bits;
    if (this.#count < this.#beyond) throw new Bzip2Error("cut", "it breaks off");
  }

  /** To the beginning of a byte. */
  align(): void {
    this.#count -= this.#count % 8;
  }
}
