/**
 * Reads a push body in JSON from its bytes, a bit at a time, and counts while it reads. It accepts what Alloy accepts
 * (recorded in the tests): a label's value may have any type and becomes its text; a missing `stream` or `values` is empty;
 * the key `streams` may be in any case; text after the body is ignored.
 */

import type { Nanos } from "@sluice/languages/base";
import type { EntryContent } from "../base/entry.ts";
import { type Metadata, type MetadataPair, NO_METADATA } from "../base/entry.ts";
import { type Decode, JsonScanner, LIST, LIST_END, OBJECT, OBJECT_END, QUOTE } from "./json-scanner.ts";
import { labelsOfPairs } from "./labels.ts";
import {
  MAX_LABELS_BYTES,
  MAX_METADATA_BYTES,
  NO_TIME,
  PushExcess,
  type PushLimits,
  type PushReading,
  PushRefusal,
  type PushStream,
  PushTally,
} from "./push.ts";

const NANOS = /^-?(?:0|[1-9][0-9]{0,18})$/;

/** Receives what a body has besides entries. */
export interface PushKeys {
  /** A key that is skipped, with its value as written; `path` is that of the object around it, empty for the body. */
  unknown?(key: string, path: string, value: () => string): void;
  /** The body's list of streams. */
  streams?(): void;
}

export function* readPushJson(bytes: Uint8Array, decode: Decode, limits: PushLimits, keys: PushKeys = {}): PushReading {
  const reader = new Reader(bytes, decode, new PushTally(limits), keys);
  try {
    const streams = yield* reader.request();
    return { ok: true, streams, refused: reader.refused };
  } catch (error) {
    if (!(error instanceof PushRefusal)) throw error;
    return { ok: false, message: error.message, tooMuch: error instanceof PushExcess };
  }
}

class Reader {
  readonly #json: JsonScanner;
  readonly #tally: PushTally;
  readonly #keys: PushKeys;
  #stream = -1;
  #entry = -1;
  /** Why a stream was left out. */
  refused: string | undefined;

  constructor(bytes: Uint8Array, decode: Decode, tally: PushTally, keys: PushKeys) {
    this.#keys = keys;
    this.#json = new JsonScanner(bytes, decode);
    this.#tally = tally;
  }

