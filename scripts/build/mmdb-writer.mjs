// Writes the MaxMind DB format, version 2.0 (https://maxmind.github.io/MaxMind-DB/): a binary tree over the bits of IPv6
// addresses with IPv4 networks at ::/96, then a section of records, then metadata. The same networks and records give
// the same bytes: no clock, no hash order.
import { isIPv4, isIPv6 } from "node:net";

const MARKER = Buffer.from([0xab, 0xcd, 0xef, ...Buffer.from("MaxMind.com")]);
const SEPARATOR_BYTES = 16;
const RECORD_BITS = 24;

const TYPE = { text: 2, double: 3, uint16: 5, uint32: 6, map: 7, uint64: 9, list: 11 };
/** Types above seven are written as this one and a byte with the rest. */
const EXTENDED = 0;
const LAST_SHORT_TYPE = 7;

/**
 * @typedef {{ uint: number, type: number, bytes: number }} Uint
 * @typedef {string | number | Uint | readonly Value[] | { readonly [name: string]: Value }} Value
 * @typedef {{ offset: number }} Leaf
 * @typedef {[Side, Side]} Node A pair of sides.
 * @typedef {Node | Leaf | undefined} Side Another node, a record, or nothing.
 */

/**
 * Wraps numbers that are not to be written as `double`.
 * @param {number} value
 */
export const uint16 = (value) => ({ uint: value, type: TYPE.uint16, bytes: 2 });
/** @param {number} value */
export const uint32 = (value) => ({ uint: value, type: TYPE.uint32, bytes: 4 });
/** @param {number} value */
export const uint64 = (value) => ({ uint: value, type: TYPE.uint64, bytes: 8 });

/**
 * A database. `networks`: `{ network: "192.0.2.0/24", record }` in any order, a longer prefix inside a shorter one wins;
 * `metadata`: `{ type, description, languages, builtAt }`, `builtAt` in seconds since 1970.
 * @param {readonly { network: string, record: Value }[]} networks
 * @param {{ type: string, description: string, languages: readonly string[], builtAt: number }} metadata
 */
export function writeMmdb(networks, { type, description, languages, builtAt }) {
  /** @type {Node} */
  const root = [undefined, undefined];
  const data = new DataSection();
  const sorted = networks
    .map(({ network, record }) => ({ ...parseNetwork(network), record }))
    .sort((a, b) => a.length - b.length);
  for (const { bits, length, record } of sorted) insert(root, bits, length, { offset: data.add(record) });

  const numbers = numberNodes(root);
  const tree = Buffer.alloc((numbers.size * RECORD_BITS * 2) / 8);
  for (const [node, number] of numbers) {
    for (const [i, side] of node.entries()) tree.writeUIntBE(recordOf(side, numbers), number * 6 + i * 3, 3);
  }
  const metadata = {
    binary_format_major_version: uint16(2),
    binary_format_minor_version: uint16(0),
    build_epoch: uint64(builtAt),
    database_type: type,
    description: { en: description },
    ip_version: uint16(6),
    languages,
    node_count: uint32(numbers.size),
    record_size: uint16(RECORD_BITS),
  };
  return Buffer.concat([tree, Buffer.alloc(SEPARATOR_BYTES), data.bytes(), MARKER, encode(metadata)]);
}

/**
 * What a side of a node says: a node, nothing, or a record after the separator.
 * @param {Side} side
 * @param {ReadonlyMap<Node, number>} numbers
 */
function recordOf(side, numbers) {
  const none = numbers.size;
  const value =
    side === undefined
      ? none
      : Array.isArray(side)
        ? (numbers.get(side) ?? none)
        : none + SEPARATOR_BYTES + side.offset;
  if (value >= 2 ** RECORD_BITS) throw new RangeError(`the database is too large for records of ${RECORD_BITS} bits`);
  return value;
}

/**
 * @param {Node} root
 * @param {readonly number[]} bits
 * @param {number} length
 * @param {Leaf} leaf
 */
