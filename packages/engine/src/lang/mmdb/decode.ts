/**
 * Values of a MaxMind DB's data section. Integers come as `bigint` and floats as `number`, since the stage must tell
 * them apart as the original does. A file that was damaged, or made to do harm, ends in an error: depth, number of values
 * and every offset are checked.
 */
import { decodeUtf8 } from "../../base/text.ts";

export type MmdbValue = string | number | bigint | boolean | readonly MmdbValue[] | MmdbMap;
export type MmdbMap = ReadonlyMap<string, MmdbValue>;

/** The file is not what it says. Thrown inside this folder and by look-ups; the message is the Go library's. */
export class MmdbError extends Error {}

/** As deep as the original goes. */
const MAX_DEPTH = 512;
/** Values in one record; shared parts count each time. */
const MAX_VALUES = 100_000;

const POINTER = 1;
const STRING = 2;
const DOUBLE = 3;
const BYTES = 4;
const UINT16 = 5;
const UINT32 = 6;
const MAP = 7;
const INT32 = 8;
const UINT64 = 9;
const UINT128 = 10;
const ARRAY = 11;
const BOOLEAN = 14;
const FLOAT = 15;

/** Most bytes of an integer, by type. */
const INTEGER_SIZE: Readonly<Record<number, number>> = {
  [UINT16]: 2,
  [UINT32]: 4,
  [INT32]: 4,
  [UINT64]: 8,
  [UINT128]: 16,
};

/** Decodes the value at `offset` of a data section. Throws {@link MmdbError}. */
export function decodeMmdbValue(section: Uint8Array, offset: number): MmdbValue {
  return new Decoder(section, offset).read(0);
}

class Decoder {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at: number;
  #values = 0;
  /** Of the value whose head was read last. */
  #type = 0;
  #size = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = at;
  }

  read(depth: number): MmdbValue {
    if (depth > MAX_DEPTH) throw new MmdbError("exceeded maximum data structure depth; database is likely corrupt");
    if (++this.#values > MAX_VALUES)
      throw new MmdbError(`a record has more than ${MAX_VALUES} values; database is likely corrupt`);
    this.#readHead();
    const size = this.#size;
    switch (this.#type) {
      case POINTER:
        return this.#follow(() => this.read(depth + 1));
      case MAP:
        return this.#readMap(size, depth);
      case ARRAY:
        return this.#readArray(size, depth);
      case BOOLEAN:
        if (size > 1) throw badSize("bool", size);
        return size === 1;
      default:
        return this.#readScalar(this.#type, size);
    }
  }

  /** Reads the control bytes. */
  #readHead(): void {
    const control = this.#byte();
    this.#type = control >> 5;
    const extended = this.#type === 0;
    if (extended) this.#type = (this.#byte() + 7) & 255;
    let size = control & 31;
    if (this.#type !== POINTER && size >= 29) {
      const width = size - 28;
      const base = size === 29 ? 29 : size === 30 ? 285 : 65_821;
      size = base + this.#unsigned(width);
    }
    this.#size = size;
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new MmdbError("unexpected end of database");
    this.#at++;
    return byte;
  }

  #unsigned(width: number): number {
    let value = 0;
    for (let i = 0; i < width; i++) value = value * 256 + this.#byte();
    return value;
  }

  /** Moves behind the next `size` bytes; gives where they start. */
  #skip(size: number): number {
    const start = this.#at;
    if (start + size > this.#bytes.length) throw new MmdbError("unexpected end of database");
    this.#at = start + size;
    return start;
  }

  /** Runs `read` where the pointer whose head was read points, and comes back. */
  #follow<T>(read: () => T): T {
    const width = ((this.#size >> 3) & 3) + 1;
    const high = width === 4 ? 0 : this.#size & 7;
    const base = width === 2 ? 2048 : width === 3 ? 526_336 : 0;
    const target = high * 256 ** width + this.#unsigned(width) + base;
    const back = this.#at;
    this.#at = target;
    const value = read();
    this.#at = back;
    return value;
  }

  #readMap(size: number, depth: number): MmdbMap {
    const map = new Map<string, MmdbValue>();
    for (let i = 0; i < size; i++) {
      const key = this.#readKey(0);
      map.set(key, this.read(depth + 1));
    }
    return map;
  }

  #readKey(depth: number): string {
    if (depth > MAX_DEPTH) throw new MmdbError("exceeded maximum data structure depth; database is likely corrupt");
    this.#readHead();
    if (this.#type === POINTER) return this.#follow(() => this.#readKey(depth + 1));
    if (this.#type !== STRING) throw new MmdbError(`unexpected type when decoding string: ${this.#type}`);
    return this.#readText(this.#size);
  }

  #readArray(size: number, depth: number): MmdbValue[] {
    const items: MmdbValue[] = [];
    for (let i = 0; i < size; i++) items.push(this.read(depth + 1));
    return items;
  }

  #readScalar(type: number, size: number): MmdbValue {
    switch (type) {
      case STRING:
        return this.#readText(size);
      case DOUBLE:
        if (size !== 8) throw badSize("float 64", size);
        return this.#view.getFloat64(this.#skip(8));
      case FLOAT:
        if (size !== 4) throw badSize("float32", size);
        return this.#view.getFloat32(this.#skip(4));
      case BYTES: {
        const start = this.#skip(size);
        return Array.from(this.#bytes.subarray(start, start + size), BigInt);
      }
      default:
        return this.#readInteger(type, size);
    }
  }

  #readText(size: number): string {
    const start = this.#skip(size);
    return decodeUtf8(this.#bytes.subarray(start, start + size));
  }

  #readInteger(type: number, size: number): bigint {
    const most = INTEGER_SIZE[type];
    if (most === undefined) throw new MmdbError(`unknown type: ${type}`);
    if (size > most) throw badSize(type === INT32 ? "int32" : `uint${most * 8}`, size);
    let value = 0n;
    for (let i = 0; i < size; i++) value = (value << 8n) | BigInt(this.#byte());
    return type === INT32 ? BigInt.asIntN(32, value) : value;
  }
}

function badSize(type: string, size: number): MmdbError {
  return new MmdbError(`the MaxMind DB file's data section contains bad data (${type} size of ${size})`);
}
