/**
 * A document as it is stored. What is read back is checked piece by piece: what is damaged is left out, and takes
 * neither the rest of its document nor other documents with it.
 */
import {
  type ControlValue,
  DEFAULT_SEED,
  type ExtractedValue,
  findExtractedProblem,
  isSeed,
  tidySample,
} from "@sluice/engine";
import * as v from "valibot";
import { type ClockStep, MAX_STEPS } from "../model/clock-steps.ts";
import {
  DEFAULT_CLOCK,
  type DocumentContent,
  MAX_NAME,
  MAX_TESTS_TEXT,
  MAX_TEXT,
  normalizeText,
  tidyName,
  UNTITLED,
} from "../model/document.ts";
import { readDuration, readTime } from "../model/sample-time.ts";
import { MAX_SAMPLE_TEXT, MAX_SAMPLES, type SampleEntry } from "../model/samples.ts";
import { listOf } from "../text/read-list.ts";
import { type KeptDraft, limitDrafts, MAX_DRAFT_TEXT, MAX_DRAFTS } from "./drafts.ts";

export interface DocumentRecord {
  readonly id: string;
  /** Grows with each time it is stored: a tab that knows an older one does not overwrite it. */
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly updated: number;
  readonly content: DocumentContent;
  /** The last text without errors, where `content.text` has some. */
  readonly good: string | null;
  /** What was typed into its forms and refused. */
  readonly drafts: readonly KeptDraft[];
}

const MAX_FIELD = 100_000;
export const text = (most: number) => v.pipe(v.string(), v.maxLength(most));
export const time = v.pipe(
  text(100),
  v.check((at) => readTime(at) !== undefined),
);
const duration = v.pipe(
  text(100),
  v.check((given) => readDuration(given) !== undefined),
);

const Labels = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((all) =>
    Object.fromEntries(Object.entries(all).filter((pair): pair is [string, string] => typeof pair[1] === "string")),
  ),
);
/** Values that came from JSON, of any kind. */
const Extracted = v.custom<Readonly<Record<string, ExtractedValue>>>(
  (value) => findExtractedProblem(value) === undefined,
);
export const Sample = v.pipe(
  v.object({
    id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    line: text(MAX_SAMPLE_TEXT),
    labels: v.fallback(v.optional(Labels), undefined),
    metadata: v.fallback(v.optional(listOf(v.strictTuple([v.string(), v.string()]), 1000)), undefined),
    timestamp: v.fallback(v.optional(time), undefined),
    extracted: v.fallback(v.optional(Extracted), undefined),
    advance: v.fallback(v.optional(duration), undefined),
  }),
  v.transform(({ id, ...content }): SampleEntry => ({ ...tidySample(content), id })),
);
const Samples = v.pipe(
  listOf(Sample, MAX_SAMPLES),
  v.transform((samples) => {
    const seen = new Set<number>();
    let room = MAX_SAMPLE_TEXT;
    return samples.filter(({ id, line }) => {
      room -= line.length;
      return room >= 0 && !seen.has(id) && seen.add(id);
    });
  }),
);
const Step: v.GenericSchema<unknown, ClockStep> = v.variant("kind", [
  v.object({ kind: v.literal("deadline") }),
  v.object({ kind: v.literal("end") }),
  v.object({ kind: v.literal("advance"), by: duration }),
]);
export const Content = v.object({
  name: v.fallback(v.pipe(text(MAX_NAME), v.transform(tidyName), v.nonEmpty()), UNTITLED),
  text: v.pipe(text(MAX_TEXT), v.transform(normalizeText)),
  lineEnd: v.fallback(v.picklist(["\n", "\r\n"]), "\n"),
  samples: v.fallback(Samples, []),
  commonLabels: v.fallback(text(MAX_FIELD), ""),
  clock: v.fallback(time, DEFAULT_CLOCK),
  seed: v.fallback(v.custom<number>(isSeed), DEFAULT_SEED),
  holdEnd: v.fallback(v.boolean(), false),
  steps: v.fallback(listOf(Step, MAX_STEPS), []),
  draft: v.fallback(v.nullable(text(2 * MAX_SAMPLE_TEXT)), null),
  tests: v.fallback(v.pipe(text(MAX_TESTS_TEXT), v.transform(normalizeText)), ""),
});
/** Lists in lists, of rows and of pairs: no control has deeper ones. */
export const MAX_DEPTH = 8;
export const isControlValue = (value: unknown, depth = 0): value is ControlValue => {
  if (typeof value === "string" || typeof value === "boolean") return true;
  if (value === null || typeof value !== "object" || depth > MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every((one) => isControlValue(one, depth + 1));
  const { pairs } = value as { pairs?: unknown };
  return (
    Array.isArray(pairs) &&
    pairs.every(
      (pair) =>
        Array.isArray(pair) && pair.length === 2 && typeof pair[0] === "string" && isControlValue(pair[1], depth + 1),
    )
  );
};
const maybe = <T>(schema: v.GenericSchema<unknown, T>) => v.optional(v.nullable(schema));
const Draft = v.pipe(
  v.object({
    place: v.object({
      pipeline: text(MAX_FIELD),
      stage: text(MAX_FIELD),
      body: v.pipe(v.array(v.pipe(v.number(), v.safeInteger(), v.minValue(0))), v.maxLength(MAX_DEPTH)),
      argument: text(MAX_FIELD),
    }),
    value: maybe(v.custom<ControlValue>((value) => isControlValue(value))),
    code: maybe(text(MAX_DRAFT_TEXT)),
    messages: v.pipe(v.array(text(MAX_FIELD)), v.nonEmpty()),
    source: maybe(text(MAX_TEXT)),
  }),
  // JSON, in which a record may lie for a while, has no `undefined`.
  v.transform(
    ({ value, code, source, ...rest }): KeptDraft => ({
      ...rest,
      value: value ?? undefined,
      code: code ?? undefined,
      source: source ?? undefined,
    }),
  ),
);
const Drafts = v.fallback(
  v.pipe(
    listOf(Draft, MAX_DRAFTS),
    v.transform((drafts): readonly KeptDraft[] => limitDrafts(drafts)),
  ),
  [],
);
const Id = v.pipe(text(200), v.nonEmpty());
const Revision = v.fallback(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0);
const Stored = v.object({
  id: Id,
  revision: Revision,
  updated: v.fallback(v.pipe(v.number(), v.finite()), 0),
  content: Content,
  good: v.fallback(v.nullable(text(MAX_TEXT)), null),
  drafts: Drafts,
});

/** A stored document; undefined when nothing of it can be used. */
export function readRecord(value: unknown): DocumentRecord | undefined {
  const parsed = v.safeParse(Stored, value);
  return parsed.success ? parsed.output : undefined;
}

/** The content of a document, as it was stored when there was only one. */
export function readContent(value: unknown): DocumentContent | undefined {
  const parsed = v.safeParse(Content, value);
  return parsed.success ? parsed.output : undefined;
}

/** The drafts that are stored with it; those that are damaged are left out. */
export function readDrafts(value: unknown): readonly KeptDraft[] {
  const parsed = v.safeParse(v.object({ drafts: Drafts }), value);
  return parsed.success ? parsed.output.drafts : [];
}
