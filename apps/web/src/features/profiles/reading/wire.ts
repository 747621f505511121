/**
 * Reads protocol buffers field by field without allocating: a profile of 200,000 samples has millions of numbers, and an
 * object for each would take longer than everything else.
 */
import { checkLimit, notPprof, type PROFILE_LIMITS, ProfileError } from "./limits.ts";
import type { DoubleList } from "./profile.ts";

const text = new TextDecoder();

/** Bytes of a number. */
const LONGEST_VARINT = 10;

const broken = () =>
  new ProfileError("The profile is damaged or cut off: a field is longer than what is left of the message.");

export class WireReader {
  readonly bytes: Uint8Array;
  at: number;
  end: number;
  /** The number and type of the last field. */
  field = 0;
  type = 0;
  /** For the last number of more than four bytes: its lowest 28 bits, and the 36 above them. */
  #low = 0;
  #high = 0;
  /** Ids that a double cannot represent, each with its negative substitute. */
  readonly #largeIds = new Map<bigint, number>();

  constructor(bytes: Uint8Array, at = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  /** Reads the head of the next field; false at the end. */
  next(): boolean {
    if (this.at >= this.end) return false;
    const tag = this.varint();
    this.field = Math.floor(tag / 8);
    this.type = tag % 8;
    if (this.field === 0) throw notPprof("it has a field of number 0");
    return true;
  }

  /** A signed 64-bit number, as exact as a double can be. */
  varint(): number {
    const { bytes, end } = this;
    let at = this.at;
    let low = 0;
    let byte = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      if (at >= end) throw broken();
      byte = bytes[at++]!;
      low |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        this.at = at;
        return low;
      }
    }
    let high = 0;
    let weight = 1;
    for (let count = 4; ; count++) {
      if (at >= end || count === LONGEST_VARINT) throw broken();
      byte = bytes[at++]!;
      high += (byte & 0x7f) * weight;
      weight *= 128;
      if (byte < 0x80) break;
    }
    this.at = at;
    // `low` has 28 bits, `high` the other 36 of 64, of which the highest is the sign.
    high %= 2 ** 36;
    this.#low = low;
    this.#high = high;
    if (high < 2 ** 35) return high * 2 ** 28 + low;
    // Exact for small negative numbers: complement first, then join the parts.
    return -((2 ** 36 - 1 - high) * 2 ** 28 + (2 ** 28 - 1 - low) + 1);
  }

  /** An unsigned 64-bit id: itself, or from 2^53 on a unique negative substitute. */
  id(): number {
    const number = this.varint();
    if (number >= 0 && number <= Number.MAX_SAFE_INTEGER) return number;
    const id = BigInt(this.#high) * 2n ** 28n + BigInt(this.#low);
    let known = this.#largeIds.get(id);
    if (known === undefined) {
      known = -1 - this.#largeIds.size;
      checkLimit("entries", -known);
      this.#largeIds.set(id, known);
    }
    return known;
  }

  /** The original text of an id that `id()` returned. */
  idText(id: number): string {
    if (id >= 0) return `${id}`;
    for (const [large, number] of this.#largeIds) if (number === id) return `${large}`;
    return "";
  }

  /** The end of the message or text that begins here after its length. */
  lengthEnd(): number {
    if (this.type !== 2) throw notPprof("a field has another type");
    const length = this.varint();
    if (length < 0 || length > this.end - this.at) throw broken();
    return this.at + length;
  }

  /** A text or its bytes. */
  text(): string {
    return text.decode(this.slice());
  }

  slice(): Uint8Array {
    const end = this.lengthEnd();
    const slice = this.bytes.subarray(this.at, end);
    this.at = end;
    return slice;
  }

  /**
   * Adds the numbers of a repeated field to `list`, packed or single; ids as in `id()`. Throws if there are obviously more
   * than `most`, before they are read.
   */
  appendNumbers(list: DoubleList, most: keyof typeof PROFILE_LIMITS, areIds = false): void {
    if (this.type === 0) {
      list.push(areIds ? this.id() : this.varint());
      return;
    }
    const end = this.lengthEnd();
    const { bytes } = this;
    let { at } = this;
    checkLimit(most, Math.floor((end - at) / LONGEST_VARINT));
    while (at < end) {
      // Most numbers have one or two bytes.
      const first = bytes[at]!;
      if (first < 0x80) {
        list.push(first);
        at++;
      } else if (at + 1 < end && bytes[at + 1]! < 0x80) {
        list.push((first & 0x7f) | (bytes[at + 1]! << 7));
        at += 2;
      } else {
        this.at = at;
        list.push(areIds ? this.id() : this.varint());
        at = this.at;
      }
    }
    if (at > end) throw broken();
    this.at = end;
  }

  /** Numbers of a repeated field, packed or single. */
  numbers(take: (value: number) => void): void {
    if (this.type === 0) {
      take(this.varint());
      return;
    }
    const end = this.lengthEnd();
    const outer = this.end;
    this.end = end;
    while (this.at < end) take(this.varint());
    this.end = outer;
  }

  /** Reads the message that begins here. */
  message(read: (reader: WireReader) => void): void {
    const end = this.lengthEnd();
    const outer = this.end;
    this.end = end;
    read(this);
    this.at = end;
    this.end = outer;
  }

  /** Skips a field that nobody reads. */
  skip(): void {
    if (this.type === 0) this.varint();
    else if (this.type === 1) this.at += 8;
    else if (this.type === 2) this.at = this.lengthEnd();
    else if (this.type === 5) this.at += 4;
    else throw notPprof(`it has a field of type ${this.type}`);
    if (this.at > this.end) throw broken();
  }
}
