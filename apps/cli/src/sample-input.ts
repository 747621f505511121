/**
 * Sample entries from a file or standard input, as a stream: plain lines, JSON lines, or one Loki push body.
 */
import { stat } from "node:fs/promises";
import { decodeRaw, type Sample } from "@sluice/engine";
import { decodeBytes, describeSystemError, FileError, fileName } from "./config-file.ts";
import { readLines } from "./line-reader.ts";
import { isJsonEntry, readJsonEntry, readPushBody } from "./sample-json.ts";

export const INPUT_FORMATS = ["auto", "lines", "jsonl", "push"] as const;
export type InputFormat = (typeof INPUT_FORMATS)[number];

export interface SampleInput {
  /** Size in bytes, where it is known. */
  readonly size: number | undefined;
  /** Bytes read so far. */
  bytesRead(): number;
  /** Entries in lists, so that the reader can do other things between them; ends early when aborted. Throws `FileError`. */
  batches(signal: AbortSignal): AsyncIterable<readonly Sample[]>;
}

const MAX_PUSH_BYTES = 256 * 1024 * 1024;

/** Throws `FileError` where there is no such file. */
export async function openSampleInput(
  path: string,
  format: InputFormat,
  labels: Readonly<Record<string, string>>,
): Promise<SampleInput> {
  const size = path === "-" ? undefined : await sizeOf(path);
  const reader = readLines(path);
  const name = fileName(path);

  async function* batches(signal: AbortSignal): AsyncIterable<readonly Sample[]> {
    let kind = format;
    let number = 0;
    const body: Buffer[] = [];
    let bodyBytes = 0;
    for await (const lines of reader.lists(signal)) {
      if (kind === "auto") kind = detectFormat(lines);
      if (kind === "push") {
        for (const line of lines) {
          body.push(line, NEWLINE);
          bodyBytes += line.length + 1;
        }
        if (bodyBytes > MAX_PUSH_BYTES) throw new FileError(`${name}: a push body larger than ${MAX_PUSH_BYTES} bytes`);
        continue;
      }
      const samples: Sample[] = [];
      try {
        for (const line of lines) {
          number++;
          if (kind === "jsonl") {
            const text = decodeBytes(line);
            const json = number === 1 ? withoutMark(text) : text;
            if (json.trim() !== "") samples.push(readJsonEntry(json, labels, `${name}:${number}`));
          } else samples.push({ line: decodeRaw(line), labels });
        }
      } finally {
        // What stands before a line that cannot be read is good.
        yield samples;
      }
    }
    if (body.length > 0 && !signal.aborted)
      yield readPushBody(withoutMark(decodeBytes(Buffer.concat(body))), labels, name);
  }
  return { size, bytesRead: reader.bytesRead, batches };
}

const NEWLINE = Buffer.from("\n");

/** Some editors begin a file with a byte order mark, which JSON does not know. */
const withoutMark = (text: string): string => (text.startsWith("\ufeff") ? text.slice(1) : text);

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) throw new FileError(`cannot read ${path}: it is a directory`);
    return stats.isFile() ? stats.size : undefined;
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError(`cannot read ${path}: ${describeSystemError(error)}`);
  }
}

/** What the first lines that are not blank say. */
function detectFormat(lines: readonly Buffer[]): Exclude<InputFormat, "auto"> {
  const texts = lines.slice(0, 16).map((line) => withoutMark(decodeBytes(line)).trim());
  const first = texts.findIndex((text) => text !== "");
  if (first < 0) return "lines";
  const text = texts[first]!;
  // A push body, in one line or indented. A log line cannot be told from its first brace alone.
  const second = texts.slice(first + 1).find((one) => one !== "");
  if (/^\{\s*"streams"\s*:/.test(text) || (text === "{" && /^"streams"\s*:/.test(second ?? ""))) return "push";
  return isJsonEntry(text) ? "jsonl" : "lines";
}
