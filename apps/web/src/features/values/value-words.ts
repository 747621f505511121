/** Words for the stages that are suggested for a value. */
import type { Extraction, StageCounts, Suggestion, ValueAction } from "@sluice/engine";
import { counted, grouped } from "../../core/text/counted.ts";

/** The titles of the actions in menus, and the labels of their changes in the history. */
export const ACTIONS: Readonly<
  Record<ValueAction, { readonly title: string; readonly done: (name: string) => string }>
> = {
  label: { title: "Label", done: (name) => `Made ${name} a label` },
  structured_metadata: { title: "Structured metadata", done: (name) => `Made ${name} structured metadata` },
  timestamp: { title: "Timestamp", done: (name) => `Set the timestamp from ${name}` },
  drop: { title: "Drop entries with it", done: (name) => `Added a drop for ${name}` },
  keep: { title: "Keep only entries with it", done: (name) => `Added a filter for ${name}` },
  redact: { title: "Redact", done: (name) => `Added a redaction for ${name}` },
  count: { title: "Count as a metric", done: (name) => `Added a metric for ${name}` },
  sum: { title: "Add up as a metric", done: (name) => `Added a sum of ${name}` },
  histogram: { title: "Histogram", done: (name) => `Added a histogram of ${name}` },
  extract: { title: "Extract", done: (name) => `Extracted ${name}` },
};

/** `sets 46 of 48`: what the stages do to the entries as they pass there. */
export function describeSuggestion({ action, counts, format, values }: Suggestion): string {
  const of = `of ${grouped(counts.in)}`;
  const works = counts.in - counts.missed - counts.errors;
  switch (action) {
    case "label":
    case "structured_metadata":
      return `${valueWords(values)}set on ${grouped(works)} ${of}`;
    case "timestamp":
      return `layout ${format}, set on ${grouped(works)} ${of}`;
    case "drop":
      return `drops ${grouped(counts.dropped)} ${of}`;
    case "keep":
      return `keeps ${grouped(counts.in - counts.dropped)} ${of}`;
    case "redact":
      return `changes ${grouped(counts.changed)} ${of}`;
    case "count":
      return `counts ${grouped(works)} ${of}`;
    case "sum":
      return `adds up ${grouped(works)} ${of}`;
    case "histogram":
      return `buckets for ${grouped(works)} ${of}`;
    case "extract":
      return `found in ${grouped(works)} ${of}`;
  }
}

/** `3 values, ` */
function valueWords(values: Suggestion["values"]): string {
  return values === undefined ? "" : `${countValues(values)}, `;
}

/** `3 values` */
export const countValues = ({ count, atLeast }: NonNullable<Suggestion["values"]>): string =>
  `${atLeast ? "more than " : ""}${counted(count, "value")}`;

/** From this many values on, and from this share of the entries, a label makes nearly every entry a stream of its own. */
const MANY_VALUES = 20;
const MANY_SHARE = 0.5;

/** Why a label is not the best choice. */
export function adviceOn({ action, values, counts }: Suggestion): string | undefined {
  if (action !== "label" || values === undefined) return undefined;
  if (values.count < MANY_VALUES || values.count < works(counts) * MANY_SHARE) return undefined;
  return "Each value makes a stream of its own. Structured metadata suits it better.";
}

/** `matches 987 of 1,000`, and what else it takes */
export function describeExtraction({ kind, matched, total, overrun }: Extraction): string {
  const found = `matches ${grouped(matched)} of ${grouped(total)}`;
  if (overrun === 0) return found;
  const wrong = kind === "regex" ? "captures too much or too little" : "captures the rest of the line";
  return `${found}, ${wrong} in ${grouped(overrun)} more`;
}

/** Whether stages for `action` have a name of their own, with a value found in the way of `kind`. */
export const hasName = (action: ValueAction, kind: Extraction["kind"] | undefined): boolean =>
  action !== "redact" && kind !== "text" && !(kind === "field" && (action === "drop" || action === "timestamp"));

/** The names of the kinds of extractions. */
export const EXTRACTION_KINDS: Readonly<Record<Extraction["kind"], string>> = {
  field: "Extracted already",
  json: "JSON",
  logfmt: "logfmt",
  pattern: "Pattern",
  regex: "Regular expression",
  text: "Text anywhere in the line",
};

/** The button that takes it: which stages get more, and how many are new. */
export function submitWords(suggestion: Pick<Suggestion, "stageCount" | "merged"> | undefined): string {
  const { stageCount = 1, merged = [] } = suggestion ?? {};
  const added = stageCount === 1 ? "a stage" : `${stageCount} stages`;
  if (merged.length === 0) return stageCount === 1 ? "Add stage" : `Add ${added}`;
  const extended = `Extend ${merged.map(({ name }) => name).join(" and ")}`;
  return stageCount === 0 ? extended : `${extended}, add ${added}`;
}

/** Nothing was changed by the stages, so that adding them is likely a mistake. */
export function doesNothing({ action, counts }: Suggestion): boolean {
  const did: Readonly<Record<ValueAction, (counts: StageCounts) => number>> = {
    label: works,
    structured_metadata: works,
    timestamp: works,
    drop: ({ dropped }) => dropped,
    keep: ({ in: entered }) => entered,
    redact: ({ changed }) => changed,
    count: works,
    sum: works,
    histogram: works,
    extract: works,
  };
  return did[action](counts) === 0;
}

const works = ({ in: entered, missed, errors }: StageCounts): number => entered - missed - errors;
