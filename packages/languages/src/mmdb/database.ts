/** A database: its metadata, its tree and its records. */
import { DatabaseBytes, MmdbError } from "./database-bytes.ts";
import { createTreeWalker, RecordDecoder, type TreeWalker } from "./record-decoder.ts";
import type { MmdbMap, MmdbValue } from "./value.ts";

export type MmdbResult =
  | { readonly ok: true; readonly database: Mmdb }
  | { readonly ok: false; readonly message: string };

/** `\xAB\xCD\xEFMaxMind.com` */
const MARKER = [0xab, 0xcd, 0xef, 0x4d, 0x61, 0x78, 0x4d, 0x69, 0x6e, 0x64, 0x2e, 0x63, 0x6f, 0x6d];
/** Between the tree and the data. */
const SEPARATOR_SIZE = 16;
/** Record sizes in bits that the format has. */
const RECORD_SIZES: readonly number[] = [24, 28, 32];

/** Opens a database. Not ok: no database, or its metadata do not fit the file; the messages are the Go library's. */
export function openMmdb(file: Uint8Array): MmdbResult {
  const marker = findMarker(file);
  if (marker < 0) return { ok: false, message: "error opening database: invalid MaxMind DB file" };
  try {
    return { ok: true, database: new Mmdb(new DatabaseBytes(file), marker) };
  } catch (error) {
    if (error instanceof MmdbError) return { ok: false, message: error.message };
    throw error;
  }
}

/** Where the last marker starts, or -1. */
function findMarker(file: Uint8Array): number {
  for (let at = file.lastIndexOf(MARKER[0]!); at >= 0; at = at === 0 ? -1 : file.lastIndexOf(MARKER[0]!, at - 1)) {
    if (MARKER.every((byte, i) => file[at + i] === byte)) return at;
  }
  return -1;
}

export class Mmdb {
  /** 4 or 6. */
  readonly ipVersion: number;
  readonly #records: RecordDecoder;
  readonly #recordsSize: number;
  readonly #walker: TreeWalker;
  readonly #nodeCount: number;
  /** In bytes. */
  readonly #nodeSize: number;
  /** Where the addresses of IPv4 begin in a tree of IPv6: 96 zero bits down. */
  readonly #ipv4Start: number;

  /** @internal Use `openMmdb`. */
  constructor(file: DatabaseBytes, marker: number) {
    const metadata = new RecordDecoder(file, marker + MARKER.length, file.length).read(0);
    if (!(metadata instanceof Map)) throw new MmdbError("the MaxMind DB contains invalid metadata");
    const recordSize = readCount(metadata, "record_size");
    this.ipVersion = readCount(metadata, "ip_version");
    this.#nodeCount = readCount(metadata, "node_count");
    this.#nodeSize = recordSize / 4;
    const dataStart = this.#nodeCount * this.#nodeSize + SEPARATOR_SIZE;
    if (dataStart > marker) throw new MmdbError("the MaxMind DB contains invalid metadata");
    if (!RECORD_SIZES.includes(recordSize)) throw new MmdbError(`unknown record size: ${recordSize}`);
    this.#records = new RecordDecoder(file, dataStart, marker);
    this.#recordsSize = marker - dataStart;
    this.#walker = createTreeWalker(file, recordSize);
    this.#ipv4Start = this.ipVersion === 6 ? this.#walk(new Uint8Array(12), 0) : 0;
  }

  /**
   * Where the record of an address (four or sixteen bytes, from `parseIp`) is, for `read`; undefined when it has none.
   * Throws {@link MmdbError} for an IPv6 address in a database of IPv4, and for a damaged tree.
   */
  find(address: Uint8Array): number | undefined {
    if (address.length === 16 && this.ipVersion === 4) {
      throw new MmdbError("you attempted to look up an IPv6 address in an IPv4-only database");
    }
    const node = this.#walk(address, address.length === 4 ? this.#ipv4Start : 0);
    if (node === this.#nodeCount) return undefined;
    if (node < this.#nodeCount) throw new MmdbError("invalid node in search tree");
    return node - this.#nodeCount - SEPARATOR_SIZE;
  }

  /** The record that `find` found. Throws {@link MmdbError} when the file is damaged. */
  read(record: number): MmdbValue {
    if (record < 0 || record >= this.#recordsSize) throw new MmdbError("the MaxMind DB file's search tree is corrupt");
    return this.#records.read(record);
  }

  /** Follows the bits of `address` down the tree; returns the value past the nodes. */
  #walk(address: Uint8Array, start: number): number {
    let node = start;
    for (let bit = 0; bit < address.length * 8 && node < this.#nodeCount; bit++) {
      const offset = node * this.#nodeSize;
      const right = (address[bit >> 3]! >> (7 - (bit & 7))) & 1;
      node = right === 1 ? this.#walker.right(offset) : this.#walker.left(offset);
    }
    return node;
  }
}

/** A number of the metadata; zero when it is missing. */
function readCount(metadata: MmdbMap, name: string): number {
  const value = metadata.get(name) ?? 0n;
  if (typeof value !== "bigint" || value < 0n || value > 0xffffffffn)
    throw new MmdbError("the MaxMind DB contains invalid metadata");
  return Number(value);
}
