/**
 * Entries of a batch as the payload of one record of a journal. Little endian:
 *
 * - byte: version; u32: label sets; u32: entries
 * - of each label set u32 pairs, and of each pair two texts (names in their order)
 * - of each entry u32 label set, f64 seconds, u32 nanoseconds, a text, u32 pairs of structured metadata, and those
 * - a text is u32 bytes, and UTF-8
 *
 * Loki's push format was not taken: labels are text in it that has to be parsed, and some times have no place in it.
 */
import { LabelSet, type MetadataPair, type Nanos, NO_METADATA } from "@sluice/engine";
import type { LogContent } from "../core/entries/receiver.ts";
import { SecondJoiner, SecondSplitter } from "../core/entries/seconds.ts";

const VERSION = 1;
const HEADER = 9;
/** Of an entry without its texts. */
const ENTRY = 20;

export const encodeEntries = (entries: readonly LogContent[]): Buffer =>
  encodePart(entries, 0, Number.POSITIVE_INFINITY).payload;

/** Entries from `from` on, as many as `most` bytes hold, and one at least. */
export function encodePart(
  entries: readonly LogContent[],
  from: number,
  most: number,
): { readonly payload: Buffer; readonly end: number } {
  const sets = new Map<LabelSet, number>();
  let size = HEADER;
  const lines: number[] = [];
  let last: LabelSet | undefined;
  let end = from;
  for (; end < entries.length; end++) {
    const { labels, line, metadata } = entries[end]!;
    const bytes = Buffer.byteLength(line);
    let more = ENTRY + 4 + bytes;
    // Neighbours mostly share theirs.
    const isNew = labels !== last && !sets.has(labels);
    if (isNew) more += 4 + bytesOfPairs(labels);
    if (metadata.length > 0) more += bytesOfPairs(metadata);
    if (size + more > most && end > from) break;
    if (isNew) sets.set(labels, sets.size);
    last = labels;
    lines.push(bytes);
    size += more;
  }
  const writer = new Writer(size);
  writer.byte(VERSION);
  writer.u32(sets.size);
  writer.u32(end - from);
  for (const labels of sets.keys()) {
    writer.u32(labels.size);
    for (const [name, value] of labels) writer.pair(name, value);
  }
  last = undefined;
  let set = 0;
  for (let i = from; i < end; i++) {
    const { labels, line, timestamp, metadata } = entries[i]!;
    if (labels !== last) set = sets.get(labels)!;
    last = labels;
    writer.u32(set);
    writer.time(timestamp);
    writer.text(line, lines[i - from]!);
    writer.u32(metadata.length);
    for (const [name, value] of metadata) writer.pair(name, value);
  }
  return { payload: writer.bytes, end };
}

function bytesOfPairs(pairs: Iterable<readonly [string, string]>): number {
  let bytes = 0;
  for (const [name, value] of pairs) bytes += 8 + Buffer.byteLength(name) + Buffer.byteLength(value);
  return bytes;
}

/** Throws where the payload is none that `encodeEntries` made. */
export function decodeEntries(payload: Uint8Array): LogContent[] {
  const reader = new Reader(payload);
  const version = reader.byte();
  if (version !== VERSION) throw new Error(`a record of version ${version}, which this server does not read`);
  const setCount = reader.u32();
  const count = reader.u32();
  const sets: LabelSet[] = [];
  for (let i = 0; i < setCount; i++) sets.push(LabelSet.of(reader.pairs()));
  const entries: LogContent[] = [];
  for (let i = 0; i < count; i++) {
    const labels = sets[reader.u32()];
    if (labels === undefined) throw new Error("a record names labels that it does not hold");
    const timestamp = reader.time();
    const line = reader.text();
    const pairs = reader.pairs();
    entries.push({ labels, line, timestamp, metadata: pairs.length === 0 ? NO_METADATA : pairs });
  }
  return entries;
}

class Writer {
  readonly bytes: Buffer;
  #at = 0;
  readonly #times = new SecondSplitter();

  constructor(size: number) {
    this.bytes = Buffer.allocUnsafe(size);
  }

  byte(value: number): void {
    this.bytes[this.#at++] = value;
  }

  u32(value: number): void {
    this.#at = this.bytes.writeUInt32LE(value, this.#at);
  }

  time(timestamp: Nanos): void {
    const nanos = this.#times.split(timestamp);
    // Times of entries fit into a double exactly: 2^53 seconds are further away than any time that is kept.
    this.#at = this.bytes.writeDoubleLE(this.#times.second, this.#at);
    this.u32(nanos);
  }

  text(text: string, size: number): void {
    this.u32(size);
    if (size === text.length) this.bytes.write(text, this.#at, "latin1");
    else this.bytes.write(text, this.#at, "utf8");
    this.#at += size;
  }

  pair(name: string, value: string): void {
    this.text(name, Buffer.byteLength(name));
    this.text(value, Buffer.byteLength(value));
  }
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;
  readonly #times = new SecondJoiner();

  constructor({ buffer, byteOffset, byteLength }: Uint8Array) {
    this.#bytes = Buffer.from(buffer, byteOffset, byteLength);
  }

  byte(): number {
    return this.#bytes.readUInt8(this.#at++);
  }

  u32(): number {
    const value = this.#bytes.readUInt32LE(this.#at);
    this.#at += 4;
    return value;
  }

  time(): Nanos {
    const second = this.#bytes.readDoubleLE(this.#at);
    this.#at += 8;
    return this.#times.join(second, this.u32());
  }

  text(): string {
    const size = this.u32();
    const end = this.#at + size;
    if (end > this.#bytes.length) throw new Error("a record breaks off");
    const text = this.#bytes.toString("utf8", this.#at, end);
    this.#at = end;
    return text;
  }

  pairs(): MetadataPair[] {
    const count = this.u32();
    const pairs: MetadataPair[] = [];
    for (let i = 0; i < count; i++) pairs.push([this.text(), this.text()]);
    return pairs;
  }
}
