/**
 * The bytes of a segment: a header, then records one after the other.
 *
 * Each segment has a salt: the marker at the front of its records, and the seed of their checksums. So bytes inside a payload,
 * which strangers send, are never taken for a record when the store looks for the next one behind damage. The header is
 * there twice, so that damage to it does not cost the segment.
 *
 * The checksum is zlib's CRC-32, which Node computes natively: 30 kB in 7 µs, and CRC-32C by script in 60.
 */
import { crc32 } from "node:zlib";
import { JOURNAL_BOUNDS } from "@sluice/engine";

export interface Salt {
  readonly marker: number;
  readonly seed: number;
}

export interface SegmentHeader extends Salt {
  /** Number of the first entry. */
  readonly first: number;
}

export interface RecordHeader {
  /** Bytes of the payload. */
  readonly length: number;
  /** Number of the first entry. */
  readonly first: number;
  /** How many entries the record stands for. */
  readonly count: number;
  readonly time: number;
  readonly checksum: number;
}

const MAGIC = Buffer.from("SLUICEJ1", "latin1");
const COPY = 32;
export const SEGMENT_HEADER = 2 * COPY;
export const RECORD_HEADER = 36;
/** Bytes of a payload. */
export const MAX_PAYLOAD = JOURNAL_BOUNDS.entry;
/** Entries of a record. */
export const MAX_ENTRIES = 2 ** 32 - 1;

/** No entry has a number beyond it: far below it, numbers are still exact, and a journal never gets there. */
export const MOST_NUMBER = 2 ** 52;

const NAME = /^(\d{16})\.segment$/;
export const segmentName = (first: number): string => `${String(first).padStart(16, "0")}.segment`;
/** The number of the first entry, by the name of the file; undefined for another file. */
export function firstOf(name: string): number | undefined {
  const digits = NAME.exec(name)?.[1];
  const first = Number(digits ?? Number.NaN);
  return first <= MOST_NUMBER ? first : undefined;
}

export function segmentHeader({ first, marker, seed }: SegmentHeader): Buffer {
  const bytes = Buffer.alloc(SEGMENT_HEADER);
  for (const at of [0, COPY]) {
    MAGIC.copy(bytes, at);
    putNumber(bytes, first, at + 8);
    bytes.writeUInt32LE(marker, at + 16);
    bytes.writeUInt32LE(seed, at + 20);
    bytes.writeUInt32LE(crc32(bytes.subarray(at, at + 24)), at + 24);
  }
  return bytes;
}

/** Undefined when both copies are damaged. */
export function readSegmentHeader(bytes: Buffer): SegmentHeader | undefined {
  for (const at of [0, COPY]) {
    if (bytes.length < at + 28 || !MAGIC.equals(bytes.subarray(at, at + MAGIC.length))) continue;
    if (crc32(bytes.subarray(at, at + 24)) !== bytes.readUInt32LE(at + 24)) continue;
    return { first: getNumber(bytes, at + 8), marker: bytes.readUInt32LE(at + 16), seed: bytes.readUInt32LE(at + 20) };
  }
  return undefined;
}

export const checksumOf = (payload: Uint8Array, salt: Salt): number => crc32(payload, salt.seed);

/** A salt of two random numbers of 32 bits. A marker without zeros is not found in a part of a file that was never written. */
export const saltOf = (marker: number, seed: number): Salt => ({ marker: (marker | 0x01010101) >>> 0, seed });

export function putRecordHeader(bytes: Buffer, at: number, header: RecordHeader, salt: Salt): void {
  bytes.writeUInt32LE(salt.marker, at);
  bytes.writeUInt32LE(header.length, at + 4);
  putNumber(bytes, header.first, at + 8);
  bytes.writeUInt32LE(header.count, at + 16);
  bytes.writeDoubleLE(header.time, at + 20);
  bytes.writeUInt32LE(header.checksum, at + 28);
  bytes.writeUInt32LE(crc32(bytes.subarray(at, at + 32), salt.seed), at + 32);
}

/** Undefined when no header is there, or a damaged one. */
export function readRecordHeader(bytes: Buffer, at: number, salt: Salt): RecordHeader | undefined {
  if (bytes.readUInt32LE(at) !== salt.marker) return undefined;
  if (crc32(bytes.subarray(at, at + 32), salt.seed) !== bytes.readUInt32LE(at + 32)) return undefined;
  const length = bytes.readUInt32LE(at + 4);
  const first = getNumber(bytes, at + 8);
  const count = bytes.readUInt32LE(at + 16);
  if (length > MAX_PAYLOAD || count === 0 || first > MOST_NUMBER) return undefined;
  return { length, first, count, time: bytes.readDoubleLE(at + 20), checksum: bytes.readUInt32LE(at + 28) };
}

const HALF = 2 ** 32;

function putNumber(bytes: Buffer, value: number, at: number): void {
  bytes.writeUInt32LE(value % HALF, at);
  bytes.writeUInt32LE(Math.floor(value / HALF), at + 4);
}

const getNumber = (bytes: Buffer, at: number): number => bytes.readUInt32LE(at + 4) * HALF + bytes.readUInt32LE(at);
