/** The Huffman codes of one block of bzip2, and what they stand for: places in a list that moves to front, and runs. */
import { type Bzip2Bits, damaged } from "./bzip2-bits.ts";

/** Symbols that one table is used for, before the next is selected. */
const GROUP = 50;
const MAX_CODE = 20;
/** Bytes that a group takes at most. */
const GROUP_BYTES = (GROUP * MAX_CODE) / 8 + 4;
/** Bits that one look into a table decodes; longer codes take another way. */
const QUICK = 10;
/** Beyond this a run is larger than any block. */
const MAX_RUN = 2 ** 21;
/** As many as a block can use; more may be named. */
const MAX_SELECTORS = 18_002;

/** `input`: more of it is wanted. `turn`: it has done enough at once. */
export type Progress = "done" | "input" | "turn";

export class Bzip2Symbols {
  readonly #bits: Bzip2Bits;
  readonly #block: Uint32Array;
  readonly #size: number;
  readonly #tables: Generator<undefined, void>;
  readonly #order = new Uint8Array(256);
  #symbols = 0;
  #selectors: Uint8Array = new Uint8Array(0);
  #codes: readonly HuffmanTable[] = [];
  #group = 0;
  #run = 0;
  #weight = 1;
  /** Bytes of the block, and how often each is in it. */
  length = 0;
  readonly counts = new Uint32Array(256);

  constructor(bits: Bzip2Bits, block: Uint32Array, size: number) {
    this.#bits = bits;
    this.#block = block;
    this.#size = size;
    this.#tables = this.#readTables();
  }

  /** What comes before the codes. */
  readTables(): "done" | "input" {
    return this.#tables.next().done === true ? "done" : "input";
  }

  /** Yields where more input is wanted. */
  *#readTables(): Generator<undefined, void> {
    const bits = this.#bits;
    while (bits.wantsInput(40)) yield;
    const used = bits.read(16);
    for (let high = 0; high < 16; high++) {
      if ((used & (0x8000 >>> high)) === 0) continue;
      const low = bits.read(16);
      for (let i = 0; i < 16; i++) if ((low & (0x8000 >>> i)) !== 0) this.#order[this.#symbols++] = high * 16 + i;
    }
    if (this.#symbols === 0) throw damaged("a block has no bytes");
    const tables = bits.read(3);
    if (tables < 2 || tables > 6) throw damaged(`a block has ${tables} code tables`);
    const count = bits.read(15);
    if (count === 0) throw damaged("a block selects no code table");
    this.#selectors = new Uint8Array(Math.min(count, MAX_SELECTORS));
    const recent = [0, 1, 2, 3, 4, 5];
    for (let i = 0; i < count; i++) {
      while (bits.wantsInput(4)) yield;
      let place = 0;
      while (bits.read(1) === 1) if (++place >= tables) throw damaged("a block selects a code table that it has not");
      const [table] = recent.splice(place, 1);
      recent.unshift(table!);
      if (i < MAX_SELECTORS) this.#selectors[i] = table!;
    }
    const codes: HuffmanTable[] = [];
    for (let table = 0; table < tables; table++) {
      const lengths = new Uint8Array(this.#symbols + 2);
      let length = bits.read(5);
      for (let symbol = 0; symbol < lengths.length; symbol++) {
        for (;;) {
          while (bits.wantsInput(4)) yield;
          if (length < 1 || length > MAX_CODE) throw damaged(`a code has ${length} bits`);
          if (bits.read(1) === 0) break;
          length += bits.read(1) === 0 ? 1 : -1;
        }
        lengths[symbol] = length;
      }
      codes.push(new HuffmanTable(lengths));
    }
    this.#codes = codes;
  }

  /** Decodes about so many bytes of the block. */
  readOn(bytes: number): Progress {
    const end = this.length + bytes;
    while (this.length < end) {
      if (this.#bits.wantsInput(GROUP_BYTES)) return "input";
      if (this.#readGroup()) return "done";
    }
    return "turn";
  }

  /** Gives whether the block ends in it. */
  #readGroup(): boolean {
    const bits = this.#bits;
    const order = this.#order;
    const last = this.#symbols + 1;
    if (this.#group >= this.#selectors.length) throw damaged("a block has more codes than it says");
    const codes = this.#codes[this.#selectors[this.#group++]!]!;
    for (let i = 0; i < GROUP; i++) {
      const symbol = codes.read(bits);
      if (symbol < 2) {
        this.#run += this.#weight << symbol;
        this.#weight <<= 1;
        if (this.#weight > MAX_RUN) throw damaged("a run is longer than its block");
        continue;
      }
      if (this.#run > 0) this.#add(order[0]!, this.#run);
      this.#run = 0;
      this.#weight = 1;
      if (symbol === last) return true;
      const byte = order[symbol - 1]!;
      for (let place = symbol - 1; place > 0; place--) order[place] = order[place - 1]!;
      order[0] = byte;
      this.#add(byte, 1);
    }
    return false;
  }

  #add(byte: number, times: number): void {
    const end = this.length + times;
    if (end > this.#size) throw damaged("a block is longer than the stream allows");
    if (times === 1) this.#block[this.length] = byte;
    else this.#block.fill(byte, this.length, end);
    this.counts[byte] = this.counts[byte]! + times;
    this.length = end;
  }
}

class HuffmanTable {
  /** By the next `QUICK` bits: the symbol and, below it in five bits, its length; 0 where the code is longer. */
  readonly #quick = new Uint16Array(1 << QUICK);
  /** By length: the first code that is longer, and the place of the first of this length less its code. */
  readonly #limits = new Int32Array(MAX_CODE + 1);
  readonly #offsets = new Int32Array(MAX_CODE + 1);
  /** Symbols in the order of their codes. */
  readonly #ordered: Uint16Array;

  constructor(lengths: Uint8Array) {
    this.#ordered = new Uint16Array(lengths.length);
    let place = 0;
    let code = 0;
    for (let length = 1; length <= MAX_CODE; length++) {
      code <<= 1;
      this.#offsets[length] = place - code;
      for (let symbol = 0; symbol < lengths.length; symbol++) {
        if (lengths[symbol] !== length) continue;
        if (code >= 1 << length) throw damaged("a code table has too many codes");
        if (length <= QUICK) {
          const from = code << (QUICK - length);
          this.#quick.fill((symbol << 5) | length, from, from + (1 << (QUICK - length)));
        }
        this.#ordered[place++] = symbol;
        code++;
      }
      this.#limits[length] = code;
    }
  }

  read(bits: Bzip2Bits): number {
    const quick = this.#quick[bits.peek(QUICK)]!;
    if (quick !== 0) {
      bits.skip(quick & 31);
      return quick >>> 5;
    }
    for (let length = QUICK + 1; length <= MAX_CODE; length++) {
      const code = bits.peek(length);
      if (code >= this.#limits[length]!) continue;
      bits.skip(length);
      return this.#ordered[this.#offsets[length]! + code]!;
    }
    throw damaged("there is no such code");
  }
}
