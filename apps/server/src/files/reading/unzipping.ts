/**
 * Decompresses a file piece by piece, as fast as the pieces are asked for. What comes before a place at which the file
 * breaks off or is damaged is given first: the end of the data is reported separately, when nothing is left to give.
 */

import type { FileHandle } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createGunzip, createInflate, type Gunzip, type Inflate } from "node:zlib";
import { messageOf } from "@sluice/languages/base";
import { codeOf } from "../../platform/system-error.ts";
import { bunzip2, MORE, TURN } from "./bzip2.ts";
import { Bzip2Error } from "./bzip2-bits.ts";

/** Bytes that are read of the file at once. */
const PIECE = 64 * 1024;

export type Compression = "gz" | "z" | "bz2";

export interface Unzipping {
  /** The next piece of what it holds; undefined at its end. Rejects where it breaks off, is damaged or cannot be read. */
  next(): Promise<Buffer | undefined>;
  close(): void;
}

/** Of the first `size` bytes of the file, which stays open when it is closed. */
export const openUnzipping = (handle: FileHandle, size: number, format: Compression): Unzipping =>
  format === "bz2" ? new Unbzipping(handle, size) : new Inflating(handle, size, format);

class Unbzipping implements Unzipping {
  readonly #handle: FileHandle;
  readonly #size: number;
  readonly #steps = bunzip2();
  #at = 0;
  #input: Buffer | undefined;

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.#size = size;
  }

  async next(): Promise<Buffer | undefined> {
    for (;;) {
      const { value, done } = this.#steps.next(this.#input);
      this.#input = undefined;
      if (done === true) return undefined;
      if (value === TURN) await nextTurn();
      else if (value !== MORE) return value;
      else {
        this.#input = await readPiece(this.#handle, this.#at, this.#size);
        this.#at += this.#input?.length ?? 0;
      }
    }
  }

  close(): void {
    this.#steps.return();
  }
}

/** Undefined at the end. */
async function readPiece(handle: FileHandle, at: number, size: number): Promise<Buffer | undefined> {
  const bytes = Buffer.allocUnsafe(Math.min(PIECE, size - at));
  if (bytes.length === 0) return undefined;
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, at);
  return bytesRead === 0 ? undefined : bytes.subarray(0, bytesRead);
}

class Inflating implements Unzipping {
  readonly #handle: FileHandle;
  readonly #size: number;
  readonly #stream: Gunzip | Inflate;
  #at = 0;
  #writing = false;
  #ended = false;
  #error: Error | undefined;
  #wake = () => {};

  constructor(handle: FileHandle, size: number, format: Exclude<Compression, "bz2">) {
    this.#handle = handle;
    this.#size = size;
    this.#stream = format === "gz" ? createGunzip({ chunkSize: PIECE }) : createInflate({ chunkSize: PIECE });
    this.#stream.on("readable", () => this.#wake());
    this.#stream.on("end", () => {
      this.#ended = true;
      this.#wake();
    });
    this.#stream.on("error", (error) => {
      this.#error = error;
      this.#wake();
    });
  }

  async next(): Promise<Buffer | undefined> {
    for (;;) {
      const piece = this.#stream.read() as Buffer | null;
      if (piece !== null) return piece;
      if (this.#error !== undefined) throw this.#error;
      if (this.#ended) return undefined;
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      if (!this.#writing) await this.#feed();
      // What came while the file was read is there already.
      if (this.#stream.readableLength > 0 || this.#error !== undefined || this.#ended) continue;
      await woken;
    }
  }

  /** Not ended with the last bytes, since what those give would be lost where there should be more. */
  async #feed(): Promise<void> {
    const bytes = await readPiece(this.#handle, this.#at, this.#size);
    if (bytes === undefined) {
      if (!this.#stream.writableEnded) this.#stream.end();
      return;
    }
    this.#at += bytes.length;
    this.#writing = true;
    this.#stream.write(bytes, () => {
      this.#writing = false;
      this.#wake();
    });
  }

  close(): void {
    this.#stream.destroy();
  }
}

/** What is wrong with a compressed file, for people. */
export function explainDamage(error: unknown, format: Compression): string {
  const code = codeOf(error);
  const message = messageOf(error);
  const kind = error instanceof Bzip2Error ? error.kind : undefined;
  if (code === "Z_BUF_ERROR" || kind === "cut")
    return "it breaks off: what there is was read, the rest will be when it is longer";
  if (code === "Z_DATA_ERROR" || code === "Z_NEED_DICT" || kind === "damaged")
    return `it is not, or not all of it, in the format ${JSON.stringify(format)}: ${message}`;
  return message;
}
