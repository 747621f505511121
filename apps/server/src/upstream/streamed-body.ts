/**
 * Bodies of requests. A streamed one is read as fast as its server takes it, so that no more of it is in memory than lies
 * between the two; it can be sent once, and no redirect repeats it.
 */
import type { Readable, Writable } from "node:stream";

/** In parts, so that nothing has to be copied to be one, or streamed. */
export type OutgoingBody = readonly Uint8Array[] | StreamedBody;

const END = "0\r\n\r\n";

export class StreamedBody {
  readonly #source: Readable;
  /** Bytes, where they are known; otherwise it is sent in chunks. */
  readonly length: number | undefined;
  #to: Writable | undefined;
  #bytes = 0;
  /** All of it was handed over to be sent. */
  whole = false;

  /** What breaks off before its end has to be given up by whoever sends it. */
  constructor(source: Readable, length: number | undefined) {
    this.#source = source;
    this.length = length;
  }

  /** Bytes that were read of it. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Sends it, after what was written before. */
  pour(to: Writable): void {
    this.#to = to;
    to.on("drain", this.#goOn);
    this.#source.on("data", this.#take).on("end", this.#end);
    this.#source.resume();
  }

  readonly #goOn = () => void this.#source.resume();

  readonly #take = (piece: Buffer): void => {
    const to = this.#to!;
    this.#bytes += piece.length;
    // A client chooses how small pieces are: those of one turn are sent together.
    to.cork();
    process.nextTick(() => to.uncork());
    if (this.length === undefined) to.write(`${piece.length.toString(16)}\r\n`);
    to.write(piece);
    if (this.length === undefined) to.write("\r\n");
    if (to.writableNeedDrain) this.#source.pause();
  };

  readonly #end = (): void => {
    if (this.length === undefined) this.#to!.write(END);
    this.whole = true;
    this.stop();
  };

  /** Reads no more of it. */
  stop(): void {
    const to = this.#to;
    if (to === undefined) return;
    this.#to = undefined;
    to.off("drain", this.#goOn);
    this.#source.off("data", this.#take).off("end", this.#end);
    if (!this.whole) this.#source.pause();
  }
}
