/** Numbers up to 2^53 in as few bytes as they need, seven bits in each. */
export class VarintWriter {
  #bytes = Buffer.allocUnsafe(64);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  put(value: number): void {
    this.#reserve(MOST);
    let rest = value;
    while (rest >= 128) {
      this.#bytes[this.#length++] = (rest % 128) | 128;
      rest = rest < SMALL ? rest >>> 7 : Math.floor(rest / 128);
    }
    this.#bytes[this.#length++] = rest;
  }

  /** Other bytes, as they are. */
  putBytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** What was put; it must not be used once more is. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(more: number): void {
    const size = this.#length + more;
    if (size <= this.#bytes.length) return;
    const bytes = Buffer.allocUnsafe(2 * size);
    bytes.set(this.bytes);
    this.#bytes = bytes;
  }
}

/** Bytes of the largest number. */
const MOST = 8;
/** Below it bits can be shifted. */
const SMALL = 2 ** 31;

/** Moves the cell behind it. Bytes that end early give what is there. */
export function getVarint(bytes: Uint8Array, cell: { at: number }): number {
  let value = 0;
  for (let unit = 1; cell.at < bytes.length; unit *= 128) {
    const byte = bytes[cell.at++]!;
    value += (byte & 127) * unit;
    if (byte < 128) break;
  }
  return value;
}
