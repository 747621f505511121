/**
 * Lines of a file or of standard input, as bytes of UTF-8, in lists as they arrive; decompressed where they are gzip, and
 * without a byte order mark.
 */
import { createReadStream } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { isGzip, showsEncoding, type TextEncoding, textEncodingOf } from "@sluice/engine";
import { codeOf, describeSystemError } from "@sluice/server/system-error";
import { FileError, shownName } from "./config-file.ts";

/** A line longer than this is refused: it is hardly a log line, and would have to be held whole. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

const CHUNK_BYTES = 256 * 1024;

export interface LineReader {
  /** Bytes read so far, before decompression. */
  bytesRead(): number;
  /** As what the file is read, once its first bytes are. */
  encoding(): TextEncoding;
  /** Lines without their ends (`\n` or `\r\n`). Throws `FileError`. Ends early, without what is incomplete, when aborted. */
  lists(signal: AbortSignal): AsyncIterable<readonly Buffer[]>;
}

/** Opens nothing before the first list is asked for. `most`: bytes that are read, after decompression. */
export function readLines(path: string, most = Number.POSITIVE_INFINITY): LineReader {
  let read = 0;
  let taken = 0;
  let encoding: TextEncoding = "utf-8";
  async function* inUtf8(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const [head, whole] = await peek(source, showsEncoding);
    encoding = textEncodingOf(head);
    if (encoding !== "utf-8") yield* transcode(whole, encoding);
    else if (head.subarray(0, 3).equals(MARK)) yield* without(whole, MARK.length);
    else yield* whole;
  }
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
      for await (const bytes of inUtf8(unpack(plain(stream)))) {
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
  return { bytesRead: () => read, encoding: () => encoding, lists };
}

const MARK = Buffer.from("\ufeff");

/** The first bytes until they suffice, or all there are; and everything again. */
async function peek(
  source: AsyncIterable<Buffer>,
  suffice: (bytes: Buffer) => boolean,
): Promise<[Buffer, AsyncGenerator<Buffer>]> {
  const iterator = source[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  while (!suffice(head)) {
    const next = await iterator.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  const whole = async function* () {
    if (head.length > 0) yield head;
    yield* { [Symbol.asyncIterator]: () => iterator };
  };
  return [head, whole()];
}

async function* transcode(source: AsyncIterable<Buffer>, encoding: TextEncoding): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding);
  for await (const bytes of source) yield Buffer.from(decoder.decode(bytes, { stream: true }));
  yield Buffer.from(decoder.decode());
}

async function* without(source: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes;
  for await (const chunk of source) {
    yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

/** Unpacks gzip, all its members; anything else is passed through. The first bytes say which. */
async function* unpack(source: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const [head, whole] = await peek(source, ({ length }) => length >= 2);
  if (!isGzip(head)) yield* whole;
  else
    yield* pipeline(Readable.from(whole), createGunzip({ chunkSize: CHUNK_BYTES }), () => {
      // What fails is thrown to whoever reads.
    });
}

function withoutReturn(line: Buffer): Buffer {
  return line.at(-1) === 13 ? line.subarray(0, -1) : line;
}
