/**
 * Decompresses bzip2 from pieces to pieces. It is a generator, so that whoever reads decides how much is done: it asks for
 * input (`MORE`), lets others have their turn (`TURN`), and gives at most `PIECE` bytes at a time, whatever a block expands
 * to. What it holds is one block before its runs are expanded (at most 900,000 bytes, in 32 bits each).
 *
 * A block is decoded in these steps: Huffman codes, move to front and runs of zeros (`Bzip2Symbols`), the inverse of the
 * Burrows-Wheeler transform, runs of four and more. Blocks and streams have check sums. A file may have several streams.
 */
import { Bzip2Bits, damaged } from "./bzip2-bits.ts";
import { Bzip2Symbols } from "./bzip2-symbols.ts";

/** More input is wanted: the next piece, or undefined at its end, is passed to `next`. */
export const MORE = Symbol("more input");
/** Nothing is wanted; something else may be done before it goes on. */
export const TURN = Symbol("the turn of others");

export type Bzip2Step = Buffer | typeof MORE | typeof TURN;

/** Bytes that are given at once. */
const PIECE = 64 * 1024;
/** Bytes of a block that are worked on at once. */
const SLICE = 16 * 1024;
/** Of the block size in a stream's header. */
const UNIT = 100_000;
const BLOCK = 0x314159265359;
const END = 0x177245385090;

const CRC = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  return crc;
});

/** Throws a `Bzip2Error`. */
export function* bunzip2(): Generator<Bzip2Step, void, Buffer | undefined> {
  const bits = new Bzip2Bits();
  let block = new Uint32Array(0);
  for (let first = true; ; first = false) {
    while (bits.wantsInput(4)) bits.add(yield MORE);
    if (!first && bits.isEmpty) return;
    const size = readHeader(bits, first) * UNIT;
    if (block.length < size) block = new Uint32Array(size);
    let streamCrc = 0;
    for (;;) {
      while (bits.wantsInput(10)) bits.add(yield MORE);
      const magic = bits.read(24) * 2 ** 24 + bits.read(24);
      const crc = readCrc(bits);
      if (magic === END) {
        if (crc !== streamCrc) throw damaged("the check sum of the stream is wrong");
        bits.align();
        break;
      }
      if (magic !== BLOCK) throw damaged("there is no block where one should begin");
      streamCrc = ((streamCrc << 1) | (streamCrc >>> 31)) ^ crc;
      const found = yield* readBlock(bits, block, size);
      if (found !== crc) throw damaged("the check sum of a block is wrong");
    }
  }
}

/** Gives the block size's digit. */
function readHeader(bits: Bzip2Bits, first: boolean): number {
  const magic = bits.read(24);
  const level = bits.read(8) - 0x30;
  if (magic !== 0x425a68) throw damaged(first ? "it does not begin with BZh" : "something follows its end");
  if (level < 1 || level > 9) throw damaged("the header has no block size");
  return level;
}

/** As a signed number. */
const readCrc = (bits: Bzip2Bits): number => (bits.read(16) << 16) | bits.read(16);

/** Gives the check sum of what the block expands to. */
function* readBlock(
  bits: Bzip2Bits,
  block: Uint32Array,
  size: number,
): Generator<Bzip2Step, number, Buffer | undefined> {
  while (bits.wantsInput(4)) bits.add(yield MORE);
  if (bits.read(1) === 1) throw damaged("it is randomized, which only programs before 1999 wrote");
  const origin = bits.read(24);
  const symbols = new Bzip2Symbols(bits, block, size);
  for (;;) {
    const wants = symbols.readTables();
    if (wants === "done") break;
    bits.add(yield MORE);
  }
  for (;;) {
    const wants = symbols.readOn(SLICE);
    if (wants === "done") break;
    if (wants === "turn") yield TURN;
    else bits.add(yield MORE);
  }
  const { length, counts } = symbols;
  if (origin >= length) throw damaged("a block begins outside itself");
  // From each byte to the one that follows it.
  const places = new Uint32Array(256);
  for (let byte = 1; byte < 256; byte++) places[byte] = places[byte - 1]! + counts[byte - 1]!;
  for (let at = 0; at < length; ) {
    const end = Math.min(length, at + SLICE);
    for (; at < end; at++) {
      const byte = block[at]! & 0xff;
      const place = places[byte]!;
      places[byte] = place + 1;
      block[place] = block[place]! | (at << 8);
    }
    yield TURN;
  }
  return yield* expand(block, length, origin);
}

/** After four equal bytes, the next one says how many more there are. */
function* expand(block: Uint32Array, length: number, origin: number): Generator<Buffer, number, unknown> {
  let crc = -1;
  let at = block[origin]! >>> 8;
  let left = length;
  let last = -1;
  let equal = 0;
  let repeat = 0;
  while (left > 0 || repeat > 0) {
    const piece = Buffer.allocUnsafe(PIECE);
    let filled = 0;
    while (filled < PIECE && (left > 0 || repeat > 0)) {
      if (repeat > 0) repeat--;
      else {
        const next = block[at]!;
        const byte = next & 0xff;
        at = next >>> 8;
        left--;
        if (equal === 4) {
          equal = 0;
          repeat = byte;
          continue;
        }
        equal = byte === last ? equal + 1 : 1;
        last = byte;
      }
      piece[filled++] = last;
      crc = (crc << 8) ^ CRC[(crc >>> 24) ^ last]!;
    }
    if (filled > 0) yield filled === PIECE ? piece : piece.subarray(0, filled);
  }
  return ~crc;
}
