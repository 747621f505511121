/**
 * What a message becomes when it is read. Two bytes can be a whole series, which takes hundreds of bytes in memory, so that
 * the length of a message says little; what is in it is counted before it is read.
 */

import { type ByteParts, PartsCursor } from "../http/parts.ts";

/** Series, labels and samples of one message. A profiler sends a few hundred. */
export const MAX_OBJECTS = 250_000;
/** A small object of JSON has some of these: its brace, its names' colons, the commas between. */
export const MAX_MARKS = 4 * MAX_OBJECTS;
/** What each takes while the message is worked on: itself, its texts, and what the rules of labels make of it. */
export const OBJECT_BYTES = 512;

const SERIES = 1;

/**
 * Series of a message and what they consist of. Counts no further than just above `max`, and no further where the message
 * is malformed: whoever reads it will find that.
 */
export function countInProto(message: ByteParts, max: number): number {
  let count = 0;
  const part = () => ++count <= max;
  const cursor = new PartsCursor(message);
  eachField(cursor, cursor.length, (number, to) => {
    if (number !== SERIES) return true;
    if (part()) eachField(cursor, to, part);
    return count <= max;
  });
  return count;
}

/** Calls `found` with each field that has a length, until it gives false. */
function eachField(cursor: PartsCursor, end: number, found: (number: number, to: number) => boolean): void {
  const varint = () => {
    let value = 0;
    let weight = 1;
    for (let i = 0; i < 10 && cursor.at < end; i++) {
      const byte = cursor.byte();
      value += (byte & 0x7f) * weight;
      if (byte < 0x80) break;
      weight *= 128;
    }
    return value;
  };
  while (cursor.at < end) {
    const tag = varint();
    switch (tag % 8) {
      case 0:
        varint();
        break;
      case 1:
        cursor.at += 8;
        break;
      case 2: {
        const to = varint() + cursor.at;
        if (to > end || !found(Math.floor(tag / 8), to)) return;
        cursor.at = to;
        break;
      }
      case 5:
        cursor.at += 4;
        break;
      // Groups, which are read as what is in them: that counts too much, if anything.
      case 3:
      case 4:
        break;
      default:
        return;
    }
  }
}

/** Marks of a text in JSON, at most: what is in a string counts as well. */
export function countInJson(text: ByteParts, max: number): number {
  let count = 0;
  for (const part of text)
    for (let i = 0; i < part.length && count <= max; i++) {
      const byte = part[i]!;
      // { [ , :
      if (byte === 0x7b || byte === 0x5b || byte === 0x2c || byte === 0x3a) count++;
    }
  return count;
}
