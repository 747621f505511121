import type { App } from "../app.ts";
import { editSamples, limitLines, splitLines } from "../state/samples.ts";
import { notify } from "./notify.ts";

/** Takes the samples as they were edited as text, one line for each. */
export function editSampleText(app: App, text: string): void {
  const { samples, nextId } = app.stores.document.getState();
  const { lines, refused } = limitLines(splitLines(text), []);
  app.stores.document.setState(editSamples(samples, lines, nextId));
  if (refused > 0) notify(app, "error", `${refused} lines were left out: there are too many samples.`);
}
