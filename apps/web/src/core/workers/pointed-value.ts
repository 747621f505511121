/**
 * From a value that somebody points at (the selected text and its place in the pipeline) to stages: the question to the
 * preview worker, and its answer. The worker tries the stages on the entries as they pass there
 * (`Suggester` in the engine's `suggest`), a step at a time, so that a newer run does not wait for it; the rest of the
 * pipeline is not run again. Taking a suggestion is one change, and its stage is selected as soon as the new text is
 * understood (`App.awaited`); an undo leads back in the same way.
 */
import type {
  ExtractedValue,
  Extraction,
  SelectedValue,
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
