import type { App } from "../app.ts";
import { replaceContent } from "../state/document-store.ts";
import { readSamples } from "../state/sample-text.ts";
import { identify, limitSamples, type SampleContent } from "../state/samples.ts";
import { notify } from "./notify.ts";
import { undoReplacement } from "./undo-replacement.ts";

/** Adds a text's lines or JSON lines as samples. `from` names where they come from. */
export function addSamples(app: App, text: string, from: string): void {
  const read = readSamples(text);
  if (read.ok) addEntries(app, read.entries, from);
  else
    notify(app, "error", `Nothing was added from ${from}: line ${read.error.line} is no entry: ${read.error.message}.`);
}

/** Adds samples behind the others, and selects the first of them. */
export function addEntries(app: App, given: readonly SampleContent[], from: string): void {
  const { document, selection, view } = app.stores;
  const { samples, nextId } = document.getState();
  const { entries, refused } = limitSamples(given, samples);
  if (entries.length > 0) {
    const what = `Added ${counted(entries.length)} from ${from}`;
    replaceContent(document, what, { samples: [...samples, ...identify(entries, nextId)] });
    document.setState({ nextId: nextId + entries.length });
    view.setState({ filter: { kind: "all" }, search: "" });
    selection.setState({ sampleId: nextId });
    notify(app, "info", `${what}.`, {
      label: "Undo",
      run: () => undoReplacement(app),
    });
  }
  if (refused > 0) notify(app, "error", `${refused} lines from ${from} were left out: there are too many samples.`);
}

const counted = (lines: number): string => (lines === 1 ? "1 sample" : `${lines} samples`);