function insert(root, bits, length, leaf) {
  if (length === 0) throw new RangeError("a network of the whole address space is not supported");
  let node = root;
  for (let i = 0; i < length - 1; i++) {
    const side = bits[i];
    const there = node[side];
    // A longer prefix splits what stands there.
    const next = Array.isArray(there) ? there : /** @type {Node} */ ([there, there]);
    node[side] = next;
    node = next;
  }
  node[bits[length - 1]] = leaf;
}

/**
 * The nodes in the order in which they are written, with their numbers.
 * @param {Node} root
 */
function numberNodes(root) {
  const numbers = new Map([[root, 0]]);
  // Iterating over a map includes what is added meanwhile.
  for (const node of numbers.keys()) for (const side of node) if (Array.isArray(side)) numbers.set(side, numbers.size);
  return numbers;
}

class DataSection {
  /** @type {Buffer[]} */
  #parts = [];
  #size = 0;
  /** @type {Map<string, number>} */
  #known = new Map();

  /**
   * The offset of a record; equal records are written once.
   * @param {Value} record
   */
  add(record) {
    const bytes = encode(record);
    const key = bytes.toString("latin1");
    let offset = this.#known.get(key);
    if (offset === undefined) {
      offset = this.#size;
      this.#known.set(key, offset);
      this.#parts.push(bytes);
      this.#size += bytes.length;
    }
    return offset;
  }

  bytes() {
    return Buffer.concat(this.#parts);
  }
}

/**
 * @param {Value} value
 * @returns {value is Uint}
 */
const isUint = (value) => typeof value === "object" && "uint" in value && typeof value.uint === "number";

/**
 * @param {Value} value
 * @returns {Buffer}
 */
function encode(value) {
  if (typeof value === "string") {
    const bytes = Buffer.from(value);
    return Buffer.concat([control(TYPE.text, bytes.length), bytes]);
  }
  if (typeof value === "number") {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value);
    return Buffer.concat([control(TYPE.double, 8), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([control(TYPE.list, value.length), ...value.map(encode)]);
  if (isUint(value)) {
    // Zero bytes in front are left out.
    const all = Buffer.alloc(8);
    all.writeBigUInt64BE(BigInt(value.uint));
    const first = all.findIndex((byte) => byte !== 0);
    const bytes = first < 0 ? Buffer.alloc(0) : all.subarray(first);
    if (bytes.length > value.bytes) throw new RangeError(`${value.uint} does not fit ${value.bytes} bytes`);
    return Buffer.concat([control(value.type, bytes.length), bytes]);
  }
  const entries = Object.entries(value);
  return Buffer.concat([control(TYPE.map, entries.length), ...entries.flat().map(encode)]);
}

/**
 * The byte of type and size, and what of both does not fit it.
 * @param {number} type
 * @param {number} size
 */
function control(type, size) {
  const [field, extra] =
    size < 29 ? [size, []] : size < 285 ? [29, [size - 29]] : [30, [(size - 285) >> 8, (size - 285) & 255]];
  if (size >= 65_821) throw new RangeError(`${size} is too long for this writer`);
  const short = type <= LAST_SHORT_TYPE;
  return Buffer.from([((short ? type : EXTENDED) << 5) | field, ...(short ? [] : [type - LAST_SHORT_TYPE]), ...extra]);
}

/**
 * The bits of a network's address, and how many count.
 * @param {string} text
 */
function parseNetwork(text) {
  const [address, prefix] = text.split("/");
  const length = Number(prefix);
  if (isIPv4(address) && length >= 1 && length <= 32) {
    const bytes = [...new Array(12).fill(0), ...address.split(".").map(Number)];
    return { bits: toBits(bytes), length: 96 + length };
  }
  if (isIPv6(address) && !address.includes(".") && length >= 1 && length <= 128) {
    const [head, tail] = address.split("::");
    /** @param {string | undefined} part */
    const groups = (part) => (part ? part.split(":").map((group) => Number.parseInt(group, 16)) : []);
    const [before, after] = [groups(head), groups(tail)];
    const all = [...before, ...new Array(8 - before.length - after.length).fill(0), ...after];
    return { bits: toBits(all.flatMap((group) => [group >> 8, group & 255])), length };
  }
  throw new RangeError(`${text} is not a network`);
}

/** @param {readonly number[]} bytes */
const toBits = (bytes) => bytes.flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => (byte >> bit) & 1));
