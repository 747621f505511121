/**
 * Reads MaxMind DB files (`.mmdb`): a binary tree over the bits of addresses, and records behind it. A reader of our own,
 * because it must work on plain bytes in browsers and must keep integers and floats apart.
 */
import { decodeMmdbValue, MmdbError, type MmdbMap, type MmdbValue } from "./decode.ts";

export { MmdbError, type MmdbMap, type MmdbValue } from "./decode.ts";

export type MmdbResult =
  | { readonly ok: true; readonly database: Mmdb }
  | { readonly ok: false; readonly message: string };

/** `\xAB\xCD\xEFMaxMind.com` */
const MARKER = [0xab, 0xcd, 0xef, 0x4d, 0x61, 0x78, 0x4d, 0x69, 0x6e, 0x64, 0x2e, 0x63, 0x6f, 0x6d];
/** Between the tree and the data. */
const SEPARATOR_SIZE = 16;

/** Opens a database. Not ok: no database, or its metadata do not fit the file; the messages are the Go library's. */
export function openMmdb(file: Uint8Array): MmdbResult {
  const marker = findMarker(file);
  if (marker < 0) return { ok: false, message: "error opening database: invalid MaxMind DB file" };
  try {
    return { ok: true, database: new Mmdb(file, marker) };
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
  readonly #tree: Uint8Array;
  readonly #data: Uint8Array;
  readonly #nodeCount: number;
  readonly #recordSize: number;
  /** Where the addresses of IPv4 begin in a tree of IPv6: 96 zero bits down. */
  readonly #ipv4Start: number;

  /** @internal Use `openMmdb`. */
  constructor(file: Uint8Array, marker: number) {
    const metadata = decodeMmdbValue(file.subarray(marker + MARKER.length), 0);
    if (!(metadata instanceof Map)) throw new MmdbError("the MaxMind DB contains invalid metadata");
    this.ipVersion = readCount(metadata, "ip_version");
    this.#nodeCount = readCount(metadata, "node_count");
    this.#recordSize = readCount(metadata, "record_size");
    const treeSize = (this.#nodeCount * this.#recordSize) / 4;
    if (treeSize + SEPARATOR_SIZE > marker) throw new MmdbError("the MaxMind DB contains invalid metadata");
    if (this.#recordSize !== 24 && this.#recordSize !== 28 && this.#recordSize !== 32) {
      throw new MmdbError(`unknown record size: ${this.#recordSize}`);
    }
    this.#tree = file.subarray(0, treeSize);
    this.#data = file.subarray(treeSize + SEPARATOR_SIZE, marker);
    this.#ipv4Start = this.ipVersion === 6 ? this.#walk(new Uint8Array(12), 0) : 0;
  }

  /**
   * Where the record of an address (four or sixteen bytes) is, for `read`; undefined when it has none. Throws
   * {@link MmdbError} for an IPv6 address in a database of IPv4, and for a damaged tree.
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
    if (record < 0 || record >= this.#data.length) throw new MmdbError("the MaxMind DB file's search tree is corrupt");
    return decodeMmdbValue(this.#data, record);
  }

  #walk(address: Uint8Array, start: number): number {
    let node = start;
    for (let bit = 0; bit < address.length * 8 && node < this.#nodeCount; bit++) {
      node = this.#child(node, (address[bit >> 3]! >> (7 - (bit & 7))) & 1);
    }
    return node;
  }

  #child(node: number, side: number): number {
    const tree = this.#tree;
    switch (this.#recordSize) {
      case 24: {
        const at = node * 6 + side * 3;
        return (tree[at]! << 16) | (tree[at + 1]! << 8) | tree[at + 2]!;
      }
      case 28: {
        const at = node * 7 + side * 4;
        const middle = tree[node * 7 + 3]!;
        const high = side === 0 ? middle >> 4 : middle & 15;
        return (high << 24) | (tree[at]! << 16) | (tree[at + 1]! << 8) | tree[at + 2]!;
      }
      default: {
        const at = node * 8 + side * 4;
        return ((tree[at]! << 24) | (tree[at + 1]! << 16) | (tree[at + 2]! << 8) | tree[at + 3]!) >>> 0;
      }
    }
  }
}

/** A number of the metadata; zero when it is missing. */
function readCount(metadata: MmdbMap, name: string): number {
  const value = metadata.get(name) ?? 0n;
  if (typeof value !== "bigint" || value < 0n || value > 0xffffffffn)
    throw new MmdbError("the MaxMind DB contains invalid metadata");
  return Number(value);
}
