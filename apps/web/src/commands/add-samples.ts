import type { App } from "../app.ts";
import { replaceContent } from "../state/document-store.ts";
import { limitLines, splitLines } from "../state/samples.ts";
import { notify } from "./notify.ts";
import { undoReplacement } from "./undo-replacement.ts";

/** Adds lines as samples behind the others, and selects the first of them. `from` names where they come from. */
export function addSamples(app: App, text: string, from: string): void {
  const { document, selection, view } = app.stores;
  const { samples, nextId } = document.getState();
  const { lines, refused } = limitLines(splitLines(text), samples);
  if (lines.length > 0) {
    const added = lines.map((line, i) => ({ id: nextId + i, line }));
    replaceContent(document, `Added ${counted(lines.length)} from ${from}`, { samples: [...samples, ...added] });
    document.setState({ nextId: nextId + lines.length });
    view.setState({ filter: { kind: "all" }, search: "" });
    selection.setState({ sampleId: nextId });
    notify(app, "info", `Added ${counted(lines.length)} from ${from}.`, {
      label: "Undo",
      run: () => undoReplacement(app),
    });
  }
  if (refused > 0) notify(app, "error", `${refused} lines from ${from} were left out: there are too many samples.`);
}

const counted = (lines: number): string => (lines === 1 ? "1 sample" : `${lines} samples`);
