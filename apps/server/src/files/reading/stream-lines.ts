/** Cuts what comes in pieces (a pipe, a connection) into lines, of which one that has no end yet is kept. */
import { type Cut, cutLines, LINE_BUFFER, lastLine } from "./lines.ts";
import { type TextEncoding, UTF_8 } from "./text-encoding.ts";

const NEWLINE = 0x0a;
/** What the beginning of a line is put into at first. Bytes. */
const MIN_ROOM = 1024;

export class StreamLines {
  readonly #encoding: TextEncoding;
  /** Holds the beginning of a line, as far as it is used. */
  #room: Buffer = Buffer.alloc(0);
  #used = 0;

  constructor(encoding: TextEncoding = UTF_8) {
    this.#encoding = encoding;
  }

  /** The lines that `piece` completes, in lists of a bounded length. The piece may be used again once all were taken. */
  *add(piece: Buffer): Generator<Cut> {
    let from = 0;
    while (from < piece.length) {
      if (this.#used > 0) {
        const newline = piece.indexOf(NEWLINE, from);
        const end = newline < 0 ? piece.length : newline + 1;
        const until = Math.min(end, from + LINE_BUFFER - this.#used);
        this.#keep(piece.subarray(from, until));
        from = until;
        for (;;) {
          const cut = cutLines(this.#room.subarray(0, this.#used), this.#encoding);
          if (cut.consumed === 0) break;
          this.#room.copyWithin(0, cut.consumed, this.#used);
          this.#used -= cut.consumed;
          yield cut;
        }
        continue;
      }
      const some = piece.subarray(from, from + LINE_BUFFER);
      const cut = cutLines(some, this.#encoding);
      if (cut.consumed === 0) {
        this.#keep(some);
        return;
      }
      from += cut.consumed;
      yield cut;
    }
  }

  #keep(bytes: Buffer): void {
    const length = this.#used + bytes.length;
    if (length > this.#room.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(MIN_ROOM, Math.min(LINE_BUFFER, 2 * length)));
      this.#room.copy(larger, 0, 0, this.#used);
      this.#room = larger;
    }
    bytes.copy(this.#room, this.#used);
    this.#used = length;
  }

  /** Bytes of the line that has no end yet. */
  get length(): number {
    return this.#used;
  }

  /** The line that has no end yet, as if it ended here; it stays. */
  peek(): string {
    return lastLine(this.#room.subarray(0, this.#used), this.#encoding);
  }

  /** The line that nobody will end; nothing where there is none. */
  end(): string | undefined {
    if (this.#used === 0) return undefined;
    const line = this.peek();
    this.#used = 0;
    return line;
  }
}
