/**
 * Sample entries from a file or standard input, as a stream: plain lines, JSON lines `{labels, line, timestamp?}`, or
 * one Loki push body.
 */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { decodeGo, parseRfc3339, type Sample } from "@sluice/engine";
import { parsePushJson } from "@sluice/engine/lang/lokipush";
import { describeSystemError, FileError } from "./config-file.ts";

export type InputFormat = "auto" | "lines" | "jsonl" | "push";

export interface SampleInput {
  /** Size in bytes, where it is known. */
  readonly size: number | undefined;
  /** Bytes read so far. */
  bytesRead(): number;
  /** Entries in lists, so that the reader can do other things between them. Throws `FileError`. */
  batches(): AsyncIterable<readonly Sample[]>;
}

/** A line longer than this is refused: it is hardly a log line, and would have to be held whole. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;
const MAX_PUSH_BYTES = 512 * 1024 * 1024;

export async function openSampleInput(path: string, format: InputFormat, labels: Readonly<Record<string, string>>): Promise<SampleInput> {
  let size: number | undefined;
  if (path !== "-") {
    try {
      const stats = await stat(path);
      if (stats.isDirectory()) throw new FileError(`cannot read ${path}: it is a directory`);
      if (stats.isFile()) size = stats.size;
    } catch (error) {
      if (error instanceof FileError) throw error;
      throw new FileError(`cannot read ${path}: ${describeSystemError(error)}`);
    }
  }
  let read = 0;
  async function* lists(): AsyncIterable<readonly Buffer[]> {
    const stream = path === "-" ? process.stdin : createReadStream(path, { highWaterMark: 256 * 1024 });
    let rest: Buffer = Buffer.alloc(0);
    try {
      for await (const chunk of stream) {
        const bytes = chunk as Buffer;
        read += bytes.length;
        const joined = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
        const lines: Buffer[] = [];
        let from = 0;
        for (let at = joined.indexOf(10); at >= 0; at = joined.indexOf(10, from)) {
          lines.push(joined.subarray(from, at > from && joined[at - 1] === 13 ? at - 1 : at));
          from = at + 1;
        }
        rest = joined.subarray(from);
        if (rest.length > MAX_LINE_BYTES) throw new FileError(`${path}: a line is longer than ${MAX_LINE_BYTES} bytes`);
        if (lines.length > 0) yield lines;
      }
    } catch (error) {
      if (error instanceof FileError) throw error;
      throw new FileError(`cannot read ${path}: ${describeSystemError(error)}`);
    }
    if (rest.length > 0) yield [rest];
  }
  async function* batches(): AsyncIterable<readonly Sample[]> {
    let kind = format;
    let number = 0;
    let whole: Buffer[] | undefined;
    let wholeBytes = 0;
    for await (const lines of lists()) {
      if (kind === "auto") kind = detectFormat(lines[0]!);
      if (kind === "push") {
        whole ??= [];
        for (const line of lines) {
          whole.push(line);
          wholeBytes += line.length;
        }
        if (wholeBytes > MAX_PUSH_BYTES) throw new FileError(`${path}: a push body larger than ${MAX_PUSH_BYTES} bytes`);
        continue;
      }
      yield lines.flatMap((line) => {
        number++;
        const text = decodeGo(line);
        if (kind === "lines") return [{ line: text, labels }];
        return text.trim() === "" ? [] : [readJsonLine(text, labels, `${path}:${number}`)];
      });
    }
    if (whole !== undefined) yield readPush(decodeGo(Buffer.concat(whole.flatMap((line) => [line, Buffer.from("\n")]))), labels, path);
  }
  return { size, bytesRead: () => read, batches };
}

/** What a first line is: an object with nothing but an entry's keys is a JSON line, one that begins `streams` a push body. */
function detectFormat(line: Buffer): InputFormat {
  const text = decodeGo(line).trim();
  if (/^\{\s*("streams"\s*:|$)/.test(text)) return "push";
  if (!text.startsWith("{")) return "lines";
  try {
    const value = JSON.parse(text) as Record<string, unknown>;
    return typeof value.line === "string" && Object.keys(value).every((key) => ENTRY_KEYS.has(key)) ? "jsonl" : "lines";
  } catch {
    return "lines";
  }
}

const ENTRY_KEYS = new Set(["line", "labels", "timestamp", "structured_metadata"]);

function readJsonLine(text: string, common: Readonly<Record<string, string>>, place: string): Sample {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new FileError(`${place}: not JSON: ${(error as Error).message}`);
  }
  if (value === null || typeof value !== "object" || typeof (value as { line?: unknown }).line !== "string") {
    throw new FileError(`${place}: an entry is an object with a text "line"`);
  }
  const { line, labels, timestamp, structured_metadata } = value as { line: string; labels?: unknown; timestamp?: unknown; structured_metadata?: unknown };
  const at = timestamp === undefined ? undefined : readTimestamp(timestamp, place);
  return { line, labels: { ...common, ...readTexts(labels ?? {}, `${place}: labels`) }, timestamp: at, metadata: readMetadata(structured_metadata, place) };
}

function readTexts(value: unknown, place: string): Record<string, string> {
  if (value === null || typeof value !== "object" || Array.isArray(value) || Object.values(value).some((text) => typeof text !== "string")) {
    throw new FileError(`${place} must be an object of texts`);
  }
  return value as Record<string, string>;
}

function readMetadata(value: unknown, place: string): readonly (readonly [string, string])[] | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(value)) {
    if (!value.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === "string"))) {
      throw new FileError(`${place}: structured_metadata must be a list of [name, value]`);
    }
    return value as [string, string][];
  }
  return Object.entries(readTexts(value, `${place}: structured_metadata`));
}

function readTimestamp(value: unknown, place: string): bigint {
  if (typeof value === "string") {
    const at = /^-?\d{1,19}$/.test(value) ? BigInt(value) : parseRfc3339(value);
    if (at !== undefined) return at;
  }
  throw new FileError(`${place}: timestamp must be RFC 3339 or a string of nanoseconds since 1970`);
}

function readPush(text: string, common: Readonly<Record<string, string>>, path: string): readonly Sample[] {
  const parsed = parsePushJson(text);
  if (!parsed.ok) throw new FileError(`${path}: ${parsed.message}`);
  return parsed.streams.flatMap(({ labels, entries }) =>
    entries.map(({ timestamp, line, metadata }) => ({ line, labels: { ...common, ...labels }, timestamp, metadata })),
  );
}
