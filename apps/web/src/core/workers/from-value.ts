/**
 * From a value that somebody points at (the selected text and its place in the pipeline) to stages: the question to the
 * preview worker, its answer, and the words for it. The worker tries the stages on the entries as they pass there
 * (`Suggester` in the engine's `suggest`), a step at a time, so that a newer run does not wait for it; the rest of the
 * pipeline is not run again. Taking a suggestion is one change, and its stage is selected as soon as the new text is
 * understood (`App.awaited`); an undo leads back in the same way.
 */
import type {
  ExtractedValue,
  Extraction,
  SelectedValue,
  StageCounts,
  Suggestion,
  SuggestionChoice,
  ValueAction,
  ValuePlace,
} from "@sluice/engine";
import type { EntryDiff } from "../model/step-view.ts";
import type { PairChange } from "../text/diff-pairs.ts";

/** A value as it stands at a place of the pipeline. */
export interface PointedValue {
  readonly selected: SelectedValue;
  readonly place: ValuePlace;
}

/** An entry that is shown, and where in the pipeline it is as it is shown. */
export interface SeenEntry {
  readonly place: ValuePlace;
  readonly line: string;
  readonly extracted: ReadonlyMap<string, ExtractedValue>;
}

/** The entry after `diff`. */
export const seenAt = (diff: EntryDiff, place: ValuePlace | undefined): SeenEntry | undefined =>
  place === undefined
    ? undefined
    : {
        place,
        line: diff.line.after,
        extracted: new Map(
          diff.extracted.changes.flatMap(({ name, after }) => (after === undefined ? [] : [[name, after]])),
        ),
      };

/**
 * A value of an entry as the starting point for stages. Undefined if stages cannot use it: it is gone, is no single value,
 * or is metadata that is not extracted.
 */
export function pointAt(
  { place, line, extracted }: SeenEntry,
  { name, after }: Pick<PairChange, "name" | "after">,
  label: boolean,
): PointedValue | undefined {
  if (after === undefined || after === null || after === "" || typeof after === "object") return undefined;
  if (extracted.get(name) === after) return { selected: { kind: "field", name, value: after, line }, place };
  return label ? { selected: { kind: "label", name, value: String(after) }, place } : undefined;
}

export interface SuggestAsk extends PointedValue {
  /** The run in which it was seen. */
  readonly run: number;
  readonly actions: readonly ValueAction[];
  readonly choice: SuggestionChoice;
}

export interface Suggestions {
  /** The configuration that the edits are of. */
  readonly text: string;
  /** The default name of a text of a line. */
  readonly name: string;
  /** Ways to extract it, the best first. */
  readonly extractions: readonly Extraction[];
  /** Layouts that read it as a time, the best first. */
  readonly formats: readonly string[];
  /** Those of the actions that are asked for and can be done. */
  readonly suggestions: readonly Suggestion[];
}

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
  extract: { title: "Extract", done: (name) => `Extracted ${name}` },
};

const counted = (n: number): string => n.toLocaleString("en");

/** `sets 46 of 48`: what the stages do to the entries as they pass there. */
export function describeSuggestion({ action, counts, format }: Suggestion): string {
  const of = `of ${counted(counts.in)}`;
  const works = counts.in - counts.missed - counts.errors;
  switch (action) {
    case "label":
    case "structured_metadata":
      return `set on ${counted(works)} ${of}`;
    case "timestamp":
      return `layout ${format}, set on ${counted(works)} ${of}`;
    case "drop":
      return `drops ${counted(counts.dropped)} ${of}`;
    case "keep":
      return `keeps ${counted(counts.in - counts.dropped)} ${of}`;
    case "redact":
      return `changes ${counted(counts.changed)} ${of}`;
    case "count":
      return `counts ${counted(works)} ${of}`;
    case "extract":
      return `found in ${counted(works)} ${of}`;
  }
}

/** `matches 987 of 1,000`, and what else it takes */
export const describeExtraction = ({ matched, total, overrun }: Extraction): string =>
  `matches ${counted(matched)} of ${counted(total)}${overrun === 0 ? "" : `, captures the rest of the line in ${counted(overrun)} more`}`;

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
    extract: works,
  };
  return did[action](counts) === 0;
}

const works = ({ in: entered, missed, errors }: StageCounts): number => entered - missed - errors;
