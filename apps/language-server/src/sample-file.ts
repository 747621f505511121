/** Samples from a file, gzipped or not, as much of it as a look at every change of a document allows. */
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import {
  decodeGo,
  decodeRaw,
  detectSampleFormat,
  isGzip,
  readSamples,
  type SampleContent,
  type SampleFormat,
} from "@sluice/engine";
import { openRegular } from "@sluice/server/editors";
import { describeSystemError } from "@sluice/server/system-error";
import { NamedFileError } from "./workspace-files.ts";

/** Of one file. */
export const MAX_SAMPLE_BYTES = 16 * 1024 * 1024;
export const MAX_SAMPLES = 10_000;

export interface SampleFile {
  readonly format: SampleFormat;
  readonly entries: readonly SampleContent[];
  /** The text of the entries that were read. */
  readonly text: string;
  /** There are more than were read. */
  readonly cut: boolean;
}

/** What tells one state of a file from another. */
export interface FileStamp {
  readonly size: number;
  readonly mtimeMs: number;
}

/** Reads the first entries of the file at `path`, called `name` in messages. Throws `NamedFileError`. */
export async function readSampleFile(
  path: string,
  name: string,
): Promise<{ readonly samples: SampleFile; readonly stamp: FileStamp }> {
  let bytes: Buffer;
  let stamp: FileStamp;
  try {
    const handle = await openRegular(path);
    try {
      const { size, mtimeMs } = await handle.stat();
      stamp = { size, mtimeMs };
      bytes = Buffer.alloc(Math.min(size, MAX_SAMPLE_BYTES + 1));
      let filled = 0;
      while (filled < bytes.length) {
        const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      bytes = bytes.subarray(0, filled);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new NamedFileError(`cannot read ${name}: ${describeSystemError(error)}`);
  }
  return { samples: parseSamples(await unpack(bytes, name), name), stamp };
}

/** Unpacks gzip, no further than is read; anything else is passed through. Throws `NamedFileError`. */
async function unpack(bytes: Buffer, name: string): Promise<Buffer> {
  if (!isGzip(bytes)) return bytes;
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    const unpacked = pipeline(Readable.from([bytes]), createGunzip(), () => {
      // What fails is thrown to whoever reads.
    });
    for await (const piece of unpacked) {
      pieces.push(piece as Buffer);
      size += (piece as Buffer).length;
      if (size > MAX_SAMPLE_BYTES) break;
    }
  } catch {
    // Of a file that is larger than what is read of it, the end is missing.
    if (bytes.length <= MAX_SAMPLE_BYTES) throw new NamedFileError(`the gzip data of ${name} are damaged or cut off`);
  }
  return Buffer.concat(pieces, Math.min(size, MAX_SAMPLE_BYTES + 1));
}

/** The first entries of what a file called `name` holds. Throws `NamedFileError`. */
export function parseSamples(bytes: Buffer, name: string): SampleFile {
  const tooLong = bytes.length > MAX_SAMPLE_BYTES;
  const whole = tooLong ? bytes.subarray(0, bytes.lastIndexOf(10, MAX_SAMPLE_BYTES - 1) + 1) : bytes;
  if (whole.includes(0)) throw new NamedFileError(`${name} is no text: it has a byte 0`);
  // The whole first line tells an entry in JSON, and the beginning of a push body is enough.
  const firstLine = bytes.indexOf(10);
  const head = decodeGo(bytes.subarray(0, Math.max(64 * 1024, firstLine < 0 ? bytes.length : firstLine)));
  const format = detectSampleFormat(head.split(/\r?\n/, 32));
  if (format === "push" && tooLong)
    throw new NamedFileError(`${name} is larger than ${MAX_SAMPLE_BYTES >> 20} MiB, and a push body is read whole`);
  if (tooLong && whole.length === 0)
    throw new NamedFileError(`the first line of ${name} is longer than ${MAX_SAMPLE_BYTES >> 20} MiB`);
  const end = format === "push" ? whole.length : endOfLine(whole, MAX_SAMPLES);
  const text = (format === "lines" ? decodeRaw : decodeGo)(whole.subarray(0, end));
  const read = readSamples(text, { format });
  if (!read.ok) throw new NamedFileError(`${name}:${read.error.line}: ${read.error.message}`);
  const entries = read.entries.slice(0, MAX_SAMPLES);
  return { format, entries, text, cut: tooLong || end < whole.length || entries.length < read.entries.length };
}

/** Where the `nth` line ends, with its line end; the end of the bytes where there are fewer. */
function endOfLine(bytes: Buffer, nth: number): number {
  let at = 0;
  for (let line = 0; line < nth; line++) {
    const end = bytes.indexOf(10, at);
    if (end < 0) return bytes.length;
    at = end + 1;
  }
  return at;
}
