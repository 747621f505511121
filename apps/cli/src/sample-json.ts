/** Sample entries that are written as JSON: lines `{labels, line, timestamp?, structured_metadata?}`, and Loki push bodies. */
import { parseRfc3339, type Sample } from "@sluice/engine";
import { parsePushJson } from "@sluice/engine/lokipush";
import { FileError } from "./config-file.ts";

type Labels = Readonly<Record<string, string>>;

const ENTRY_KEYS: ReadonlySet<string> = new Set(["line", "labels", "timestamp", "structured_metadata"]);

/**
 * Whether a line is an entry rather than a log line that happens to be JSON: it has a text `line`, and either `labels`
 * that are texts or nothing but an entry's keys. Docker's `{"log": …}` and an application's JSON are log lines.
 */
export function isJsonEntry(text: string): boolean {
  const value = parseObject(text);
  if (value === undefined || typeof value.line !== "string") return false;
  return isTexts(value.labels) || Object.keys(value).every((key) => ENTRY_KEYS.has(key));
}

/** One entry; `common` labels are there unless it has its own. `place` (`file:line`) begins messages. Throws `FileError`. */
export function readJsonEntry(text: string, common: Labels, place: string): Sample {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new FileError(`${place}: not JSON: ${(error as Error).message}`);
  }
  if (!isObject(value) || typeof value.line !== "string") {
    throw new FileError(`${place}: an entry is an object with a text "line"`);
  }
  const { line, labels = {}, timestamp, structured_metadata: metadata } = value;
  if (!isTexts(labels)) throw new FileError(`${place}: labels must be an object of texts`);
  return {
    line,
    labels: { ...common, ...labels },
    timestamp: timestamp === undefined ? undefined : readTimestamp(timestamp, place),
    metadata: metadata === undefined ? undefined : readMetadata(metadata, place),
  };
}

/** The entries of a push body, stream by stream. Throws `FileError`. */
export function readPushBody(text: string, common: Labels, file: string): readonly Sample[] {
  const parsed = parsePushJson(text);
  if (!parsed.ok) throw new FileError(`${file}: ${parsed.message}`);
  return parsed.streams.flatMap(({ labels, entries }) =>
    entries.map(({ timestamp, line, metadata }) => ({ line, labels: { ...common, ...labels }, timestamp, metadata })),
  );
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function isTexts(value: unknown): value is Labels {
  return isObject(value) && Object.values(value).every((text) => typeof text === "string");
}

function readMetadata(value: unknown, place: string): readonly (readonly [string, string])[] {
  if (isTexts(value)) return Object.entries(value);
  const isPair = (pair: unknown): boolean =>
    Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === "string");
  if (Array.isArray(value) && value.every(isPair)) return value as [string, string][];
  throw new FileError(`${place}: structured_metadata must be an object of texts, or a list of [name, value]`);
}

/** Times that 64 bits of nanoseconds can say: from 1677 to 2262. */
const MAX_NANOS = 2n ** 63n - 1n;

function readTimestamp(value: unknown, place: string): bigint {
  const at = typeof value !== "string" ? undefined : /^-?\d{1,19}$/.test(value) ? BigInt(value) : parseRfc3339(value);
  if (at === undefined) {
    throw new FileError(`${place}: timestamp must be RFC 3339 or a string of nanoseconds since 1970`);
  }
  if (at > MAX_NANOS || at < -MAX_NANOS - 1n) {
    throw new FileError(`${place}: timestamp ${JSON.stringify(value)} is not between the years 1677 and 2262`);
  }
  return at;
}
