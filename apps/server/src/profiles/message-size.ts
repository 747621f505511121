/**
 * What a message becomes when it is read. Two bytes can be a whole series, which takes hundreds of bytes in memory, so that
 * the length of a message says little; what is in it is counted before it is read.
 */

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
export function countInProto(message: Uint8Array, max: number): number {
  let count = 0;
  const part = () => ++count <= max;
  eachField(message, 0, message.length, (number, from, to) => {
    if (number !== SERIES) return true;
    if (part()) eachField(message, from, to, part);
    return count <= max;
  });
  return count;
}

/** Calls `found` with each field that has a length, until it gives false. */
function eachField(
  bytes: Uint8Array,
  from: number,
  end: number,
  found: (number: number, from: number, to: number) => boolean,
): void {
  let at = from;
  const varint = () => {
    let value = 0;
    for (let i = 0; i < 10 && at < end; i++) {
      const byte = bytes[at++]!;
      value += (byte & 0x7f) * 2 ** (7 * i);
      if (byte < 0x80) break;
    }
    return value;
  };
  while (at < end) {
    const tag = varint();
    switch (tag % 8) {
      case 0:
        varint();
        break;
      case 1:
        at += 8;
        break;
      case 2: {
        const to = varint() + at;
        if (to > end || !found(Math.floor(tag / 8), at, to)) return;
        at = to;
        break;
      }
      case 5:
        at += 4;
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

/** Marks of a text in JSON, at most: what stands in a string counts as well. */
export function countInJson(text: Uint8Array, max: number): number {
  let count = 0;
  for (let i = 0; i < text.length && count <= max; i++) {
    const byte = text[i]!;
    // { [ , :
    if (byte === 0x7b || byte === 0x5b || byte === 0x2c || byte === 0x3a) count++;
  }
  return count;
}
