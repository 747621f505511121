/**
 * Sample entries from a file or standard input, as a stream: plain lines, JSON lines, or one Loki push body, gzipped or not.
 */
import { stat } from "node:fs/promises";
import {
  decodeRaw,
  detectSampleFormat,
  EntryReader,
  nanosOf,
  readPushText,
  SAMPLE_FORMATS,
  type Sample,
  type SampleFormat,
  type SampleProblem,
  type TextEncoding,
  toSample,
  visible,
  withoutMark,
} from "@sluice/engine";
import { describeSystemError } from "@sluice/server/system-error";
import { decodeBytes, FileError, fileName, shownName } from "./config-file.ts";
import { readLines } from "./line-reader.ts";

export const INPUT_FORMATS = ["auto", ...SAMPLE_FORMATS] as const;
export type InputFormat = (typeof INPUT_FORMATS)[number];

export interface SampleInput {
  /** How it is called in messages. */
  readonly name: string;
  /** Size in bytes, where it is known. */
  readonly size: number | undefined;
  /** When it was changed last, nanoseconds; undefined: it is no file. */
  readonly modified: bigint | undefined;
  /** Bytes read so far. */
  bytesRead(): number;
  /** Entries in lists, so that the reader can do other things between them; ends early when aborted. Throws `FileError`. */
  batches(signal: AbortSignal): AsyncIterable<readonly Sample[]>;
  /** What was passed over so far, each once, and what else a reader should know, as whole lines. */
  warnings(): readonly string[];
}

const MAX_PUSH_BYTES = 256 * 1024 * 1024;

/** Whoever wrote the configuration names this file, not whoever runs the command: it is samples, and ends. */
const MAX_NAMED_BYTES = 256 * 1024 * 1024;

/** Throws `FileError` where a file that a configuration names is none to take samples from. */
export async function checkNamedSamples(path: string): Promise<void> {
  const { size } = await factsOf(path);
  if (size === undefined)
    throw new FileError(`cannot read ${shownName(path)}: it is not a regular file; pass it with --input`);
  if (size > MAX_NAMED_BYTES)
    throw new FileError(
      `cannot read ${shownName(path)}: it is larger than ${MAX_NAMED_BYTES} bytes; pass it with --input`,
    );
}

/** Throws `FileError` where there is no such file. `named`: a configuration names it, so it is read up to a limit. */
export async function openSampleInput(
  path: string,
  format: InputFormat,
  labels: Readonly<Record<string, string>>,
  named = false,
): Promise<SampleInput> {
  const { size, modified } = path === "-" ? NO_FILE : await factsOf(path);
  const reader = readLines(path, named ? MAX_NAMED_BYTES : undefined);
  const name = fileName(path);
  const entries = new EntryReader();
  let pushWarnings: readonly SampleProblem[] = [];

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
        if (bodyBytes > MAX_PUSH_BYTES)
          throw new FileError(`${visible(name)}: the push body is larger than ${MAX_PUSH_BYTES} bytes`);
        continue;
      }
      const samples: Sample[] = [];
      try {
        for (const line of lines) {
          number++;
          if (kind === "jsonl") {
            const text = decodeBytes(line);
            const read = entries.read(number === 1 ? withoutMark(text) : text, number);
            if (read === undefined) continue;
            if ("message" in read) throw new FileError(`${visible(name)}:${read.line}: ${read.message}`);
            samples.push(toSample(read, labels));
          } else samples.push({ line: decodeRaw(line), labels });
        }
      } finally {
        // What stands before a line that cannot be read is good.
        yield samples;
      }
    }
    if (body.length === 0 || signal.aborted) return;
    const read = readPushText(decodeBytes(Buffer.concat(body)));
    if (!read.ok) throw new FileError(`${name}: ${read.message}`);
    pushWarnings = read.warnings;
    yield read.entries.map((entry) => toSample(entry, labels));
  }
  const warnings = () => {
    const encoding = reader.encoding();
    const passed = [...entries.warnings, ...pushWarnings];
    return [
      ...(encoding === "utf-8" ? [] : [`${visible(name)}: warning: ${encodingNote(encoding)}`]),
      ...passed.map(({ line, message }) => `${visible(name)}:${line}: warning: ${message}`),
    ];
  };
  return { name, size, modified, bytesRead: reader.bytesRead, batches, warnings };
}

const encodingNote = (encoding: TextEncoding): string =>
  `it is ${encoding.toUpperCase()}, and read as that; a source needs encoding = "${encoding.toUpperCase()}" to read it`;

/** Writes what was passed over, and what else a reader should know, to standard error. */
export function printWarnings(input: Pick<SampleInput, "warnings">): void {
  for (const warning of input.warnings()) process.stderr.write(`${warning}\n`);
}

const NEWLINE = Buffer.from("\n");

const NO_FILE = { size: undefined, modified: undefined };

async function factsOf(path: string): Promise<Pick<SampleInput, "size" | "modified">> {
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) throw new FileError(`cannot read ${shownName(path)}: it is a directory`);
    return stats.isFile() ? { size: stats.size, modified: nanosOf(stats.mtimeMs) } : NO_FILE;
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError(`cannot read ${shownName(path)}: ${describeSystemError(error)}`);
  }
}

/** What the first lines say. */
const detectFormat = (lines: readonly Buffer[]): SampleFormat =>
  detectSampleFormat(lines.slice(0, 16).map(decodeBytes));
