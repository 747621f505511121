/**
 * Snappy blocks, as Loki's push bodies are (google/snappy, format_description.txt). The library is only called on this thread, a
 * piece at a time, and its results are copied: what its calls in the platform's pool of threads leave behind stays in memory
 * of its own, up to a GiB of it (measured with 7.4.3), and results that are not copied make V8 collect garbage so often that
 * they take four times as long.
 */

import { setImmediate as nextTurn } from "node:timers/promises";
import { messageOf } from "@sluice/languages/base";
import { compressSync, uncompressSync } from "snappy";
import { BodyError } from "../http/body-error.ts";
import type { ByteShare } from "../http/byte-budget.ts";

/** Bytes that are compressed before others get their turn: a millisecond. Encoders look back 64 KiB at most, counted from the start. */
const PIECE = 1024 * 1024;
/** The same for what is decompressed by the library: batches of agents, which have a MiB of lines. */
const AT_ONCE = 2 * PIECE;
/** And for what is larger. Bytes that come out. */
const SLICE = 256 * 1024;
const COPIED = { copyOutputData: true };
const COPIED_BYTES = { copyOutputData: true, asBuffer: true };

/** `bytes` as one block. */
export function snap(bytes: Uint8Array): Uint8Array | Promise<Uint8Array> {
  return bytes.length <= PIECE ? compressSync(bytes, COPIED) : snapInTurns(bytes);
}

/** A block is its length and what encodes it from the front to the back, so that what encodes its pieces can be joined. */
async function snapInTurns(bytes: Uint8Array): Promise<Uint8Array> {
  const parts: Uint8Array[] = [lengthBytes(bytes.length)];
  for (let at = 0; at < bytes.length; at += PIECE) {
    if (at > 0) await nextTurn();
    const piece = compressSync(bytes.subarray(at, at + PIECE), COPIED);
    parts.push(piece.subarray(readLength(piece)!.end));
  }
  return Buffer.concat(parts);
}

/** No tag of a snappy block makes more output than this for each of its bytes: 64 bytes from a tag of three. */
const MAX_RATIO = 22;

/**
 * What a block holds, at most `limit` bytes, which `share` counts. What it claims to be is checked before any memory is taken
 * for it. Throws `BodyError`.
 */
export async function unsnap(block: Buffer, limit: number, share: ByteShare | undefined): Promise<Uint8Array> {
  const claim = readLength(block);
  if (claim === undefined) throw notSnappy("it does not begin with a length");
  const { length, end } = claim;
  if (length > limit) throw new BodyError(413, `body claims to be ${length} bytes, which is more than ${limit}`);
  if (length > block.length * MAX_RATIO)
    throw notSnappy(`${block.length} bytes cannot hold the ${length} that it claims`);
  share?.take(length);
  if (length > AT_ONCE) return unsnapInTurns(block, end, length);
  try {
    return uncompressSync(block, COPIED_BYTES) as Buffer;
  } catch (error) {
    throw notSnappy(messageOf(error));
  }
}

const notSnappy = (why: string) => new BodyError(400, `body is not a snappy block: ${why}`);

/** The library takes a block as a whole. `at`: where its elements begin. */
async function unsnapInTurns(block: Buffer, at: number, length: number): Promise<Uint8Array> {
  const reader = new ElementReader(block, at, Buffer.allocUnsafeSlow(length));
  while (!reader.readSlice(SLICE)) await nextTurn();
  return reader.out;
}

/** Decompresses the elements of a block: literals, and copies of what came out before. */
class ElementReader {
  readonly #block: Buffer;
  #at: number;
  readonly out: Buffer;
  #used = 0;

  /** `out` is as long as all that comes out. */
  constructor(block: Buffer, at: number, out: Buffer) {
    this.#block = block;
    this.#at = at;
    this.out = out;
  }

  /** Reads on until so many more bytes came out. Gives whether that was all. Each element gives a byte at least. */
  readSlice(bytes: number): boolean {
    const until = Math.min(this.out.length, this.#used + bytes);
    while (this.#used < until) {
      const tag = this.#number(1);
      const size = tag >>> 2;
      if ((tag & 3) === 0) this.#literal(size < 60 ? size + 1 : this.#number(size - 59) + 1);
      else if ((tag & 3) === 1) this.#copy(((tag >>> 5) << 8) + this.#number(1), 4 + (size & 7));
      else this.#copy(this.#number((tag & 3) === 2 ? 2 : 4), size + 1);
    }
    if (this.#used < this.out.length) return false;
    if (this.#at < this.#block.length) throw notSnappy("it goes on after its length");
    return true;
  }

  /** Of so many bytes, the lowest first. */
  #number(bytes: number): number {
    const at = this.#at;
    this.#at += bytes;
    if (this.#at > this.#block.length) throw notSnappy("it ends early");
    return bytes === 1 ? this.#block[at]! : this.#block.readUIntLE(at, bytes);
  }

  #literal(length: number): void {
    const from = this.#at;
    this.#at += length;
    if (this.#at > this.#block.length) throw notSnappy("it ends early");
    this.#block.copy(this.out, this.#reserve(length), from, this.#at);
  }

  /** It may reach into what it writes itself, which repeats that. */
  #copy(offset: number, length: number): void {
    const { out } = this;
    const to = this.#reserve(length);
    if (offset === 0 || offset > to) throw notSnappy("it refers to what is not in it");
    for (let i = to; i < to + length; i++) out[i] = out[i - offset]!;
  }

  /** Where the next bytes come. */
  #reserve(length: number): number {
    const at = this.#used;
    this.#used += length;
    if (this.#used > this.out.length) throw notSnappy("it is longer than it claims");
    return at;
  }
}

/** The number that a block begins with, of at most 32 bits: its length when decompressed; and where that number ends. */
function readLength(block: Uint8Array): { readonly length: number; readonly end: number } | undefined {
  let length = 0;
  for (let i = 0; i < 5; i++) {
    const byte = block[i];
    if (byte === undefined) return undefined;
    length += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return length < 2 ** 32 ? { length, end: i + 1 } : undefined;
  }
  return undefined;
}

function lengthBytes(length: number): Uint8Array {
  const bytes: number[] = [];
  let rest = length;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Uint8Array.from([...bytes, rest]);
}
