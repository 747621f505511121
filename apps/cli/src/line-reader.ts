/** Lines of a file or of standard input, as bytes, in lists as they arrive; decompressed where they are gzip. */
import { createReadStream } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { isGzip } from "@sluice/engine";
import { codeOf, describeSystemError } from "@sluice/server/system-error";
import { FileError, shownName } from "./config-file.ts";

/** A line longer than this is refused: it is hardly a log line, and would have to be held whole. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

const CHUNK_BYTES = 256 * 1024;

export interface LineReader {
  /** Bytes read so far, before decompression. */
  bytesRead(): number;
  /** Lines without their ends (`\n` or `\r\n`). Throws `FileError`. Ends early, without what is incomplete, when aborted. */
  lists(signal: AbortSignal): AsyncIterable<readonly Buffer[]>;
}

/** Opens nothing before the first list is asked for. `most`: bytes that are read, after decompression. */
export function readLines(path: string, most = Number.POSITIVE_INFINITY): LineReader {
  let read = 0;
  let taken = 0;
  async function* plain(stream: Readable): AsyncGenerator<Buffer> {
    for await (const chunk of stream) {
      read += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
  }
  async function* lists(signal: AbortSignal): AsyncIterable<readonly Buffer[]> {
    const stream: Readable = path === "-" ? process.stdin : createReadStream(path, { highWaterMark: CHUNK_BYTES });
    const abort = () => void stream.destroy();
    signal.addEventListener("abort", abort);
    // What is after the last line end, in the pieces in which it came, so that a long line is joined once.
    let pieces: Buffer[] = [];
    let pending = 0;
    try {
      for await (const bytes of unpack(plain(stream))) {
        taken += bytes.length;
        if (taken > most)
          throw new FileError(`${shownName(path)}: it has more than ${most} bytes; pass it with --input`);
        const lines: Buffer[] = [];
        let from = 0;
        for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, from)) {
          const end = bytes.subarray(from, at);
          lines.push(withoutReturn(pieces.length === 0 ? end : Buffer.concat([...pieces, end])));
          pieces = [];
          pending = 0;
          from = at + 1;
        }
        if (from < bytes.length) {
          pieces.push(bytes.subarray(from));
          pending += bytes.length - from;
        }
        if (pending > MAX_LINE_BYTES) {
          throw new FileError(`${shownName(path)}: a line is longer than ${MAX_LINE_BYTES} bytes`);
        }
        if (lines.length > 0) yield lines;
        if (signal.aborted) return;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof FileError) throw error;
      if (/^Z_/.test(codeOf(error) ?? ""))
        throw new FileError(`cannot read ${shownName(path)}: its gzip data are damaged or cut off`);
      throw new FileError(`cannot read ${shownName(path)}: ${describeSystemError(error)}`);
    } finally {
      signal.removeEventListener("abort", abort);
    }
    if (pending > 0 && !signal.aborted) yield [withoutReturn(Buffer.concat(pieces))];
  }
  return { bytesRead: () => read, lists };
}

/** Unpacks gzip, all its members; anything else is passed through. The first bytes say which. */
async function* unpack(source: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0);
  while (head.length < 2) {
    const next = await source.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  const whole = async function* () {
    if (head.length > 0) yield head;
    yield* source;
  };
  if (!isGzip(head)) yield* whole();
  else
    yield* pipeline(Readable.from(whole()), createGunzip({ chunkSize: CHUNK_BYTES }), () => {
      // What fails is thrown to whoever reads.
    });
}

function withoutReturn(line: Buffer): Buffer {
  return line.at(-1) === 13 ? line.subarray(0, -1) : line;
}
