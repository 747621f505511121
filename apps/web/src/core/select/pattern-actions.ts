/** What can be made of the entries of a pattern: stages, in a dialog that first shows what they do, or a test. */
import type { PatternAction } from "@sluice/engine";
import type { NoticePart, StoresPart } from "../page/app.ts";
import { openDialog } from "../page/dialogs.ts";

declare module "../page/dialog-kinds.ts" {
  interface DialogKinds {
    /** Makes a stage for the entries of a pattern. */
    pattern: Edits & { readonly number: number; readonly action: PatternAction["kind"] };
    /** Makes a test of entries: of these samples, else of those around the selected one. */
    test: Edits & { readonly of?: { readonly sampleIds: readonly number[]; readonly name: string } };
  }
}

/** Entries of a pattern in a test: the first, the last, and one between. */
const IN_TEST = 3;

/** Ids of the samples with this pattern, in their order. */
export function samplesOf({ stores }: StoresPart, number: number): number[] {
  const { known } = stores.patterns.getState();
  return known === null ? [] : known.samples.flatMap(({ id }) => (known.numbers.get(id) === number ? id : []));
}

/** Opens the dialog that makes a stage. */
export function openPatternAction(app: NoticePart, number: number, action: PatternAction["kind"]): void {
  openDialog(app, { kind: "pattern", edits: true, number, action });
}

/** Opens the dialog that makes a test, with some entries of the pattern. */
export function openPatternTest(app: NoticePart, number: number): void {
  const all = samplesOf(app, number);
  const sampleIds = [
    ...new Set(Array.from({ length: IN_TEST }, (_, i) => all[Math.round((i * (all.length - 1)) / (IN_TEST - 1))]!)),
  ];
  const { known } = app.stores.patterns.getState();
  const template = known?.report.patterns.find((pattern) => pattern.number === number)?.template ?? "no pattern";
  const name = template.length > 80 ? `${template.slice(0, 79)}…` : template;
  openDialog(app, { kind: "test", edits: true, of: { sampleIds, name } });
}
