/**
 * Decompresses a file piece by piece, as fast as the pieces are asked for. What comes before a place at which the file
 * breaks off or is damaged is given first: the end of the data is reported separately, when nothing is left to give.
 */

import type { FileHandle } from "node:fs/promises";
import { createGunzip, createInflate, type Gunzip, type Inflate } from "node:zlib";
import { messageOf } from "@sluice/languages/base";
import { codeOf } from "../../platform/system-error.ts";

/** Bytes that are read of the file at once. */
const PIECE = 64 * 1024;

export type Compression = "gz" | "z";

export class Unzipping {
  readonly #handle: FileHandle;
  readonly #size: number;
  readonly #stream: Gunzip | Inflate;
  #at = 0;
  #writing = false;
  #ended = false;
  #error: Error | undefined;
  #wake = () => {};

  /** Of the first `size` bytes of the file, which stays open when it is closed. */
  constructor(handle: FileHandle, size: number, format: Compression) {
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

  /** The next piece of what it holds; undefined at its end. Rejects where it breaks off, is damaged or cannot be read. */
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
    const bytes = Buffer.allocUnsafe(Math.min(PIECE, this.#size - this.#at));
    const { bytesRead } =
      bytes.length === 0 ? { bytesRead: 0 } : await this.#handle.read(bytes, 0, bytes.length, this.#at);
    if (bytesRead === 0) {
      if (!this.#stream.writableEnded) this.#stream.end();
      return;
    }
    this.#at += bytesRead;
    this.#writing = true;
    this.#stream.write(bytes.subarray(0, bytesRead), () => {
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
  if (code === "Z_BUF_ERROR") return "it breaks off: what there is was read, the rest will be when it is longer";
  if (code === "Z_DATA_ERROR" || code === "Z_NEED_DICT")
    return `it is not, or not all of it, in the format ${JSON.stringify(format)}: ${message}`;
  return message;
}
