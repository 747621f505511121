/**
 * Reads Loki's `PushRequest` (proto/loki/push.proto) straight into entries, a bit at a time. The generated decoder builds
 * an object for every message, takes a body whole, and replaces or merges bytes that are not UTF-8 otherwise than the
 * rest of this program; tests hold the two against each other. Every length is checked before it is used, and the schema
 * fixes how deep messages nest.
 *
 * What is accepted is what Alloy accepts (recorded in the tests), but for numbers that only a broken encoder writes:
 * field numbers and lengths that come out right when cut to 32 or 64 bits are refused.
 */
import type { EntryContent } from "@sluice/engine";
import { type MetadataPair, type Nanos, NO_METADATA, SECOND } from "@sluice/engine";
import {
  MAX_LABELS_BYTES,
  MAX_METADATA_BYTES,
  NO_TIME,
  Pace,
  PushExcess,
  type PushLimits,
  type PushReading,
  PushRefusal,
  type PushStream,
  PushTally,
  parseLabels,
} from "@sluice/engine/lokipush";
import { SecondJoiner } from "../core/entries/seconds.ts";
import { decodeBytes, decodeInPieces, decodeReplacing, PIECE } from "../core/text.ts";

/** Field numbers with their wire types, as the first byte of a field. */
const TAG = {
  streams: 0x0a,
  labels: 0x0a,
  entries: 0x12,
  timestamp: 0x0a,
  seconds: 0x08,
  nanos: 0x10,
  line: 0x12,
  metadata: 0x1a,
  name: 0x0a,
  value: 0x12,
} as const;
/** How many fields each message has: they are numbered from 1, and must not come with other wire types. */
const FIELDS = { request: 2, stream: 3, entry: 4, timestamp: 2, pair: 2 } as const;
/** Fields that are known and not read, with their wire types: the request's format, a stream's hash, an entry's parsed labels. */
const UNREAD = { request: 0x12, stream: 0x18, entry: 0x22, timestamp: 0, pair: 0 } as const;

/** What Go's protobuf takes for a time: the years 1 to 9999. */
const MIN_SECONDS = Number(NO_TIME / SECOND);
const MAX_SECONDS = 253_402_300_799;
/** A time has twenty bytes at most; what else its message may hold is passed over at once. */
const MAX_TIMESTAMP_BYTES = 4096;

/** Reads a request that is not compressed (any more). Errors say which message is broken: `streams[0].entries[3]: …`. */
export function* readPushRequest(bytes: Uint8Array, limits: PushLimits): PushReading {
  const reader = new Reader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), new PushTally(limits));
  try {
    const streams = yield* reader.request();
    return { ok: true, streams, refused: reader.refused };
  } catch (error) {
    if (!(error instanceof PushRefusal)) throw error;
    if (error instanceof PushExcess) return { ok: false, message: error.message, tooMuch: true };
    return { ok: false, message: `body is not a push request: ${reader.path}: ${error.message}`, tooMuch: false };
  }
}

class Reader {
  readonly #bytes: Buffer;
  readonly #tally: PushTally;
  #at = 0;
  readonly #pace = new Pace();
  #stream = -1;
  #entry = -1;
  readonly #times = new SecondJoiner();
  /** Why a stream was left out. */
  refused: string | undefined;

  constructor(bytes: Buffer, tally: PushTally) {
    this.#bytes = bytes;
    this.#tally = tally;
  }

