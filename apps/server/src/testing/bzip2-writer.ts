/** Writes bzip2 in the simplest way: codes of one length, rotations sorted as they are. For small inputs of tests. */

const CRC = Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  return crc;
});

class BitWriter {
  readonly #bits: number[] = [];

  add(value: number, count: number): this {
    for (let bit = count - 1; bit >= 0; bit--) this.#bits.push(Math.floor(value / 2 ** bit) % 2);
    return this;
  }

  bytes(): Buffer {
    const bytes = Buffer.alloc(Math.ceil(this.#bits.length / 8));
    for (const [at, bit] of this.#bits.entries()) bytes[at >> 3] = bytes[at >> 3]! | (bit << (7 - (at & 7)));
    return bytes;
  }
}

/** Runs of four and more get a count. */
function shortenRuns(data: Uint8Array): number[] {
  const out: number[] = [];
  for (let at = 0; at < data.length; ) {
    let length = 1;
    while (length < 259 && data[at + length] === data[at]) length++;
    out.push(...Array(Math.min(length, 4)).fill(data[at]!));
    if (length >= 4) out.push(length - 4);
    at += length;
  }
  return out;
}

export interface Bzip2Block {
  /** What it holds after its runs were shortened. */
  readonly shortened: readonly number[];
  readonly crc: number;
}

export function blockOf(data: Uint8Array): Bzip2Block {
  let crc = -1;
  for (const byte of data) crc = (crc << 8) ^ CRC[((crc >>> 24) ^ byte) & 0xff]!;
  return { shortened: shortenRuns(data), crc: ~crc >>> 0 };
}

/** One stream. */
export function writeBzip2(blocks: readonly Bzip2Block[], level = 9): Buffer {
  const out = new BitWriter().add(0x425a68, 24).add(0x30 + level, 8);
  let whole = 0;
  for (const block of blocks) {
    writeBlock(block, out);
    whole = (((whole << 1) | (whole >>> 31)) ^ block.crc) >>> 0;
  }
  return out.add(0x177245385090, 48).add(whole, 32).bytes();
}

function writeBlock({ shortened, crc }: Bzip2Block, out: BitWriter): void {
  const size = shortened.length;
  const twice = [...shortened, ...shortened];
  const order = [...new Set(shortened)].sort((a, b) => a - b);
  const rotations = shortened
    .map((_, at) => at)
    .sort((a, b) => {
      if (order.length > 1)
        for (let i = 0; i < size; i++) if (twice[a + i] !== twice[b + i]) return twice[a + i]! - twice[b + i]!;
      return a - b;
    });
  out.add(0x314159265359, 48).add(crc, 32).add(0, 1).add(rotations.indexOf(0), 24);
  const rows = Array.from({ length: 16 }, (_, high) => order.filter((byte) => byte >> 4 === high));
  out.add(
    rows.reduce((bits, row, high) => bits + (row.length > 0 ? 0x8000 >> high : 0), 0),
    16,
  );
  for (const row of rows)
    if (row.length > 0)
      out.add(
        row.reduce((bits, byte) => bits | (0x8000 >> (byte & 15)), 0),
        16,
      );
  const last = order.length + 1;
  const symbols: number[] = [];
  let run = 0;
  const endRun = () => {
    for (; run > 0; run = (run - 1) >> 1) symbols.push((run - 1) & 1);
  };
  for (const at of rotations) {
    const byte = twice[at + size - 1]!;
    const place = order.indexOf(byte);
    if (place === 0) {
      run++;
      continue;
    }
    endRun();
    symbols.push(place + 1);
    order.unshift(...order.splice(place, 1));
  }
  endRun();
  symbols.push(last);
  const length = Math.max(1, Math.ceil(Math.log2(last + 1)));
  const groups = Math.ceil(symbols.length / 50);
  out.add(2, 3).add(groups, 15).add(0, groups);
  for (let table = 0; table < 2; table++) out.add(length, 5).add(0, last + 1);
  for (const symbol of symbols) out.add(symbol, length);
}
