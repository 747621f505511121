/** A sample entry: its written form, and what the pipeline gets. */

import { formatRfc3339, type Nanos, parseRfc3339 } from "@sluice/languages/base";
import { parseDuration } from "@sluice/languages/goduration";
import type { Metadata } from "../base/entry.ts";
import type { WrittenSample } from "../base/written-entry.ts";
import type { Sample } from "./preview.ts";

/** An entry of a document: its line may have several lines, and its labels are over the common ones. */
export interface SampleContent extends Omit<WrittenSample, "structured_metadata"> {
  /** Names and values in their order; a name may repeat. */
  readonly metadata?: Metadata | undefined;
}

/** The sample that the pipeline gets; it has the labels `common` unless it has its own. */
export function toSample(content: SampleContent, common: Readonly<Record<string, string>>): Sample {
  const { line, labels, metadata, timestamp, extracted, advance } = content;
  return {
    line,
    labels: labels === undefined ? common : { ...common, ...labels },
    timestamp: timestamp === undefined ? undefined : parseRfc3339(timestamp.trim()),
    metadata,
    extracted,
    advance: advance === undefined ? undefined : readAdvance(advance),
  };
}

/** Times that 64 bits of nanoseconds can say: from 1677 to 2262. */
const MAX_NANOS = 2n ** 63n - 1n;

const isNanos = (at: bigint): boolean => at <= MAX_NANOS && at >= -MAX_NANOS - 1n;

/** An RFC 3339 time; undefined when it is none, or further away than nanoseconds can say. */
export function readSampleTime(text: string): Nanos | undefined {
  const at = parseRfc3339(text.trim());
  return at === undefined || !isNanos(at) ? undefined : at;
}

/** The same time as RFC 3339, of a time that may also be nanoseconds since 1970 in digits; or what is wrong with it. */
export function readWrittenTime(text: string): { readonly time: string } | { readonly problem: string } {
  const digits = /^-?\d{1,19}$/.test(text);
  const at = digits ? BigInt(text) : parseRfc3339(text);
  if (at === undefined) return { problem: "timestamp must be RFC 3339 or nanoseconds since 1970" };
  if (!isNanos(at)) return { problem: `timestamp ${JSON.stringify(text)} is not between the years 1677 and 2262` };
  return { time: digits ? formatRfc3339(at) : text };
}

/** A Go duration of zero or more; undefined when it is none. */
export function readAdvance(text: string): Nanos | undefined {
  const parsed = parseDuration(text.trim());
  return parsed.ok && parsed.nanos >= 0n ? parsed.nanos : undefined;
}

/** What is wrong with the time since the entry before. */
export function findAdvanceProblem(advance: unknown): string | undefined {
  if (typeof advance !== "string") return 'advance must be a duration in a string, such as "1.5s"';
  const parsed = parseDuration(advance);
  if (!parsed.ok) return `advance must be a duration, such as 500ms or 1m30s: ${parsed.message}`;
  return parsed.nanos < 0n ? "advance must not be negative" : undefined;
}

/** Levels of lists and objects in extracted values: an entry is copied, sent to workers and stored, all of which recurse. */
export const MAX_EXTRACTED_DEPTH = 100;

/** What is wrong with extracted values that came from JSON. */
export function findExtractedProblem(extracted: unknown): string | undefined {
  if (extracted === null || typeof extracted !== "object" || Array.isArray(extracted))
    return "extracted must be an object";
  if (nestsDeeper(extracted, MAX_EXTRACTED_DEPTH)) return `extracted nests deeper than ${MAX_EXTRACTED_DEPTH} levels`;
  return undefined;
}

const nestsDeeper = (value: unknown, levels: number): boolean =>
  value !== null &&
  typeof value === "object" &&
  (levels === 0 || Object.values(value).some((one) => nestsDeeper(one, levels - 1)));

/** Without what says nothing: no labels, no metadata. */
export function tidySample(content: SampleContent): SampleContent {
  const { line, labels, metadata, timestamp, extracted, advance } = content;
  return {
    line,
    ...(labels === undefined || Object.keys(labels).length === 0 ? {} : { labels }),
    ...(metadata === undefined || metadata.length === 0 ? {} : { metadata }),
    ...(timestamp === undefined || timestamp === "" ? {} : { timestamp }),
    ...(extracted === undefined || Object.keys(extracted).length === 0 ? {} : { extracted }),
    ...(advance === undefined || advance === "" ? {} : { advance }),
  };
}
