/**
 * Entries of a batch as the payload of one record of a journal. Little endian:
 *
 * - byte: version; u32: label sets; u32: entries
 * - of each label set u32 pairs, and of each pair two texts (names in their order); a text is u32 bytes, and UTF-8
 * - of each entry u32 label set, f64 seconds, u32 nanoseconds, u32 bytes of its line, u32 pairs of structured metadata, and those
 * - the lines in UTF-8, one after the other, so that many are written at once
 *
 * Loki's push format was not taken: labels are text in it that has to be parsed, and some times have no place in it.
 */
import { LabelSet, type MetadataPair, type Nanos, NO_METADATA } from "@sluice/engine";
import { entryMemory, labelMemory } from "../core/entries/held-memory.ts";
import type { LogContent } from "../core/entries/receiver.ts";
import { SecondJoiner, SecondSplitter } from "../core/entries/seconds.ts";

const VERSION = 2;
const HEADER = 9;
/** Of an entry without its texts. */
const ENTRY = 24;
/** Lines are measured and written together, up to so many UTF-16 units. */
const RUN = 32 * 1024;

export const encodeEntries = (entries: readonly LogContent[]): Buffer =>
  encodePart(entries, 0, Number.POSITIVE_INFINITY).payload;

export interface EncodedPart {
  readonly payload: Buffer;
  /** The entry behind the last one. */
  readonly end: number;
  /** What the entries hold, as `HeldMemory` counts it. */
  readonly memory: number;
}

/** Entries from `from` on, as many as `most` bytes hold, and one at least. */
export function encodePart(entries: readonly LogContent[], from: number, most: number): EncodedPart {
  const sets = new Map<LabelSet, number>();
  const runs: LineRun[] = [];
  let run: LineRun | undefined;
  let size = HEADER;
  let memory = 0;
  let last: LabelSet | undefined;
  let end = from;
  for (; end < entries.length; end++) {
    if (run === undefined || run.end === end) {
      run = runOf(entries, end);
      runs.push(run);
    }
    const entry = entries[end]!;
    const { labels, metadata } = entry;
    let more = ENTRY + bytesOfLine(entry, run);
    // Neighbours mostly share theirs.
    const isNew = labels !== last && !sets.has(labels);
    if (isNew) more += 4 + bytesOfPairs(labels);
    if (metadata.length > 0) more += bytesOfPairs(metadata);
    if (size + more > most && end > from) break;
    if (isNew) {
      sets.set(labels, sets.size);
      memory += labelMemory(labels);
    }
    last = labels;
    size += more;
    memory += entryMemory(entry);
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
  let i = from;
  for (const one of runs)
    for (; i < Math.min(one.end, end); i++) {
      const entry = entries[i]!;
      const { labels, timestamp, metadata } = entry;
      if (labels !== last) set = sets.get(labels)!;
      last = labels;
      writer.entry(set, timestamp, bytesOfLine(entry, one), metadata.length);
      for (const [name, value] of metadata) writer.pair(name, value);
    }
  let first = from;
  for (const one of runs) {
    if (one.text !== undefined && one.end <= end) writer.ascii(one.text);
    else for (let j = first; j < Math.min(one.end, end); j++) writer.line(entries[j]!.line);
    first = one.end;
  }
  return { payload: writer.bytes, end, memory };
}

/** Lines one after the other. */
interface LineRun {
  /** The entry behind the last one. */
  readonly end: number;
  /** All of them, where they are ASCII. */
  readonly text: string | undefined;
}

function runOf(entries: readonly LogContent[], from: number): LineRun {
  let end = from;
  let text = "";
  while (end < entries.length && text.length < RUN) text += entries[end++]!.line;
  return { end, text: Buffer.byteLength(text) === text.length ? text : undefined };
}

const bytesOfLine = ({ line }: LogContent, { text }: LineRun): number =>
  text === undefined ? Buffer.byteLength(line) : line.length;

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
  const entries: { labels: LabelSet; line: string; timestamp: Nanos; metadata: readonly MetadataPair[] }[] = [];
  const sizes: number[] = [];
  for (let i = 0; i < count; i++) {
    const labels = sets[reader.u32()];
    if (labels === undefined) throw new Error("a record names labels that it does not hold");
    const timestamp = reader.time();
    sizes.push(reader.u32());
    const pairs = reader.pairs();
    entries.push({ labels, line: "", timestamp, metadata: pairs.length === 0 ? NO_METADATA : pairs });
  }
  for (let i = 0; i < count; i++) entries[i]!.line = reader.textOf(sizes[i]!);
  return entries;
}

class Writer {
  readonly bytes: Buffer;
  readonly #view: DataView;
  #at = 0;
  readonly #times = new SecondSplitter();

  constructor(size: number) {
    this.bytes = Buffer.allocUnsafe(size);
    this.#view = new DataView(this.bytes.buffer, this.bytes.byteOffset, size);
  }

  byte(value: number): void {
    this.bytes[this.#at++] = value;
  }

  u32(value: number): void {
    this.#view.setUint32(this.#at, value, true);
    this.#at += 4;
  }

  entry(set: number, timestamp: Nanos, line: number, pairs: number): void {
    const view = this.#view;
    const at = this.#at;
    const nanos = this.#times.split(timestamp);
    view.setUint32(at, set, true);
    // Times of entries fit into a double exactly: 2^53 seconds are further away than any time that is kept.
    view.setFloat64(at + 4, this.#times.second, true);
    view.setUint32(at + 12, nanos, true);
    view.setUint32(at + 16, line, true);
    view.setUint32(at + 20, pairs, true);
    this.#at = at + ENTRY;
  }

  ascii(text: string): void {
    this.#at += this.bytes.write(text, this.#at, "latin1");
  }

  line(line: string): void {
    this.#at += this.bytes.write(line, this.#at, "utf8");
  }

  pair(name: string, value: string): void {
    this.#text(name);
    this.#text(value);
  }

  #text(text: string): void {
    const size = this.bytes.write(text, this.#at + 4, "utf8");
    this.u32(size);
    this.#at += size;
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
    return this.textOf(this.u32());
  }

  textOf(size: number): string {
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
