/**
 * Reads `push.v1.PushRequest` from its binary form. The runtime of the generated code reads any message, and takes as long
 * for this one as all the rest of a request; it also reads what runs over the end of a message, or has another type than
 * its field, which the original refuses or passes over.
 */
import { isUtf8 } from "node:buffer";
import { type ByteParts, PartsCursor } from "../http/parts.ts";
import { MAX_TEXT, type Remembered } from "../platform/remembered.ts";
import { nameLabels, type PushContent } from "./push.ts";

/** A message that is not one, or breaks off. */
export class MalformedMessage extends Error {
  constructor(what = "cannot parse invalid wire-format data") {
    super(what);
  }
}

/** The first two fields of a message, with a length. */
const FIRST = (1 << 3) | 2;
const SECOND = (2 << 3) | 2;
const THIRD = (3 << 3) | 2;
const MAX_FIELD = 2 ** 29;
/** Groups in groups, which nobody sends. */
const MAX_DEPTH = 100;

type Series = PushContent["series"][number];
type Label = Series["labels"][number];
type Sample = Series["samples"][number];

type FirstLabels = Pick<Series, "labels" | "name">;

/** The labels of a series by their bytes, a character for each. */
export type KnownLabels = Remembered<FirstLabels>;
/** Series of a message whose labels are looked up. Profilers send one. */
const LOOKED_UP = 16;

/**
 * Throws `MalformedMessage`. What it gives refers to the message, of which no profile is copied. Labels that are `known`
 * are not read again.
 */
export function decodePush(message: ByteParts, known?: KnownLabels): PushContent {
  const reader = new Reader(message);
  const { length } = reader;
  const series: Series[] = [];
  while (reader.at < length) {
    const tag = reader.tag(length);
    if (tag === FIRST)
      series.push(readSeries(reader, reader.span(length), series.length < LOOKED_UP ? known : undefined));
    else reader.skip(tag, length);
  }
  return { series };
}

function readSeries(reader: Reader, end: number, known: KnownLabels | undefined): Series {
  // As a rule, labels come before anything else.
  const first = known && readFirstLabels(reader, end, known);
  const more: Label[] = [];
  const samples: Sample[] = [];
  while (reader.at < end) {
    const tag = reader.tag(end);
    if (tag === FIRST) more.push(readLabel(reader, reader.span(end)));
    else if (tag === SECOND) samples.push(readSample(reader, reader.span(end)));
    // Annotations, which are read for what is wrong with them, and have the form of labels.
    else if (tag === THIRD) readLabel(reader, reader.span(end));
    else reader.skip(tag, end);
  }
  if (first === undefined) return { labels: more, samples };
  return more.length > 0 ? { labels: [...first.labels, ...more], samples } : { ...first, samples };
}

/** The labels with which a series begins, where all of them are in one part; they are read, unless they are known. */
function readFirstLabels(reader: Reader, end: number, known: KnownLabels): FirstLabels | undefined {
  const text = reader.textOfFields(FIRST, end, MAX_TEXT);
  if (text === "") return undefined;
  const until = reader.at + text.length;
  const found = known.of(text);
  if (found !== undefined) {
    reader.at = until;
    return found;
  }
  const labels: Label[] = [];
  while (reader.at < until) {
    reader.tag(until);
    labels.push(readLabel(reader, reader.span(until)));
  }
  return known.keep(text, { labels, name: nameLabels(labels) });
}

function readLabel(reader: Reader, end: number): Label {
  let name = "";
  let value = "";
  while (reader.at < end) {
    const tag = reader.tag(end);
    if (tag === FIRST) name = reader.text(end);
    else if (tag === SECOND) value = reader.text(end);
    else reader.skip(tag, end);
  }
  return { name, value };
}

function readSample(reader: Reader, end: number): Sample {
  let parts: ByteParts = [];
  let id = "";
  while (reader.at < end) {
    const tag = reader.tag(end);
    if (tag === FIRST) parts = reader.content(end);
    else if (tag === SECOND) id = reader.text(end);
    else reader.skip(tag, end);
  }
  return { id, parts };
}

class Reader extends PartsCursor {
  #varint(end: number): number {
    let value = 0;
    let weight = 1;
    for (let i = 0; i < 10; i++) {
      if (this.at >= end) throw new MalformedMessage();
      const byte = this.byte();
      // The tenth has room for a single bit.
      if (i === 9 && byte > 1) throw new MalformedMessage();
      value += (byte & 0x7f) * weight;
      if (byte < 0x80) return value;
      weight *= 128;
    }
    throw new MalformedMessage();
  }

  tag(end: number): number {
    const tag = this.#varint(end);
    if (tag < 8 || tag >= MAX_FIELD * 8) throw new MalformedMessage();
    return tag;
  }

  /**
   * The fields with this tag that stand here one after the other, a character for each byte: empty where they are none,
   * not all in this part, or more than `max` bytes.
   */
  textOfFields(tag: number, end: number, max: number): string {
    const bytes = this.rest();
    const limit = Math.min(end - this.at, max, bytes.length);
    let to = 0;
    while (to < limit && bytes[to] === tag) {
      const length = bytes[to + 1]!;
      // Longer ones have two bytes for it, at least.
      if (length < 0x80) to += 2 + length;
      else to += 3 + (length & 0x7f) + bytes[to + 2]! * 128;
    }
    return to <= limit ? bytes.toString("latin1", 0, to) : "";
  }

  /** The end of what has a length, which begins here. */
  span(end: number): number {
    const length = this.#varint(end);
    if (length > end - this.at) throw new MalformedMessage();
    return this.at + length;
  }

  content(end: number): ByteParts {
    return this.take(this.span(end));
  }

  text(end: number): string {
    const parts = this.content(end);
    const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    const text = bytes.toString();
    if (text.includes("\ufffd") && !isUtf8(bytes)) throw new MalformedMessage("string field contains invalid UTF-8");
    return text;
  }

  /** Passes over a field that is not known. */
  skip(tag: number, end: number, depth = 0): void {
    switch (tag % 8) {
      case 0:
        this.#varint(end);
        break;
      case 1:
        this.at += 8;
        break;
      case 2:
        this.at = this.span(end);
        break;
      case 3:
        this.#skipGroup(tag + 1, end, depth);
        break;
      case 5:
        this.at += 4;
        break;
      default:
        throw new MalformedMessage();
    }
    if (this.at > end) throw new MalformedMessage();
  }

  #skipGroup(last: number, end: number, depth: number): void {
    if (depth >= MAX_DEPTH) throw new MalformedMessage();
    for (let tag = this.tag(end); tag !== last; tag = this.tag(end)) this.skip(tag, end, depth + 1);
  }
}
