/** The text of a log file as it lies on a disk: rotated ones are compressed, some of Windows are UTF-16. */
import { gunzip } from "./gunzip.ts";

/** Bytes of a log file at most, and after decompression. */
export const MAX_LOG_BYTES = 50 * 1024 * 1024;

/** What compressed files that browsers cannot read begin with. */
const PACKED: readonly (readonly [readonly number[], string])[] = [
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], "xz"],
  [[0x28, 0xb5, 0x2f, 0xfd], "zstd"],
  [[0x42, 0x5a, 0x68], "bzip2"],
  [[0x50, 0x4b, 0x03, 0x04], "zip"],
];
const GZIP = [0x1f, 0x8b] as const;

export type LogText =
  /** `broken`: it has bytes that are no text, in whose places U+FFFD stands. */
  | { readonly ok: true; readonly text: string; readonly broken: boolean }
  /** `why` completes a sentence that begins with the file's name. */
  | { readonly ok: false; readonly why: string };

export async function readLogFile(bytes: Uint8Array<ArrayBuffer>): Promise<LogText> {
  const begins = (magic: readonly number[]) => magic.every((byte, i) => bytes[i] === byte);
  const packed = PACKED.find(([magic]) => begins(magic));
  if (packed !== undefined) return { ok: false, why: `is compressed with ${packed[1]}: unpack it first` };
  if (!begins(GZIP)) return { ok: true, ...decode(bytes) };
  const read = await gunzip(bytes, MAX_LOG_BYTES);
  if (read.ok) return { ok: true, ...decode(read.bytes) };
  const why =
    read.reason === "damaged"
      ? "is damaged or cut off: it begins as gzip and cannot be decompressed"
      : "has more than 50 MiB after decompression: cut a part out of it first";
  return { ok: false, why };
}

/** By the mark at its beginning; without one it is UTF-8. */
function decode(bytes: Uint8Array<ArrayBuffer>): { text: string; broken: boolean } {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  const encoding = mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : "utf-8";
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), broken: false };
  } catch {
    return { text: new TextDecoder(encoding).decode(bytes), broken: true };
  }
}
