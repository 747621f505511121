/** Text of an answer as it is made: bytes of UTF-8, never more than a limit. */
import { Interruption } from "@sluice/engine";

/** The answer would be larger than its limit: the run that makes it ends. */
export class AnswerTooLarge extends Interruption {
  constructor() {
    super("the answer would be too large");
  }
}

/** Pieces in which an answer is passed on. */
const PART = 1024 * 1024;

export class AnswerText {
  readonly #limit: number;
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Counts `bytes` that will be a part of the answer. Throws `AnswerTooLarge`. */
  #count(bytes: number): void {
    this.#size += bytes;
    if (this.#size > this.#limit) throw new AnswerTooLarge();
  }

  /** `texts`, one after the other, as bytes. */
  encode(texts: Iterable<string>): Buffer {
    let joined = "";
    for (const text of texts) {
      // No character is less than a byte.
      if (this.#size + joined.length + text.length > this.#limit) throw new AnswerTooLarge();
      joined += text;
    }
    const bytes = Buffer.from(joined);
    this.#count(bytes.length);
    return bytes;
  }
}

/** The same bytes in pieces of one size. */
export function inParts(pieces: Iterable<Uint8Array>): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let open: Uint8Array[] = [];
  let size = 0;
  const close = () => {
    if (size > 0) parts.push(Buffer.concat(open, size));
    open = [];
    size = 0;
  };
  for (const piece of pieces) {
    for (let from = 0; from < piece.length; ) {
      const some = piece.subarray(from, from + PART - size);
      open.push(some);
      size += some.length;
      from += some.length;
      if (size === PART) close();
    }
  }
  close();
  return parts;
}
