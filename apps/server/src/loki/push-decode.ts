/**
 * Reads Loki's `PushRequest` (proto/loki/push.proto) straight into entries. The generated decoder builds an object for
 * every message and replaces or merges bytes that are not UTF-8 otherwise than the rest of this program; tests hold the
 * two against each other. Every length is checked before it is used, and the schema fixes how deep messages nest.
 */
import { type Metadata, type MetadataPair, type Nanos, NO_METADATA, SECOND } from "@sluice/engine";
import {
  type PushEntry,
  PushRefusal,
  type PushResult,
  type PushStream,
  parseLabels,
} from "@sluice/engine/lang/lokipush";
import { decodeBytes } from "../text.ts";

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

/** Entries hold what fits in 64 bits of nanoseconds: the years 1677 to 2262. */
const MIN_SECONDS = -(2n ** 63n) / SECOND;
const MAX_SECONDS = (2n ** 63n - 1n) / SECOND - 1n;

/** Reads a request that is not compressed (any more). Errors say which message is broken: `streams[0].entries[3]: …`. */
export function decodePushRequest(bytes: Uint8Array): PushResult {
  const reader = new Reader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  try {
    return { ok: true, streams: reader.request() };
  } catch (error) {
    if (!(error instanceof PushRefusal)) throw error;
    return { ok: false, message: `body is not a push request: ${reader.path}: ${error.message}` };
  }
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;
  #stream = -1;
  #entry = -1;
  /** The second that was read last: entries of one request share it mostly, and multiplying bigints is slow. */
  #second = 0;
  #secondStart = 0n;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Where it is. */
  get path(): string {
    if (this.#stream < 0) return "streams";
    return this.#entry < 0 ? `streams[${this.#stream}]` : `streams[${this.#stream}].entries[${this.#entry}]`;
  }

  request(): PushStream[] {
    const streams: PushStream[] = [];
    while (this.#at < this.#bytes.length) {
      const tag = this.#varint();
      if (tag === TAG.streams) {
        this.#stream++;
        streams.push(this.#readStream(this.#end(this.#bytes.length)));
        this.#entry = -1;
      } else this.#skip(tag, this.#bytes.length);
    }
    return streams;
  }

  #readStream(end: number): PushStream {
    let labels = "";
    const entries: PushEntry[] = [];
    while (this.#at < end) {
      const tag = this.#varint();
      if (tag === TAG.labels) labels = this.#text(end);
      else if (tag === TAG.entries) {
        this.#entry++;
        entries.push(this.#readEntry(this.#end(end)));
      } else this.#skip(tag, end);
    }
    this.#close(end);
    this.#entry = -1;
    const parsed = parseLabels(labels);
    if (!parsed.ok) throw new PushRefusal(`labels: ${parsed.message}`);
    return { labels: parsed.labels, entries };
  }

  #readEntry(end: number): PushEntry {
    let timestamp: Nanos = 0n;
    let line = "";
    let metadata: MetadataPair[] | undefined;
    while (this.#at < end) {
      const tag = this.#varint();
      if (tag === TAG.timestamp) timestamp = this.#readTimestamp(this.#end(end));
      else if (tag === TAG.line) line = this.#text(end);
      else if (tag === TAG.metadata) {
        metadata ??= [];
        metadata.push(this.#readPair(this.#end(end)));
      } else this.#skip(tag, end);
    }
    this.#close(end);
    return { timestamp, line, metadata: (metadata as Metadata | undefined) ?? NO_METADATA };
  }

  #readPair(end: number): MetadataPair {
    let name = "";
    let value = "";
    while (this.#at < end) {
      const tag = this.#varint();
      if (tag === TAG.name) name = this.#text(end);
      else if (tag === TAG.value) value = this.#text(end);
      else this.#skip(tag, end);
    }
    this.#close(end);
    if (name === "") throw new PushRefusal("structured metadata has an empty name");
    return [name, value];
  }

  #readTimestamp(end: number): Nanos {
    let seconds = 0;
    let nanos = 0;
    while (this.#at < end) {
      const tag = this.#varint();
      if (tag === TAG.seconds) seconds = this.#signed();
      else if (tag === TAG.nanos) nanos = this.#signed();
      else this.#skip(tag, end);
    }
    this.#close(end);
    if (nanos < 0 || nanos > 999_999_999) throw new PushRefusal(`timestamp has ${nanos} nanoseconds`);
    if (seconds < MIN_SECONDS || seconds > MAX_SECONDS) throw new PushRefusal("timestamp is out of range");
    if (seconds !== this.#second) {
      this.#second = seconds;
      this.#secondStart = BigInt(seconds) * SECOND;
    }
    return this.#secondStart + BigInt(nanos);
  }

  /** The end of the field that starts here; it must lie within `limit`. */
  #end(limit: number): number {
    const end = this.#varint() + this.#at;
    if (end > limit) throw new PushRefusal("a field is longer than what it stands in");
    return end;
  }

  /** A message has been read: a number at its end must not have gone past it. */
  #close(end: number): void {
    if (this.#at > end) throw truncated();
  }

  /** A text; each byte that is not UTF-8 becomes U+FFFD. */
  #text(limit: number): string {
    const end = this.#end(limit);
    const from = this.#at;
    this.#at = end;
    return end === from ? "" : decodeBytes(this.#bytes, from, end);
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

  /** Passes over a field that is not known. */
  #skip(tag: number, limit: number): void {
    if (tag < 8 || tag > 0xffffffff) throw new PushRefusal(`${tag} is not a field`);
    const wire = tag & 7;
    if (wire === 0) this.#varint();
    else if (wire === 1) this.#at += 8;
    else if (wire === 2) this.#at = this.#end(limit);
    else if (wire === 5) this.#at += 4;
    else throw new PushRefusal(`a field has wire type ${wire}`);
    if (this.#at > limit) throw truncated();
  }
}

const truncated = () => new PushRefusal("it ends too early");
