/**
 * The bytes of a database as `mmdb-lib` wants them: the few methods of Node's `Buffer` that its decoder and its tree
 * walker call, on every platform alike. So a browser needs no shim of `Buffer`, and a damaged file ends in the same
 * error everywhere.
 */
import { decodeUtf8 } from "../base/text.ts";

/** The file is not what it says. Thrown inside this folder and by look-ups; the message is the Go library's where it has one. */
export class MmdbError extends Error {}

/** Shares its memory with the file. Reads outside throw {@link MmdbError}, except by index, which gives undefined. */
export class DatabaseBytes extends Uint8Array {
  readonly #view: DataView;

  constructor(file: Uint8Array) {
    super(file.buffer as ArrayBuffer, file.byteOffset, file.byteLength);
    this.#view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  }

  /** Parts are plain bytes. */
  static get [Symbol.species](): Uint8ArrayConstructor {
    return Uint8Array;
  }

  readUInt8(offset: number): number {
    return this.#view.getUint8(this.#within(offset, 1));
  }

  readUInt16BE(offset: number): number {
    return this.#view.getUint16(this.#within(offset, 2));
  }

  readUInt32BE(offset: number): number {
    return this.#view.getUint32(this.#within(offset, 4));
  }

  readInt32BE(offset: number): number {
    return this.#view.getInt32(this.#within(offset, 4));
  }

  readFloatBE(offset: number): number {
    return this.#view.getFloat32(this.#within(offset, 4));
  }

  readDoubleBE(offset: number): number {
    return this.#view.getFloat64(this.#within(offset, 8));
  }

  /** Up to six bytes. */
  readUIntBE(offset: number, width: number): number {
    const start = this.#within(offset, width);
    let value = 0;
    for (let at = start; at < start + width; at++) value = value * 256 + this[at]!;
    return value;
  }

  /** Text of UTF-8 between two offsets; the only encoding that the library asks for. */
  override toString(_encoding?: string, start = 0, end = this.length): string {
    return decodeUtf8(this.subarray(this.#within(start, end - start), end));
  }

  #within(offset: number, width: number): number {
    if (offset < 0 || offset + width > this.length) throw new MmdbError("unexpected end of database");
    return offset;
  }
}