  *request(): Generator<void, PushStream[]> {
    let streams: PushStream[] = [];
    if (this.#json.skipNull()) return streams;
    this.#json.expectObject();
    for (let first = true; this.#json.more(OBJECT_END, first); first = false) {
      const key = yield* this.#json.key();
      if (key.toLowerCase() !== "streams") {
        yield* this.#passOver(key, "");
      } else if (this.#json.skipNull()) streams = [];
      else streams = yield* this.#streams();
    }
    return streams;
  }

  *#passOver(key: string, path: string): Generator<void, void> {
    const written = yield* this.#json.written();
    this.#keys.unknown?.(key, path, written);
  }

  *#streams(): Generator<void, PushStream[]> {
    const streams: PushStream[] = [];
    if (!this.#json.opens(LIST)) throw new PushRefusal('"streams" must be a list');
    this.#keys.streams?.();
    this.#stream = -1;
    for (let first = true; this.#json.more(LIST_END, first); first = false) {
      this.#stream++;
      this.#tally.stream();
      const stream = yield* this.#readStream();
      if (stream !== undefined) streams.push(stream);
    }
    return streams;
  }

  *#readStream(): Generator<void, PushStream | undefined> {
    if (!this.#json.opens(OBJECT)) throw new PushRefusal(`${this.#path} must be an object`);
    let pairs: ReadonlyMap<string, string> = new Map();
    let entries: EntryContent[] = [];
    for (let first = true; this.#json.more(OBJECT_END, first); first = false) {
      const key = yield* this.#json.key();
      if (key === "stream") pairs = yield* this.#labels();
      else if (key !== "values") {
        yield* this.#passOver(key, this.#path);
      } else if (!this.#json.skipNull()) entries = yield* this.#values();
    }
    const read = labelsOfPairs(pairs);
    if (read.ok) return { labels: read.labels, entries };
    this.refused = `${this.#path}.stream: ${read.message}`;
    return undefined;
  }

  *#labels(): Generator<void, Map<string, string>> {
    if (!this.#json.opens(OBJECT)) throw new PushRefusal(`${this.#path}.stream must be an object`);
    const start = this.#json.at;
    const pairs = new Map<string, string>();
    for (let first = true; this.#json.more(OBJECT_END, first); first = false) {
      if (this.#json.due()) yield;
      this.#tally.pairs(1);
      const name = yield* this.#json.key();
      const value =
        this.#json.peek() === QUOTE
          ? (this.#json.shortText() ?? (yield* this.#json.longText()))
          : yield* this.#json.ownText(MAX_LABELS_BYTES);
      if (this.#json.at - start > MAX_LABELS_BYTES)
        throw new PushExcess(`${this.#path}.stream is longer than ${MAX_LABELS_BYTES} bytes`);
      pairs.set(name, value);
    }
    return pairs;
  }

  *#values(): Generator<void, EntryContent[]> {
    if (!this.#json.opens(LIST)) throw new PushRefusal(`${this.#path}.values must be a list`);
    this.#entry = -1;
    const entries: EntryContent[] = [];
    for (let first = true; this.#json.more(LIST_END, first); first = false) {
      if (this.#json.due()) yield;
      this.#entry++;
      if (this.#json.skipNull()) continue;
      if (!this.#json.opens(LIST))
        throw new PushRefusal(`${this.#path} must be [timestamp, line] or [timestamp, line, metadata]`);
      this.#tally.entry();
      let timestamp = NO_TIME;
      let line = "";
      let metadata: Metadata = NO_METADATA;
      for (let i = 0; this.#json.more(LIST_END, i === 0); i++) {
        if (i === 0) timestamp = this.#timestamp();
        else if (i === 1) {
          if (this.#json.peek() !== QUOTE) throw new PushRefusal(`${this.#path}[1] must be a string`);
          line = this.#json.shortText() ?? (yield* this.#json.longText());
        } else if (i === 2) metadata = yield* this.#metadata();
        else {
          if (this.#json.due()) yield;
          yield* this.#json.skip();
        }
      }
      entries.push({ timestamp, line, metadata });
    }
    this.#entry = -1;
    return entries;
  }

  #timestamp(): Nanos {
    const text = this.#json.peek() === QUOTE ? this.#json.shortText() : undefined;
    // A sign alone is zero, and escapes are not read here.
    if (text === "-") return 0n;
    const plain = text !== undefined && NANOS.test(text) && this.#json.isPlain(text.length);
    if (!plain) throw new PushRefusal(`${this.#path}[0] must be a string of nanoseconds since 1970`);
    const at = BigInt(text);
    if (BigInt.asIntN(64, at) !== at) throw new PushRefusal(`${this.#path}[0] is out of range`);
    return at;
  }

  *#metadata(): Generator<void, Metadata> {
    if (!this.#json.opens(OBJECT)) throw new PushRefusal(`${this.#path}[2] must be an object of strings`);
    const pairs: MetadataPair[] = [];
    for (let first = true; this.#json.more(OBJECT_END, first); first = false) {
      if (this.#json.due()) yield;
      this.#tally.pairs(1);
      const from = this.#json.at;
      const name = yield* this.#json.key();
      if (this.#json.peek() !== QUOTE)
        throw new PushRefusal(`${this.#path}[2]: ${JSON.stringify(name.slice(0, 100))} must be a string`);
      const value = this.#json.shortText() ?? (yield* this.#json.longText());
      if (this.#json.at - from > MAX_METADATA_BYTES)
        throw new PushExcess(`${this.#path}[2]: a name with its value is longer than ${MAX_METADATA_BYTES} bytes`);
      pairs.push([name, value]);
    }
    return pairs.length === 0 ? NO_METADATA : pairs;
  }

  /** Where it is. */
  get #path(): string {
    return this.#entry < 0 ? `streams[${this.#stream}]` : `streams[${this.#stream}].values[${this.#entry}]`;
  }
}
