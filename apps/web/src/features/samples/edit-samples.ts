import { formatJsonLines, type ReadSamples, readSamples, type SampleFormat } from "@sluice/engine";
import { editSamples, limitSamples, MAX_SAMPLE_TEXT, MAX_SAMPLES, sameEntry } from "../../core/model/samples.ts";
import type { App } from "../../core/page/app.ts";
import { notify } from "../../core/page/notify.ts";
import { type EditKind, labelOfEdit } from "../../core/text/edit-kind.ts";
import { isUntouchedExample } from "../examples/index.ts";
import { startDocument, TYPED } from "./add-samples.ts";

export interface EditedSamples {
  /** The format of the text before the edit. */
  readonly previous?: SampleFormat;
  /** The parsed text, if it was parsed already. */
  readonly read?: ReadSamples;
  readonly kind?: EditKind | undefined;
}

/**
 * Applies an edit of the samples as text. A text with a mistake is kept as a draft of the document, and the samples do
 * not change.
 */
export function editSampleText(app: App, text: string, edited: EditedSamples = {}): void {
  const { previous = "lines", kind = "typed" } = edited;
  const label = labelOfEdit(kind, "the samples");
  const options = kind === "typed" ? { group: "samples" } : {};
  const { document } = app.stores;
  const { samples, nextId } = document.getState();
  const read = edited.read ?? readSamples(text, { previous });
  if (!read.ok) {
    document.transact(label, { draft: text }, options);
    return;
  }
  const { entries, refused } = limitSamples(read.entries, []);
  const keepsNone = entries.length > 0 && !samples.some((sample) => entries.some((entry) => sameEntry(entry, sample)));
  if (keepsNone && isUntouchedExample(document.getState())) {
    const opened = startDocument(app, read.entries, TYPED);
    opened.stores.sampleList.setState({ mode: "text" });
    return;
  }
  document.transact(label, { draft: null, samples: editSamples(samples, entries, nextId).samples }, options);
  if (refused > 0)
    notify(
      app,
      "error",
      `${refused.toLocaleString("en")} lines were left out: the maximum is ${MAX_SAMPLES.toLocaleString("en")} samples and ${MAX_SAMPLE_TEXT / 1e6} MB of text.`,
    );
}

/** The samples as JSON lines, which can hold labels, metadata and times. */
export const samplesAsJson = (app: App): string => formatJsonLines(app.stores.document.getState().samples);
