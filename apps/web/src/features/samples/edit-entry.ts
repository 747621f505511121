/** Edits of single entries, each one step of the history. */

import { type SampleContent, tidySample } from "@sluice/engine";
import { change } from "../../core/edit/undo.ts";
import { MAX_SAMPLES, type SampleEntry, sameEntry } from "../../core/model/samples.ts";
import type { App } from "../../core/page/app.ts";
import { openDialog } from "../../core/page/dialogs.ts";
import { notify } from "../../core/page/notify.ts";
import { showAllEntries } from "../../core/select/set-filter.ts";

declare module "../../core/page/dialog-kinds.ts" {
  interface DialogKinds {
    /** The selected entry. */
    entry: Edits;
  }
}

/** Selects an entry and opens its editor. */
export function editEntry(app: App, sampleId: number | null): void {
  if (!app.stores.document.getState().samples.some(({ id }) => id === sampleId)) return;
  app.stores.selection.setState({ sampleId });
  openDialog(app, { kind: "entry", edits: true });
}

/** Replaces the content of an entry. */
export function saveEntry(app: App, sampleId: number, content: SampleContent): void {
  const { samples } = app.stores.document.getState();
  const index = samples.findIndex(({ id }) => id === sampleId);
  const old = samples[index];
  // The form has no field for extracted values, so keep them.
  const entry = { ...tidySample({ extracted: old?.extracted, ...content }), id: sampleId };
  if (old === undefined || sameEntry(old, entry)) return;
  replaceSamples(app, `Edited entry ${index + 1}`, samples.with(index, entry));
}

/** Adds an empty entry after the selected one, or at the end, and opens its editor. */
export function newEntry(app: App): void {
  if (insert(app, "Added an entry", () => ({ line: "" }))) openDialog(app, { kind: "entry", edits: true });
}

/** Adds a copy of an entry after it. */
export function duplicateEntry(app: App): void {
  insert(app, "Duplicated an entry", (selected) => selected);
}

function insert(
  app: App,
  what: string,
  make: (selected: SampleEntry | undefined) => SampleContent | undefined,
): boolean {
  const { document, selection } = app.stores;
  const { samples, nextId } = document.getState();
  const at = samples.findIndex(({ id }) => id === selection.getState().sampleId);
  const content = make(samples[at]);
  if (content === undefined) return false;
  if (samples.length >= MAX_SAMPLES) {
    notify(
      app,
      "error",
      `There are already ${MAX_SAMPLES.toLocaleString("en")} samples, the maximum: remove some first.`,
    );
    return false;
  }
  const entry = { ...content, id: nextId };
  showAllEntries(app);
  replaceSamples(app, what, samples.toSpliced(at < 0 ? samples.length : at + 1, 0, entry));
  selection.setState({ sampleId: nextId });
  return true;
}

/** Moves the selected entry `by` places; it stays selected. */
export function shiftEntry(app: App, by: number): void {
  const { samples } = app.stores.document.getState();
  const at = samples.findIndex(({ id }) => id === app.stores.selection.getState().sampleId);
  const to = at + by;
  if (at < 0 || to < 0 || to >= samples.length) return;
  replaceSamples(app, `Moved entry ${at + 1}`, samples.toSpliced(at, 1).toSpliced(to, 0, samples[at]!));
}

/** Removes one sample and selects its neighbour. */
export function removeEntry(app: App, sampleId: number): void {
  const { document, selection } = app.stores;
  const { samples } = document.getState();
  const index = samples.findIndex((sample) => sample.id === sampleId);
  if (index < 0) return;
  const neighbour = samples[index + 1] ?? samples[index - 1];
  const marks = { sampleId };
  if (selection.getState().sampleId === sampleId && neighbour !== undefined)
    selection.setState({ sampleId: neighbour.id });
  change(app, `Removed entry ${index + 1}`, { samples: samples.toSpliced(index, 1) }, { marks });
}

/** Removes all samples. */
export function clearSamples(app: App): void {
  const { samples } = app.stores.document.getState();
  if (samples.length > 0) change(app, `Removed all ${samples.length} samples`, { samples: [] });
}

function replaceSamples(app: App, what: string, samples: readonly SampleEntry[]): void {
  change(app, what, { samples });
}
