/** One entry as a line of JSON: `{"labels", "line", "timestamp", "structured_metadata", "extracted", "advance"}`. */
import { messageOf } from "@sluice/languages/base";
import type { Metadata } from "../base/entry.ts";
import type { ExtractedValue } from "../base/extracted.ts";
import {
  findAdvanceProblem,
  findExtractedProblem,
  readWrittenTime,
  type SampleContent,
  tidySample,
} from "./sample-content.ts";

type Fields = Readonly<Record<string, unknown>>;

export type ReadEntry =
  /** `unknown`: keys that say nothing to us. */
  | { readonly ok: true; readonly entry: SampleContent; readonly unknown: readonly string[] }
  | { readonly ok: false; readonly message: string };

export const ENTRY_KEYS: readonly string[] = [
  "line",
  "labels",
  "timestamp",
  "structured_metadata",
  "extracted",
  "advance",
];
const KNOWN: ReadonlySet<string> = new Set(ENTRY_KEYS);

/**
 * Whether a line is an entry rather than a log line that happens to be JSON: it has a text `line`, and either `labels`
 * that are texts or nothing but an entry's keys. Docker's `{"log": …}` and an application's JSON are log lines.
 */
export function isJsonEntry(text: string): boolean {
  if (!text.trimStart().startsWith("{")) return false;
  const value = parseObject(text);
  if (value === undefined || typeof value.line !== "string") return false;
  return isTexts(value.labels) || Object.keys(value).every((key) => KNOWN.has(key));
}

/** Reads one line. */
export function readJsonEntry(text: string): ReadEntry {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refuse(`not JSON: ${describeJsonError(error)}`);
  }
  if (!isObject(value) || typeof value.line !== "string") return refuse('an entry is an object with a string "line"');
  const { line, labels, timestamp, structured_metadata: metadata, extracted, advance } = value;
  if (labels !== undefined && !isTexts(labels)) return refuse("labels must be an object of strings");
  const time = timestamp === undefined ? undefined : readTimestamp(timestamp, text);
  if (time !== undefined && "problem" in time) return refuse(time.problem);
  const pairs = metadata === undefined ? undefined : readMetadata(metadata);
  if (metadata !== undefined && pairs === undefined)
    return refuse("structured_metadata must be an object of strings, or a list of [name, value]");
  const problem =
    (extracted === undefined ? undefined : findExtractedProblem(extracted)) ??
    (advance === undefined ? undefined : findAdvanceProblem(advance));
  if (problem !== undefined) return refuse(problem);
  return {
    ok: true,
    entry: tidySample({
      line,
      labels,
      timestamp: time?.time,
      metadata: pairs,
      extracted: extracted as Readonly<Record<string, ExtractedValue>> | undefined,
      advance: advance as string | undefined,
    }),
    unknown: Object.keys(value).filter((key) => !KNOWN.has(key)),
  };
}

const refuse = (message: string): ReadEntry => ({ ok: false, message });

/** A number is read from its text, since a float has fewer digits than nanoseconds. */
function readTimestamp(value: unknown, text: string): ReturnType<typeof readWrittenTime> {
  if (typeof value === "string") return readWrittenTime(value);
  return readWrittenTime(typeof value === "number" ? (numberText(text, "timestamp") ?? "") : "");
}

/** How the number at `key` of the object `text`, which is well-formed, is written; of equal keys the last one's. */
function numberText(text: string, key: string): string | undefined {
  const NUMBER = /[-+.\deE]+/y;
  let depth = 0;
  let found: string | undefined;
  let name = "";
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === '"') {
      const start = at++;
      while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
      // No key of ours is longer, however it is escaped.
      if (depth === 1) name = at - start > 100 ? "" : (JSON.parse(text.slice(start, at + 1)) as string);
    } else if (char === "{" || char === "[") depth++;
    else if (char === "}" || char === "]") depth--;
    else if (char === ":" && depth === 1 && name === key) {
      NUMBER.lastIndex = at + 1 + text.slice(at + 1).search(/\S/);
      found = NUMBER.exec(text)?.[0];
    }
  }
  return found;
}

/** The engine's message counts places of the one line that it was given. */
function describeJsonError(error: unknown): string {
  const message = messageOf(error);
  const place = /^(.*?)(?: in JSON)? at position (\d+)(?: \(line \d+ column \d+\))?$/s.exec(message);
  return place === null ? message : `${place[1]}, at column ${Number(place[2]) + 1}`;
}

function readMetadata(value: unknown): Metadata | undefined {
  if (isTexts(value)) return Object.entries(value);
  const isPair = (pair: unknown): pair is [string, string] =>
    Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === "string");
  return Array.isArray(value) && value.every(isPair) ? value : undefined;
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
