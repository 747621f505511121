/**
 * How a file is known again. Names change when logs rotate, and file numbers are used again, so what has been read is
 * remembered by its first and last bytes: a file that holds the same at the same places is the same file, or a copy.
 */
import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";

const HEAD = 1024;
const TAIL = 256;

/** The first and the last bytes of the first `offset` bytes of a file. Immutable. */
export class Window {
  readonly offset: number;
  readonly #head: Buffer;
  readonly #tail: Buffer;
  /** Made when it is asked for: positions of thousands of files are written while one of them moves. */
  #digest: string | undefined;

  private constructor(offset: number, head: Buffer, tail: Buffer) {
    this.offset = offset;
    this.#head = head;
    this.#tail = tail;
  }

  static readonly EMPTY = new Window(0, Buffer.alloc(0), Buffer.alloc(0));

  /** What a file holds before `offset`; undefined when it is shorter. */
  static async read(handle: FileHandle, offset: number): Promise<Window | undefined> {
    const head = await readExactly(handle, 0, Math.min(HEAD, offset));
    const tail = await readExactly(handle, Math.max(0, offset - TAIL), Math.min(TAIL, offset));
    return head === undefined || tail === undefined ? undefined : new Window(offset, head, tail);
  }

  /** The window when `bytes` have been read after it. */
  after(bytes: Buffer): Window {
    const missing = HEAD - this.#head.length;
    const head = missing > 0 ? Buffer.concat([this.#head, bytes.subarray(0, missing)]) : this.#head;
    const tail =
      bytes.length >= TAIL ? Buffer.from(bytes.subarray(-TAIL)) : Buffer.concat([this.#tail, bytes]).subarray(-TAIL);
    return new Window(this.offset + bytes.length, head, tail);
  }

  /** The first bytes, at most 1024. */
  get beginning(): Buffer {
    return this.#head;
  }

  equals(other: Window): boolean {
    return this.offset === other.offset && this.#head.equals(other.#head) && this.#tail.equals(other.#tail);
  }

  /** Whether both begin alike, as far as the shorter one goes; not when one is empty. */
  beginsLike(other: Window): boolean {
    const length = Math.min(this.#head.length, other.#head.length);
    return length > 0 && this.#head.subarray(0, length).equals(other.#head.subarray(0, length));
  }

  /** A text that is equal for equal windows and tells nothing of what the file holds. */
  get digest(): string {
    this.#digest ??= createHash("sha256").update(`${this.offset}:`).update(this.#head).update(this.#tail).digest("hex");
    return this.#digest;
  }
}

async function readExactly(handle: FileHandle, from: number, length: number): Promise<Buffer | undefined> {
  const bytes = Buffer.alloc(length);
  let at = 0;
  while (at < length) {
    const { bytesRead } = await handle.read(bytes, at, length - at, from + at);
    if (bytesRead === 0) return undefined;
    at += bytesRead;
  }
  return bytes;
}
