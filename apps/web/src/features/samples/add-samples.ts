import { readSamples, type SampleContent } from "@sluice/engine";
import { undoAction } from "../../core/edit/undo.ts";
import type { ChosenFile } from "../../core/model/chosen-file.ts";
import { emptyDocument, freeName, isBlank, isUntitled, nameOfFile } from "../../core/model/document.ts";
import { identify, limitSamples, MAX_SAMPLE_TEXT, MAX_SAMPLES } from "../../core/model/samples.ts";
import type { App } from "../../core/page/app.ts";
import { addStep } from "../../core/page/areas.ts";
import { notify } from "../../core/page/notify.ts";
import { showAllEntries } from "../../core/select/set-filter.ts";
import { counted } from "../../core/text/counted.ts";
import { endSentence } from "../../core/text/sentence.ts";
import { isUntouchedExample } from "../examples/index.ts";

/** The source of samples: its name in a sentence, the name of a document made from them, and when it was written. */
export interface SampleSource {
  readonly from: string;
  readonly name: string;
  /** Of a file, milliseconds. */
  readonly written?: number | undefined;
}

export const CLIPBOARD: SampleSource = { from: "the clipboard", name: "Pasted logs" };
export const TYPED: SampleSource = { from: "the text", name: "My logs" };
export const fileSource = ({ name, lastModified }: Pick<ChosenFile, "name" | "lastModified">): SampleSource => ({
  from: name,
  name: nameOfFile(name) || "Log file",
  written: lastModified,
});

/** Adds a text's lines or JSON lines as samples; `own`: to a new document. */
export function addSamples(app: App, text: string, source: SampleSource, own = false): void {
  const read = readSamples(text);
  if (read.ok) {
    if (own) startDocument(app, read.entries, source);
    else addEntries(app, read.entries, source);
    for (const { line, message } of read.warnings)
      notify(app, "info", endSentence(`Line ${line} of ${source.from}: ${message}`), undefined, message);
  } else
    notify(
      app,
      "error",
      endSentence(
        `Nothing was added from ${source.from}: line ${read.error.line} is not an entry: ${read.error.message}`,
      ),
    );
}

/**
 * Adds samples after the others, and selects the first of them; an empty document takes its name from them. The user's
 * own logs never go into an untouched example: they start a new document, without the example's name and labels.
 */
export function addEntries(app: App, given: readonly SampleContent[], source: SampleSource): void {
  if (given.length > 0 && isUntouchedExample(app.stores.document.getState())) {
    startDocument(app, given, source);
    return;
  }
  const { document, selection, sampleList } = app.stores;
  const { samples, nextId, ...content } = document.getState();
  const { entries, refused } = limitSamples(given, samples);
  if (entries.length > 0) {
    const what = `Added ${counted(entries.length, "sample")} from ${source.from}`;
    const isNew = isBlank({ ...content, samples }) && isUntitled(content);
    const name = isNew ? freeName(source.name, app.documents.names()) : content.name;
    const added = identify(entries, nextId);
    const id = document.transact(what, { name, samples: [...samples, ...added] });
    const cameLast = app.derived.cards().cards.length === 0 ? [] : added.map((sample) => sample.id);
    showAllEntries(app);
    sampleList.setState({ cameLast, written: (samples.length === 0 ? source.written : undefined) ?? null });
    addStep(app);
    selection.setState({ sampleId: nextId });
    if (id !== undefined) notify(app, "info", endSentence(what), undoAction(app, id));
  }
  sayRefused(app, refused, source);
}

/** Opens a document with `given` as its samples and no stages yet. */
export function startDocument(app: App, given: readonly SampleContent[], source: SampleSource): App {
  const example = app.stores.document.getState().name;
  const exampleId = app.stores.documents.getState().currentId;
  const { entries, refused } = limitSamples(given, []);
  const name = freeName(source.name, app.documents.names());
  const opened = app.documents.create({ ...emptyDocument(name), samples: identify(entries, 1) });
  opened.stores.sampleList.setState({ written: source.written ?? null });
  const openedId = opened.stores.documents.getState().currentId;
  const text = `Started “${name}” with ${counted(entries.length, "sample")} from ${source.from}. “${example}” was not changed.`;
  notify(app, "info", text, {
    label: "Undo",
    isOffered: () => opened.stores.document.getState().undoable === null,
    run: () => void app.documents.remove(openedId).then(() => app.documents.open(exampleId)),
  });
  sayRefused(opened, refused, source);
  return opened;
}

function sayRefused(app: App, refused: number, { from }: SampleSource): void {
  if (refused > 0)
    notify(
      app,
      "error",
      `${refused.toLocaleString("en")} lines from ${from} were left out: the maximum is ${MAX_SAMPLES.toLocaleString("en")} samples and ${MAX_SAMPLE_TEXT / 1e6} MB of text.`,
    );
}
