import { formatJsonLines, readSamples, type SampleFormat } from "@sluice/engine";
import { editSamples, limitSamples, sameEntry } from "../../domain/samples.ts";
import { isUntouchedExample } from "../../examples/index.ts";
import type { App } from "../app.ts";
import { startDocument, TYPED } from "./add-samples.ts";
import { notify } from "./notify.ts";

const OPTIONS = { group: "samples" } as const;

/**
 * Takes the samples as they were edited as text. A text with a mistake is kept as a draft, and the samples stay as they
 * were before it. `previous`: what the text was before the edit.
 */
export function editSampleText(app: App, text: string, previous: SampleFormat = "lines"): void {
  const { document } = app.stores;
  const { samples, nextId } = document.getState();
  const read = readSamples(text, { previous });
  if (!read.ok) {
    document.transact("Typing in the samples", { draft: text }, OPTIONS);
    return;
  }
  const { entries, refused } = limitSamples(read.entries, []);
  const keepsNone = entries.length > 0 && !samples.some((sample) => entries.some((entry) => sameEntry(entry, sample)));
  if (keepsNone && isUntouchedExample(document.getState())) {
    const opened = startDocument(app, read.entries, TYPED);
    opened.stores.view.setState({ samplesMode: "text" });
    return;
  }
  document.transact(
    "Typing in the samples",
    { draft: null, samples: editSamples(samples, entries, nextId).samples },
    OPTIONS,
  );
  if (refused > 0) notify(app, "error", `${refused} lines were left out: there are too many samples.`);
}

/** The samples as JSON lines, where labels, metadata and times have a place. */
export const samplesAsJson = (app: App): string => formatJsonLines(app.stores.document.getState().samples);
