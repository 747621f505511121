/** A checksum of a text: 64 bits of FNV-1a over its UTF-16 units, as hexadecimal. Not for security. */
export function sumOfText(text: string): string {
  // In parts of 16 bits, the lowest first: their products stay exact.
  let [a, b, c, d] = [0x2325, 0x8422, 0x9ce4, 0xcbf2];
  for (let i = 0; i < text.length; i++) {
    a ^= text.charCodeAt(i);
    // Times 2^40 + 0x1b3.
    const low = a * 0x1b3;
    const second = b * 0x1b3 + (low >>> 16);
    const third = c * 0x1b3 + ((a << 8) & 0xffff) + (second >>> 16);
    const fourth = d * 0x1b3 + (a >>> 8) + ((b << 8) & 0xffff) + (third >>> 16);
    a = low & 0xffff;
    b = second & 0xffff;
    c = third & 0xffff;
    d = fourth & 0xffff;
  }
  return [d, c, b, a].map((part) => part.toString(16).padStart(4, "0")).join("");
}
