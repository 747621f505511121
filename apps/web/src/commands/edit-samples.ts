import type { App } from "../app.ts";
import { formatJsonLines, readSamples, type SampleFormat } from "../state/sample-text.ts";
import { editSamples, limitSamples } from "../state/samples.ts";
import { notify } from "./notify.ts";

/**
 * Takes the samples as they were edited as text. A text with a mistake is kept as a draft, and the samples stay as they
 * were before it. `previous`: what the text was before the edit.
 */
export function editSampleText(app: App, text: string, previous: SampleFormat = "lines"): void {
  const { document } = app.stores;
  const { samples, nextId } = document.getState();
  const read = readSamples(text, previous);
  if (!read.ok) {
    document.setState({ draft: text });
    return;
  }
  const { entries, refused } = limitSamples(read.entries, []);
  document.setState({ draft: null, ...editSamples(samples, entries, nextId) });
  if (refused > 0) notify(app, "error", `${refused} lines were left out: there are too many samples.`);
}

/** The samples as JSON lines, where labels, metadata and times have a place. */
export const samplesAsJson = (app: App): string => formatJsonLines(app.stores.document.getState().samples);
