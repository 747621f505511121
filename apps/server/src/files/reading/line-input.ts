/**
 * Standard input, as lines that one component at a time takes. What was read and not taken stays for the next one, so that
 * a component can be replaced without a line being lost or cut.
 */
import type { Readable } from "node:stream";
import type { LineSource } from "../../core/line-source.ts";
import type { Cut } from "./lines.ts";
import { StreamLines } from "./stream-lines.ts";

const NONE: Cut = { lines: [], ends: [], consumed: 0, split: false, full: false, malformed: 0 };

export class LineInput implements LineSource {
  readonly #open: () => Readable;
  #stream: Readable | undefined;
  readonly #lines = new StreamLines();
  /** What is left of the piece that was read last. */
  #cuts: Iterator<Cut> | undefined;
  #reader: string | undefined;
  #notify = () => {};
  #ended = false;
  #error: string | undefined;

  /** `open` is called when the first reader comes. */
  constructor(open: () => Readable) {
    this.#open = open;
  }

  claim(owner: string, notify: () => void): string | undefined {
    if (this.#reader !== undefined) return this.#reader;
    this.#reader = owner;
    this.#notify = notify;
    this.#stream ??= this.#begin();
    return undefined;
  }

  #begin(): Readable {
    const stream = this.#open();
    const tell = () => this.#notify();
    stream.on("readable", tell);
    stream.on("end", () => {
      this.#ended = true;
      tell();
    });
    stream.on("error", (error) => {
      this.#ended = true;
      this.#error = error.message;
      tell();
    });
    if (stream.readableEnded || stream.destroyed) this.#ended = true;
    return stream;
  }

  leave(owner: string): void {
    if (this.#reader !== owner) return;
    this.#reader = undefined;
    this.#notify = () => {};
  }

  take(more: boolean): Cut | undefined {
    for (;;) {
      const cut = this.#cuts?.next();
      if (cut !== undefined && !cut.done) return cut.value;
      this.#cuts = undefined;
      if (!more) return undefined;
      const piece = this.#stream?.read() as Buffer | string | null;
      if (piece === null || piece === undefined) break;
      this.#cuts = this.#lines.add(Buffer.from(piece as Buffer));
    }
    const last = this.#ended ? this.#lines.end() : undefined;
    return last === undefined ? undefined : { ...NONE, lines: [last] };
  }

  get ended(): boolean {
    return this.#ended;
  }

  get error(): string | undefined {
    return this.#error;
  }
}
