/** Shares the open document without its private values: as a link that contains it, or as a bundle. */
import { copyText, fileBase } from "../../core/edit/export-file.ts";
import { DEFAULT_CLOCK } from "../../core/model/document.ts";
import type { PrivateRow, Screened, SharedContent } from "../../core/model/private-values.ts";
import type { App } from "../../core/page/app.ts";
import { closeDialog } from "../../core/page/dialogs.ts";
import { notify } from "../../core/page/notify.ts";
import { revealProblem } from "../../core/select/reveal-problem.ts";
import { listSamples } from "../../core/select/sample-list.ts";
import { selectEntry } from "../../core/select/select-entry.ts";
import { showAllEntries } from "../../core/select/set-filter.ts";
import { Screening } from "./screening.ts";
import { type SharedSelection, writeShared } from "./shared-document.ts";
import { BUNDLE_SUFFIX } from "./shared-name.ts";

/** The parts included with the pipeline. */
export interface SharedParts {
  readonly samples: boolean;
  readonly tests: boolean;
  /** The selection and the clock. */
  readonly place: boolean;
}

export const ALL_PARTS: SharedParts = { samples: true, tests: true, place: true };

export interface Prepared {
  readonly rows: readonly PrivateRow[];
  /** The shared document. */
  readonly content: SharedContent;
  readonly link: string;
  readonly bundle: Blob;
}

/** The search of the open document with these parts. */
export const screeningOf = (app: App, parts: Omit<SharedParts, "place">): Screening =>
  new Screening(app.language, chosenContent(app, parts));

/** Creates link and bundle of what `screening` searched; undefined if it could not be checked for private values. */
export async function prepareShared(
  app: App,
  screening: Screening,
  parts: SharedParts,
  ...how: Parameters<Screening["screen"]>
): Promise<Prepared | undefined> {
  const screened = await screening.screen(...how);
  return screened === undefined ? undefined : write(app, parts, screened);
}

function chosenContent(app: App, { samples, tests }: Omit<SharedParts, "place">): SharedContent {
  const content = app.stores.document.getState();
  const { name, text, lineEnd, commonLabels, seed, holdEnd, clock, steps } = content;
  return {
    name,
    text,
    lineEnd,
    commonLabels,
    seed,
    holdEnd,
    samples: samples ? content.samples : [],
    tests: tests ? content.tests : "",
    clock,
    steps,
  };
}

async function write(app: App, parts: SharedParts, { rows, content: whole }: Screened): Promise<Prepared> {
  const content = parts.place ? whole : { ...whole, clock: DEFAULT_CLOCK, steps: [] };
  const { fragment, bundle } = await writeShared({
    content: { ...content, draft: null },
    selection: selectionOf(app, parts),
  });
  return {
    rows,
    content,
    link: `${app.platform.address.page()}#${fragment}`,
    bundle: new Blob([bundle], { type: "application/gzip" }),
  };
}

function selectionOf(app: App, { place, samples }: SharedParts): SharedSelection | null {
  if (!place) return null;
  const { sampleId, stagePath, pipelineId } = app.stores.selection.getState();
  const index = app.stores.document.getState().samples.findIndex(({ id }) => id === sampleId);
  return { sample: samples && index >= 0 ? index : null, stage: stagePath, pipeline: pipelineId };
}

export const copyLink = (app: App, { link }: Prepared): Promise<void> =>
  copyText(app, link, "the link, which contains the pipeline");

/** Downloads the bundle. */
export function downloadBundle(app: App, { bundle, content }: Prepared): void {
  const name = `${fileBase(content.name)}${BUNDLE_SUFFIX}`;
  app.platform.download(name, bundle);
  notify(app, "info", `Downloaded ${name}: drop it on this page to open it again.`);
}

/** Shows a place of a private value in the configuration. */
export function showInConfiguration(app: App, start: number): void {
  closeDialog(app);
  revealProblem(app, { start, end: start });
}

/** Shows a sample by its index. */
export function showSample(app: App, index: number): void {
  const sample = app.stores.document.getState().samples[index];
  closeDialog(app);
  if (sample === undefined) return;
  showAllEntries(app);
  listSamples(app);
  selectEntry(app, sample.id);
}
