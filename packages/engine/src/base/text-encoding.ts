/** In which encoding the bytes of a text file are, as far as they say so: UTF-8, or UTF-16, which PowerShell writes. */

export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be";

/** Bytes that are looked at where there is no byte order mark. */
const LOOKED_AT = 1024;
/** Of every second byte, how many must be NUL: so many characters of UTF-16 are ASCII in logs. */
const NULS = 0.7;

/** A mark, and a character of UTF-16: of fewer bytes a line end tells nothing. */
const SHORTEST = 4;

/** Whether the first bytes of a file suffice for `textEncodingOf`: a whole line does, since more may come late. */
export const showsEncoding = (bytes: Uint8Array): boolean =>
  bytes.length >= LOOKED_AT || (bytes.length >= SHORTEST && bytes.includes(10));

/** By the byte order mark, else by where the first bytes have NULs; UTF-8 otherwise. */
export function textEncodingOf(bytes: Uint8Array): TextEncoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const pairs = Math.floor(Math.min(bytes.length, LOOKED_AT) / 2);
  let [even, odd] = [0, 0];
  for (let i = 0; i < pairs; i++) {
    if (bytes[2 * i] === 0) even++;
    if (bytes[2 * i + 1] === 0) odd++;
  }
  if (pairs === 0 || (even > 0 && odd > 0)) return "utf-8";
  if (odd >= NULS * pairs) return "utf-16le";
  return even >= NULS * pairs ? "utf-16be" : "utf-8";
}
