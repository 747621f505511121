/** Shares the open document without its private values: as a link that contains it, or as a bundle. */
import type { PrivateKind } from "@sluice/engine";
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
import { type SharedDocument, type SharedSelection, writeBundle, writeFragment } from "./shared-document.ts";
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

/** Creates link and bundle of the open document; undefined if it could not be checked for private values. */
export async function prepareShared(
  app: App,
  parts: SharedParts,
  keep: readonly PrivateKind[],
): Promise<Prepared | undefined> {
  const screened = await app.language.screen(chosenContent(app, parts), keep);
  return screened === undefined ? undefined : write(app, parts, screened);
}

function chosenContent(app: App, { samples, tests, place }: SharedParts): SharedContent {
  const content = app.stores.document.getState();
  const { name, text, lineEnd, commonLabels, seed, holdEnd } = content;
  return {
    name,
    text,
    lineEnd,
    commonLabels,
    seed,
    holdEnd,
    samples: samples ? content.samples : [],
    tests: tests ? content.tests : "",
    clock: place ? content.clock : DEFAULT_CLOCK,
    steps: place ? content.steps : [],
  };
}

async function write(app: App, parts: SharedParts, { rows, content }: Screened): Promise<Prepared> {
  const shared: SharedDocument = { content: { ...content, draft: null }, selection: selectionOf(app, parts) };
  const [fragment, bundle] = await Promise.all([writeFragment(shared), writeBundle(shared)]);
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
