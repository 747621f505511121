/** Numbers up to 2^53 in as few bytes as they need, seven bits in each. */
export function putVarint(bytes: number[], value: number): number[] {
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return bytes;
}

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
