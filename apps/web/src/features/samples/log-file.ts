/** Reads the text of a log file from a disk: rotated ones are compressed, some from Windows are UTF-16. */
import { isGzip, textEncodingOf } from "@sluice/engine";
import { gunzip } from "../../core/text/gunzip.ts";

/** The most bytes of a log file that is loaded in full, also after decompression; of larger ones the user chooses a part. */
export const MAX_WHOLE_BYTES = 32 * 1024 * 1024;
/** The same limit for formats that can only be loaded in full. */
export const MAX_LOG_BYTES = 50 * 1024 * 1024;

/** The first bytes of compressed files that browsers cannot read. */
const PACKED: readonly (readonly [readonly number[], string])[] = [
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], "xz"],
  [[0x28, 0xb5, 0x2f, 0xfd], "zstd"],
  [[0x42, 0x5a, 0x68], "bzip2"],
  [[0x50, 0x4b, 0x03, 0x04], "zip"],
];
/** The bytes that identify a file. */
const HEAD = 64 * 1024;

export type LogText =
  /** `broken`: it has bytes that are not text, replaced with U+FFFD. */
  | { readonly ok: true; readonly text: string; readonly broken: boolean }
  /** `why` completes a sentence that begins with the file's name. */
  | { readonly ok: false; readonly why: string; readonly tooLarge: boolean };

const begins = (bytes: Uint8Array, magic: readonly number[]) => magic.every((byte, i) => bytes[i] === byte);

const refuse = (why: string): LogText => ({ ok: false, why, tooLarge: false });

/** `most`: the most bytes after decompression. */
export async function readLogFile(bytes: Uint8Array<ArrayBuffer>, most: number): Promise<LogText> {
  const packed = PACKED.find(([magic]) => begins(bytes, magic));
  if (packed !== undefined) return refuse(`is compressed with ${packed[1]}: unpack it first`);
  if (!isGzip(bytes)) return { ok: true, ...decode(bytes) };
  const read = await gunzip(bytes, most);
  if (read.ok) return { ok: true, ...decode(read.bytes) };
  if (read.reason === "damaged") return refuse("is damaged or cut off: it begins as gzip and cannot be decompressed");
  const why = `has more than ${most >> 20} MiB after decompression: cut a part out of it first`;
  return { ok: false, why, tooLarge: true };
}

/** The beginning of a file of any size; it may end within a line. */
export async function readHead(file: Blob): Promise<LogText> {
  const bytes = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  if (!isGzip(bytes)) return readLogFile(bytes, HEAD);
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  // The cut made here is not a defect of the file.
  const read = await reader.read().catch(() => undefined);
  void reader.cancel().catch(() => {});
  if (read === undefined) return refuse("is damaged or cut off: it begins as gzip and cannot be decompressed");
  return { ok: true, ...decode((read.value ?? new Uint8Array()).slice(0, HEAD)) };
}

function decode(bytes: Uint8Array<ArrayBuffer>): { text: string; broken: boolean } {
  const encoding = textEncodingOf(bytes);
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), broken: false };
  } catch {
    return { text: new TextDecoder(encoding).decode(bytes), broken: true };
  }
}