  /** Where it is. */
  get path(): string {
    if (this.#stream < 0) return "streams";
    return this.#entry < 0 ? `streams[${this.#stream}]` : `streams[${this.#stream}].entries[${this.#entry}]`;
  }

  *request(): Generator<void, PushStream[]> {
    const streams: PushStream[] = [];
    const end = this.#bytes.length;
    while (this.#at < end) {
      if (this.#due()) yield;
      const tag = this.#varint();
      if (tag === TAG.streams) {
        this.#stream++;
        this.#tally.stream();
        const stream = yield* this.#readStream(this.#end(end));
        if (stream !== undefined) streams.push(stream);
        this.#entry = -1;
      } else if (this.#skip(tag, end, "request")) yield* this.#skipGroup(end);
    }
    return streams;
  }

  /** With its entries, since a generator for each of them costs more than reading it. */
  *#readStream(end: number): Generator<void, PushStream | undefined> {
    let labels = "";
    const entries: EntryContent[] = [];
    while (this.#at < end) {
      if (this.#due()) yield;
      const tag = this.#varint();
      if (tag === TAG.entries) {
        this.#entry++;
        this.#tally.entry();
        const entryEnd = this.#end(end);
        let timestamp = NO_TIME;
        let line = "";
        let metadata: MetadataPair[] | undefined;
        while (this.#at < entryEnd) {
          const field = this.#varint();
          if (field === TAG.timestamp) timestamp = this.#readTimestamp(this.#end(entryEnd));
          else if (field === TAG.line) {
            const lineEnd = this.#end(entryEnd);
            line = lineEnd - this.#at <= PIECE ? this.#take(lineEnd) : yield* this.#takeLong(lineEnd);
          } else if (field === TAG.metadata) {
            if (this.#due()) yield;
            this.#tally.pairs(1);
            metadata ??= [];
            metadata.push(this.#readPair(this.#end(entryEnd)));
          } else {
            if (this.#due()) yield;
            if (this.#skip(field, entryEnd, "entry")) yield* this.#skipGroup(entryEnd);
          }
        }
        this.#close(entryEnd);
        entries.push({ timestamp, line, metadata: metadata ?? NO_METADATA });
      } else if (tag === TAG.labels) {
        const labelsEnd = this.#end(end);
        if (labelsEnd - this.#at > MAX_LABELS_BYTES)
          throw new PushExcess(`${this.path}: the labels are longer than ${MAX_LABELS_BYTES} bytes`);
        labels = decodeReplacing(this.#bytes, this.#at, labelsEnd);
        this.#at = labelsEnd;
      } else if (this.#skip(tag, end, "stream")) yield* this.#skipGroup(end);
    }
    this.#close(end);
    this.#entry = -1;
    const parsed = parseLabels(labels);
    if (!parsed.ok) {
      this.refused = `body is not a push request: ${this.path}: labels: ${parsed.message}`;
      return undefined;
    }
    this.#tally.pairs(Object.keys(parsed.labels).length);
    return { labels: parsed.labels, entries };
  }

  #readPair(end: number): MetadataPair {
    if (end - this.#at > MAX_METADATA_BYTES)
      throw new PushExcess(
        `${this.path}: structured metadata has a name and value of more than ${MAX_METADATA_BYTES} bytes`,
      );
    let name = "";
    let value = "";
    while (this.#at < end) {
      const tag = this.#varint();
      if (tag === TAG.name) name = this.#take(this.#end(end));
      else if (tag === TAG.value) value = this.#take(this.#end(end));
      else this.#skipAtOnce(tag, end, "pair");
    }
    this.#close(end);
    return [name, value];
  }

  #readTimestamp(end: number): Nanos {
    if (end - this.#at > MAX_TIMESTAMP_BYTES)
      throw new PushRefusal(`timestamp has more than ${MAX_TIMESTAMP_BYTES} bytes`);
    let seconds = 0;
    let nanos = 0;
    while (this.#at < end) {
      const tag = this.#varint();
      if (tag === TAG.seconds) seconds = this.#signed();
      // 32 bits; of more than that the lower ones count.
      else if (tag === TAG.nanos) nanos = this.#signed() | 0;
      else this.#skipAtOnce(tag, end, "timestamp");
    }
    this.#close(end);
    if (nanos < 0 || nanos > 999_999_999) throw new PushRefusal(`timestamp has ${nanos} nanoseconds`);
    if (seconds < MIN_SECONDS || seconds > MAX_SECONDS)
      throw new PushRefusal("timestamp is not in the years 1 to 9999");
    return this.#times.join(seconds, nanos);
  }

  /** One item more was read; whether it is time to stop. */
  #due(): boolean {
    return this.#pace.due(this.#at);
  }

  /** The end of the field that starts here; it must lie within `limit`. */
  #end(limit: number): number {
    const end = this.#varint() + this.#at;
    if (end > limit) throw new PushRefusal("a field is longer than the message that contains it");
    return end;
  }

  /** A message has been read: a number at its end must not have gone past it. */
  #close(end: number): void {
    if (this.#at > end) throw truncated();
  }

  /** The text from here to `end`; each byte that is not UTF-8 stays a raw byte. */
  #take(end: number): string {
    const from = this.#at;
    this.#at = end;
    return end === from ? "" : decodeBytes(this.#bytes, from, end);
  }

  *#takeLong(end: number): Generator<void, string> {
    const text = yield* decodeInPieces(this.#bytes, this.#at, end);
    this.#at = end;
    return text;
  }

  /** An unsigned varint. Past 2^53 it is not exact, but then it is too large for any length or tag. */
  #varint(): number {
    const bytes = this.#bytes;
    let byte = bytes[this.#at++];
    if (byte === undefined) throw truncated();
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    let scale = 0x80;
    for (let i = 1; i < 10; i++) {
      byte = bytes[this.#at++];
      if (byte === undefined) throw truncated();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
    throw new PushRefusal("a number has more than ten bytes");
  }

  /** A signed varint. What is too large to be exact is out of range for every field that has one. */
  #signed(): number {
    const start = this.#at;
    const value = this.#varint();
    if (this.#at - start < 10) return value;
    let bits = 0n;
    for (let i = this.#at - 1; i >= start; i--) bits = (bits << 7n) | BigInt(this.#bytes[i]! & 0x7f);
    return Number(BigInt.asIntN(64, bits));
  }

  /** Passes over a field that is not known; true where a group begins, whose content comes next. */
  #skip(tag: number, limit: number, message: keyof typeof FIELDS): boolean {
    if (tag < 8 || tag > 0xffffffff) throw new PushRefusal(`${tag} is not a field`);
    const wire = tag & 7;
    const field = Math.floor(tag / 8);
    if (field <= FIELDS[message] && tag !== UNREAD[message])
      throw new PushRefusal(`field ${field} has wire type ${wire}`);
    if (wire === 3) return true;
    this.#skipField(wire, limit);
    return false;
  }

  #skipField(wire: number, limit: number): void {
    if (wire === 0) this.#varint();
    else if (wire === 1) this.#at += 8;
    else if (wire === 2) this.#at = this.#end(limit);
    else if (wire === 5) this.#at += 4;
    else throw new PushRefusal(`a field has wire type ${wire}`);
    if (this.#at > limit) throw truncated();
  }

  /** Passes over what a group holds; as there, its end is any group's end. */
  *#skipGroup(limit: number): Generator<void, void> {
    for (let depth = 1; depth > 0; ) {
      if (this.#due()) yield;
      if (this.#at >= limit) throw truncated();
      const wire = this.#varint() & 7;
      if (wire === 3) depth++;
      else if (wire === 4) depth--;
      else this.#skipField(wire, limit);
    }
  }

  /** The same in a message that is short. */
  #skipAtOnce(tag: number, limit: number, message: keyof typeof FIELDS): void {
    if (this.#skip(tag, limit, message)) for (const _ of this.#skipGroup(limit));
  }
}

const truncated = () => new PushRefusal("it ends early");
