/**
 * Samples as text: plain lines, one entry each, or JSON lines `{"labels", "line", "timestamp", "structured_metadata",
 * "advance"}`, as `sluice preview` reads them. Which of the two a text is, it says itself.
 */
import { parseDuration } from "@sluice/languages/goduration";
import { readTime } from "./sample-time.ts";
import { isPlain, type MetadataPairs, type SampleContent, splitLines } from "./samples.ts";

export type SampleFormat = "lines" | "json";

/** A line that is no entry. */
export interface SampleTextError {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

export type ReadSamples =
  | { readonly ok: true; readonly format: SampleFormat; readonly entries: readonly SampleContent[] }
  | { readonly ok: false; readonly format: "json"; readonly error: SampleTextError };

type Fields = Readonly<Record<string, unknown>>;

const KEYS: ReadonlySet<string> = new Set(["line", "labels", "timestamp", "structured_metadata", "advance"]);

/** Plain lines where that says everything, else JSON lines. */
export function formatSamples(samples: readonly SampleContent[]): string {
  if (
    samples.every(isPlain) &&
    detectFormat(
      samples.map(({ line }) => line),
      "lines",
    ) === "lines"
  )
    return samples.map(({ line }) => line).join("\n");
  return formatJsonLines(samples);
}

export const formatJsonLines = (samples: readonly SampleContent[]): string => samples.map(formatEntry).join("\n");

function formatEntry({ line, labels, metadata, timestamp, advance }: SampleContent): string {
  const repeats = metadata !== undefined && new Set(metadata.map(([name]) => name)).size < metadata.length;
  return JSON.stringify({
    labels: labels ?? undefined,
    line,
    timestamp,
    structured_metadata: metadata === undefined || repeats ? metadata : Object.fromEntries(metadata),
    advance,
  });
}

/** Reads a text. `previous`: what it was before the last edit, so that a damaged line does not make it another form. */
export function readSamples(text: string, previous: SampleFormat = "lines"): ReadSamples {
  const lines = splitLines(text);
  const format = detectFormat(lines, previous);
  if (format === "lines") return { ok: true, format, entries: lines.map((line) => ({ line })) };
  const entries: SampleContent[] = [];
  for (const [i, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const read = readEntry(line);
    if (typeof read === "string") return { ok: false, format, error: { line: i + 1, message: read } };
    entries.push(read);
  }
  return { ok: true, format, entries };
}

/**
 * JSON lines, when the first line is such an entry rather than a log line that happens to be JSON; also when it was
 * and still begins like one, or another line is one.
 */
function detectFormat(lines: readonly string[], previous: SampleFormat): SampleFormat {
  const first = lines.find((line) => line.trim() !== "");
  if (first === undefined || !first.trimStart().startsWith("{")) return "lines";
  if (isEntry(first)) return "json";
  return previous === "json" && (lines.length === 1 || lines.some(isEntry)) ? "json" : "lines";
}

function isEntry(line: string): boolean {
  const value = parseObject(line);
  if (value === undefined || typeof value.line !== "string") return false;
  return isTexts(value.labels) || Object.keys(value).every((key) => KEYS.has(key));
}

/** The entry, or what is wrong. */
function readEntry(text: string): SampleContent | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `not JSON: ${describeJsonError(error)}`;
  }
  if (!isObject(value)) return 'an entry is an object with a text "line"';
  const { line, labels, timestamp, structured_metadata: metadata, advance } = value;
  if (typeof line !== "string") return 'an entry has a text "line"';
  const unknown = Object.keys(value).find((key) => !KEYS.has(key));
  if (unknown !== undefined) return `an entry has no ${JSON.stringify(unknown)}: it has ${[...KEYS].join(", ")}`;
  if (labels !== undefined && !isTexts(labels)) return "labels must be an object of texts";
  if (timestamp !== undefined && (typeof timestamp !== "string" || readTime(timestamp) === undefined))
    return "timestamp must be a text of an RFC 3339 time";
  const pairs = readMetadata(metadata);
  if (typeof pairs === "string") return pairs;
  const problem = advance === undefined ? undefined : findAdvanceProblem(advance);
  if (problem !== undefined) return problem;
  return tidy({ line, labels, timestamp, metadata: pairs, advance: advance as string | undefined });
}

/** The engine's message counts places of the one line that it was given. */
function describeJsonError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const place = /^(.*?)(?: in JSON)? at position (\d+)(?: \(line \d+ column \d+\))?$/s.exec(message);
  return place === null ? message : `${place[1]}, at column ${Number(place[2]) + 1}`;
}

/** What is wrong with the time since the entry before. */
export function findAdvanceProblem(advance: unknown): string | undefined {
  if (typeof advance !== "string") return "advance must be a text of a duration, such as 1.5s";
  const parsed = parseDuration(advance);
  if (!parsed.ok) return `advance must be a duration, such as 500ms or 1m30s: ${parsed.message}`;
  return parsed.nanos < 0n ? "advance must not be negative" : undefined;
}

function readMetadata(value: unknown): MetadataPairs | undefined | string {
  if (value === undefined) return undefined;
  if (isTexts(value)) return Object.entries(value);
  const isPair = (pair: unknown): boolean =>
    Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === "string");
  if (Array.isArray(value) && value.every(isPair)) return value as [string, string][];
  return "structured_metadata must be an object of texts, or a list of [name, value]";
}

/** Without what says nothing: no labels, no metadata. */
export function tidy({ line, labels, metadata, timestamp, advance }: SampleContent): SampleContent {
  return {
    line,
    ...(labels === undefined || Object.keys(labels).length === 0 ? {} : { labels }),
    ...(metadata === undefined || metadata.length === 0 ? {} : { metadata }),
    ...(timestamp === undefined || timestamp === "" ? {} : { timestamp }),
    ...(advance === undefined || advance === "" ? {} : { advance }),
  };
}

function parseObject(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Fields =>
  value !== null && typeof value === "object" && !Array.isArray(value);

const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isObject(value) && Object.values(value).every((text) => typeof text === "string");

const CONTINUATION =
  /^(?:\s+at\s|\s*Caused by: |\s+\.\.\. \d+ (?:more|common frames)|\s+File "|\s+Suppressed: |goroutine \d+ \[|\t\S+\.go:\d+|\s+from \S+:\d+:in )/;

/** Whether a text of several lines looks like one event with a stack trace, or a few of them. */
export function looksLikeTrace(text: string): boolean {
  const lines = splitLines(text);
  return lines.length > 1 && lines.some((line) => CONTINUATION.test(line));
}
