/**
 * The one place where `mmdb-lib`'s decoder is adapted. By itself, it returns integers and floats both as `number`, maps as
 * objects (where `__proto__` is lost and `1` comes before `a`), and trusts the file: a pointer to itself overflows the stack,
 * lists of pointers to lists take for ever, a text that is cut off is just shorter. Here integers are `bigint`, maps are
 * `Map`, and every size, offset and depth is checked before the library's own method reads.
 *
 * The library's `Reader` is not used: it decodes the metadata with a decoder that cannot be guarded, accepts anything as an
 * address, and cannot even be imported without a global `Buffer`. Decoder and tree walker need none.
 */
import decoderModule from "mmdb-lib/lib/decoder.js";
import walkerModule from "mmdb-lib/lib/reader/walker.js";
import { type DatabaseBytes, MmdbError } from "./database-bytes.ts";
import { type MmdbMap, type MmdbValue, Uint128 } from "./value.ts";

/** As deep as the original goes. */
const MAX_DEPTH = 512;
/** Values of one record, keys of maps included; what is shared counts each time. */
const MAX_VALUES = 100_000;
/** Bytes of texts and of plain bytes in one record, counted the same way. */
const MAX_TEXT = 16 * 1024 * 1024;

/** A decoded value and where the next one starts. */
interface Cursor<T = unknown> {
  readonly value: T;
  readonly offset: number;
}

/** What of the library's decoder is called or replaced here. */
interface LibraryDecoder {
  decode(offset: number): Cursor;
  decodeByType(type: number, offset: number, size: number): Cursor;
  decodeMap(size: number, offset: number): Cursor;
  decodeUint(offset: number, size: number): unknown;
  decodeInt32(offset: number, size: number): unknown;
  decodeBigUint(offset: number, size: number): unknown;
}

/** Reads both children of the node that starts at a byte. */
export interface TreeWalker {
  left(offset: number): number;
  right(offset: number): number;
}

/** The library is CommonJS: what its `default` is depends on who joins the modules, Node or a bundler. */
const exportOf = (module: unknown): unknown => (module as { default?: unknown }).default ?? module;

const LibraryDecoder = exportOf(decoderModule) as new (db: DatabaseBytes, baseOffset: number) => LibraryDecoder;

/** Reads a tree whose nodes have two records of `recordSize` bits: 24, 28 or 32. */
export const createTreeWalker = exportOf(walkerModule) as (db: DatabaseBytes, recordSize: number) => TreeWalker;

const POINTER = 1;
const STRING = 2;
const DOUBLE = 3;
const BYTES = 4;
const MAP = 7;
const UINT128 = 10;
const ARRAY = 11;

/** Sizes in bytes that scalars may have, by type. */
const SCALARS: Readonly<Record<number, readonly [name: string, least: number, most: number]>> = {
  [DOUBLE]: ["float 64", 8, 8],
  5: ["uint16", 0, 2],
  6: ["uint32", 0, 4],
  8: ["int32", 0, 4],
  9: ["uint64", 0, 8],
  [UINT128]: ["uint128", 0, 16],
  14: ["bool", 0, 1],
  15: ["float32", 4, 4],
};
const BOOLEAN = 14;

/** Decodes the values between two offsets of a file; pointers count from the first. */
export class RecordDecoder extends LibraryDecoder {
  readonly #bytes: DatabaseBytes;
  readonly #start: number;
  readonly #end: number;
  #depth = 0;
  #values = 0;
  #text = 0;
  /** Of the value that was decoded last. */
  #type = 0;

  constructor(bytes: DatabaseBytes, start: number, end: number) {
    super(bytes, start);
    this.#bytes = bytes;
    this.#start = start;
    this.#end = end;
  }

  /** The value `at` bytes after the start. Throws {@link MmdbError}. */
  read(at: number): MmdbValue {
    this.#depth = 0;
    this.#values = 0;
    this.#text = 0;
    return this.decode(this.#start + at).value as MmdbValue;
  }

  /** Every value passes here: the record itself, items, keys, and what pointers point at. */
  override decode(offset: number): Cursor {
    if (++this.#depth > MAX_DEPTH)
      throw new MmdbError("exceeded maximum data structure depth; database is likely corrupt");
    this.#count(1);
    const control = this.#bytes[this.#require(offset, 1)]!;
    const type = control >> 5;
    // The library reads on by index, which does not end at the end.
    const width = type === POINTER ? ((control >> 3) & 3) + 1 : (type === 0 ? 1 : 0) + Math.max(0, (control & 31) - 28);
    this.#require(offset + 1, width);
    if (type === 0 && this.#bytes[offset + 1]! === 0) throw new MmdbError("unknown type: 7");
    const cursor = super.decode(offset);
    this.#depth--;
    return cursor;
  }

  override decodeByType(type: number, offset: number, size: number): Cursor {
    this.#type = type;
    switch (type) {
      case STRING:
      case BYTES:
        this.#require(offset, size);
        this.#text += size;
        if (this.#text > MAX_TEXT) throw tooMany("bytes of text", MAX_TEXT);
        break;
      case MAP:
      case ARRAY: {
        // Before the library makes room for them: each item takes a byte at least.
        const items = type === MAP ? size * 2 : size;
        this.#require(offset, items);
        if (this.#values + items > MAX_VALUES) throw tooMany("values", MAX_VALUES);
        break;
      }
      default: {
        const scalar = SCALARS[type];
        if (scalar === undefined) throw new MmdbError(`unknown type: ${type}`);
        const [name, least, most] = scalar;
        if (size < least || size > most)
          throw new MmdbError(`the MaxMind DB file's data section contains bad data (${name} size of ${size})`);
        // A boolean is its size.
        if (type !== BOOLEAN) this.#require(offset, size);
      }
    }
    const cursor = super.decodeByType(type, offset, size);
    this.#type = type;
    return cursor;
  }

  override decodeMap(size: number, offset: number): Cursor<MmdbMap> {
    const map = new Map<string, MmdbValue>();
    let next = offset;
    for (let i = 0; i < size; i++) {
      const key = this.decode(next);
      if (typeof key.value !== "string") throw new MmdbError(`unexpected type when decoding string: ${this.#type}`);
      const value = this.decode(key.offset);
      map.set(key.value, value.value as MmdbValue);
      next = value.offset;
    }
    return { value: map, offset: next };
  }

  override decodeUint(offset: number, size: number): bigint {
    return BigInt(super.decodeUint(offset, size) as number);
  }

  override decodeInt32(offset: number, size: number): bigint {
    return BigInt(super.decodeInt32(offset, size) as number);
  }

  override decodeBigUint(offset: number, size: number): bigint | Uint128 {
    const value = super.decodeBigUint(offset, size) as bigint;
    return this.#type === UINT128 ? new Uint128(value) : value;
  }

  #count(values: number): void {
    this.#values += values;
    if (this.#values > MAX_VALUES) throw tooMany("values", MAX_VALUES);
  }

  #require(offset: number, size: number): number {
    if (offset < this.#start || offset + size > this.#end) throw new MmdbError("unexpected end of database");
    return offset;
  }
}

const tooMany = (what: string, limit: number): MmdbError =>
  new MmdbError(`a record has more than ${limit} ${what}; database is likely corrupt`);
