/**
 * The body of a push of one series, in parts: the profiles, which are nearly all of it, are parts by themselves and are
 * not copied.
 */
import { encodeUtf8 } from "@sluice/engine";
import type { ProfileLabels } from "@sluice/engine/profiles";
import type { RawProfile } from "../core/entries/profiles-receiver.ts";
import { lengthOf } from "../platform/length-of.ts";

/** Tags of the fields, all of which have a length: number and wire type as `push.proto` and `types.proto` give them. */
const TAG = { series: 0x0a, labels: 0x0a, samples: 0x12, first: 0x0a, second: 0x12 };

/** A message of two fields; an empty one is not written. */
interface Pair {
  readonly tag: number;
  /** In parts. */
  readonly first: readonly Uint8Array[];
  readonly second: Uint8Array;
}

/** What has fewer bytes than this is copied: a part costs more. */
const SMALLEST_PART = 1024;

export function encodePush(labels: ProfileLabels, samples: readonly RawProfile[]): readonly Uint8Array[] {
  const pairs: Pair[] = [
    ...labels.map(([name, value]) => ({ tag: TAG.labels, first: [encodeUtf8(name)], second: encodeUtf8(value) })),
    ...samples.map(({ parts, id }) => ({ tag: TAG.samples, first: parts, second: encodeUtf8(id) })),
  ];
  const seriesLength = pairs.reduce((sum, pair) => sum + fieldLength(pairLength(pair)), 0);
  const apart = pairs.reduce((sum, { first }) => sum + lengthOf(first.filter(isPart)), 0);
  const writer = new Writer(fieldLength(seriesLength) - apart);
  writer.open(TAG.series, seriesLength);
  for (const pair of pairs) {
    writer.open(pair.tag, pairLength(pair));
    writer.bytes(TAG.first, pair.first);
    writer.bytes(TAG.second, [pair.second]);
  }
  return writer.parts();
}

const isPart = ({ length }: Uint8Array): boolean => length >= SMALLEST_PART;

const pairLength = ({ first, second }: Pair): number => bytesLength(lengthOf(first)) + bytesLength(second.length);
const bytesLength = (length: number): number => (length === 0 ? 0 : fieldLength(length));
const fieldLength = (length: number): number => 1 + varintLength(length) + length;

function varintLength(value: number): number {
  let length = 1;
  for (let rest = value; rest > 0x7f; rest = Math.floor(rest / 128)) length++;
  return length;
}

class Writer {
  readonly #parts: Uint8Array[] = [];
  /** Everything that is not a part by itself. */
  readonly #rest: Uint8Array;
  #from = 0;
  #at = 0;

  constructor(length: number) {
    this.#rest = Buffer.allocUnsafe(length);
  }

  /** What comes before a field's content. */
  open(tag: number, length: number): void {
    this.#rest[this.#at++] = tag;
    let left = length;
    for (; left > 0x7f; left = Math.floor(left / 128)) this.#rest[this.#at++] = (left % 128) | 0x80;
    this.#rest[this.#at++] = left;
  }

  bytes(tag: number, content: readonly Uint8Array[]): void {
    const length = lengthOf(content);
    if (length === 0) return;
    this.open(tag, length);
    for (const part of content) {
      if (isPart(part)) {
        this.#cut();
        this.#parts.push(part);
      } else {
        this.#rest.set(part, this.#at);
        this.#at += part.length;
      }
    }
  }

  #cut(): void {
    if (this.#at > this.#from) this.#parts.push(this.#rest.subarray(this.#from, this.#at));
    this.#from = this.#at;
  }

  parts(): readonly Uint8Array[] {
    this.#cut();
    return this.#parts;
  }
}
