/**
 * Sample entries as text, for page, command line and server alike: plain lines, one entry each, JSON lines, or one push body
 * of Loki's, or an answer of its `query_range`. The format is detected from the text.
 */
import { decodeGo, encodeUtf8, formatRfc3339 } from "@sluice/languages/base";
import { atOnce } from "../base/at-once.ts";
import { splitLines } from "../base/line-ends.ts";
import { NO_STREAMS, readPushJson, UNLIMITED } from "../lokipush/index.ts";
import { isQueryAnswer, readQueryAnswer } from "./query-answer.ts";
import { type SampleContent, tidySample } from "./sample-content.ts";
import { ENTRY_KEYS, isJsonEntry, readJsonEntry } from "./sample-entry.ts";

export const SAMPLE_FORMATS = ["lines", "jsonl", "push"] as const;
export type SampleFormat = (typeof SAMPLE_FORMATS)[number];

/** Something about a line of the text, from 1. */
export interface SampleProblem {
  readonly line: number;
  readonly message: string;
}

export type ReadSamples =
  | {
      readonly ok: true;
      readonly format: SampleFormat;
      readonly entries: readonly SampleContent[];
      readonly warnings: readonly SampleProblem[];
    }
  | {
      readonly ok: false;
      readonly format: SampleFormat;
      readonly error: SampleProblem;
      /** It is well-formed as far as it was read, and there are more entries than requested. */
      readonly tooMany: boolean;
    };

export interface ReadOptions {
  /** Default: the text says it. */
  readonly format?: SampleFormat | undefined;
  /** What the text was before the last edit, so that a damaged line does not make it another form. */
  readonly previous?: SampleFormat | undefined;
  /** Entries at most; with more of them the text is refused. */
  readonly most?: number | undefined;
}

/** Some editors begin a file with a byte order mark, which JSON does not know. */
export const withoutMark = (text: string): string => (text.startsWith("\ufeff") ? text.slice(1) : text);

/** Reads a text whole. */
export function readSamples(text: string, { format: given, previous, most }: ReadOptions = {}): ReadSamples {
  const lines = splitLines(text);
  const format = given ?? detectSampleFormat(lines, previous);
  const limit = most ?? Number.POSITIVE_INFINITY;
  const tooMany = (line: number): ReadSamples => {
    const error = { line, message: `more than ${limit} entries` };
    return { ok: false, format, error, tooMany: true };
  };
  if (format === "push") {
    const read = readPushText(text);
    if (!read.ok) return { ok: false, format, error: { line: 1, message: read.message }, tooMany: false };
    if (read.entries.length > limit) return tooMany(1);
    return { ok: true, format, entries: read.entries, warnings: read.warnings };
  }
  if (format === "lines") {
    if (lines.length > limit) return tooMany(limit + 1);
    return { ok: true, format, entries: lines.map((line) => ({ line })), warnings: [] };
  }
  const reader = new EntryReader();
  const entries: SampleContent[] = [];
  for (const [i, line] of lines.entries()) {
    const read = reader.read(i === 0 ? withoutMark(line) : line, i + 1);
    if (read === undefined) continue;
    if ("message" in read) return { ok: false, format, error: read, tooMany: false };
    if (entries.length === limit) return tooMany(i + 1);
    entries.push(read);
  }
  return { ok: true, format, entries, warnings: reader.warnings };
}

/** Number of lines that are examined to detect a text's format. */
const LOOKED_AT = 16;

/**
 * JSON lines, when the first line that is not blank is such an entry rather than a log line that happens to be JSON;
 * also when they were (`previous`), and it still begins like one or another line is one. A push body, when it begins with
 * its streams, or is what Loki answers: a log line cannot be told from its first brace alone.
 */
export function detectSampleFormat(lines: readonly string[], previous?: SampleFormat): SampleFormat {
  const texts = lines.slice(0, LOOKED_AT).map((line, i) => (i === 0 ? withoutMark(line) : line).trim());
  const [text, second] = texts.filter((one) => one !== "");
  if (text === undefined || !text.startsWith("{")) return "lines";
  if (/^\{\s*"streams"\s*:/.test(text) || (text === "{" && /^"streams"\s*:/.test(second ?? ""))) return "push";
  if (isQueryAnswer(texts.join("\n"))) return "push";
  if (isJsonEntry(text)) return "jsonl";
  return previous === "jsonl" && (lines.length === 1 || lines.some(isJsonEntry)) ? "jsonl" : "lines";
}

/** Different warnings at most that are kept of one text. */
const MAX_WARNINGS = 20;

/** Warnings, each said once. */
class Warnings {
  readonly #said = new Set<string>();
  readonly list: SampleProblem[] = [];

  add(line: number, message: string): void {
    if (this.list.length === MAX_WARNINGS || this.#said.has(message)) return;
    this.#said.add(message);
    this.list.push({ line, message });
  }
}

/** Reads JSON lines one by one, for texts that come as a stream. */
export class EntryReader {
  readonly #warnings = new Warnings();

  /** Unknown keys, each with the first line that has it. */
  get warnings(): readonly SampleProblem[] {
    return this.#warnings.list;
  }

  /** The entry of line `number`, from 1; undefined for a blank line. */
  read(text: string, number: number): SampleContent | SampleProblem | undefined {
    if (text.trim() === "") return undefined;
    const read = readJsonEntry(text);
    if (!read.ok) return { line: number, message: read.message };
    for (const key of read.unknown)
      this.#warnings.add(
        number,
        `unknown key ${JSON.stringify(key)} is ignored: an entry has ${ENTRY_KEYS.join(", ")}`,
      );
    return read.entry;
  }
}

export type ReadPush =
  | {
      readonly ok: true;
      readonly entries: readonly SampleContent[];
      readonly warnings: readonly SampleProblem[];
      /** Raw values of keys for another reader. */
      readonly also: ReadonlyMap<string, string>;
      /** Whether the body has a list of streams at all. */
      readonly hasStreams: boolean;
    }
  | { readonly ok: false; readonly message: string };

/** The entries of a text that is a push body and nothing else, or an answer of `query_range`. */
export function readPushText(text: string): ReadPush {
  const answer = withoutMark(text);
  if (isQueryAnswer(answer)) {
    const read = readQueryAnswer(answer);
    if (!read.ok) return { ok: false, message: `the answer of query_range ${read.message}` };
    return { ok: true, entries: read.entries, warnings: [], also: new Map(), hasStreams: true };
  }
  const read = readPushBody(encodeUtf8(withoutMark(text)));
  return read.ok && !read.hasStreams ? { ok: false, message: NO_STREAMS } : read;
}

/** The entries of a push body, stream by stream. `also`: keys of the body for another reader. */
export function readPushBody(bytes: Uint8Array, also: ReadonlySet<string> = new Set()): ReadPush {
  const warnings = new Warnings();
  const values = new Map<string, string>();
  let hasStreams = false;
  const result = atOnce(
    readPushJson(bytes, (from, to) => decodeGo(bytes.subarray(from, to)), UNLIMITED, {
      streams: () => {
        hasStreams = true;
      },
      unknown: (key, path, value) => {
        if (path === "" && also.has(key)) {
          values.set(key, value());
          return;
        }
        const place = path === "" ? "the body" : "a stream";
        warnings.add(
          1,
          `unknown key ${JSON.stringify(key)} is ignored: ${place} has ${path === "" ? "streams" : "stream, values"}`,
        );
      },
    }),
  );
  if (!result.ok) return { ok: false, message: result.message };
  if (result.refused !== undefined) return { ok: false, message: result.refused };
  const entries = result.streams.flatMap(({ labels, entries }) =>
    entries.map(({ timestamp, line, metadata }) =>
      tidySample({ line, labels, timestamp: formatRfc3339(timestamp), metadata }),
    ),
  );
  return { ok: true, entries, warnings: warnings.list, also: values, hasStreams };
}

/** An entry that is one line and nothing else. */
const isPlainSample = ({ line, ...rest }: SampleContent): boolean =>
  Object.keys(tidySample({ line, ...rest })).length === 1 && !/[\r\n]/.test(line);

/** Plain lines where that says everything, else JSON lines. */
export function formatSamples(samples: readonly SampleContent[]): string {
  const lines = samples.map(({ line }) => line);
  return samples.every(isPlainSample) && detectSampleFormat(lines) === "lines"
    ? lines.join("\n")
    : formatJsonLines(samples);
}

export const formatJsonLines = (samples: readonly SampleContent[]): string => samples.map(formatJsonEntry).join("\n");

function formatJsonEntry({ line, labels, metadata, timestamp, extracted, advance }: SampleContent): string {
  const repeats = metadata !== undefined && new Set(metadata.map(([name]) => name)).size < metadata.length;
  return JSON.stringify({
    labels,
    line,
    timestamp,
    structured_metadata: metadata === undefined || repeats ? metadata : Object.fromEntries(metadata),
    extracted,
    advance,
  });
}
