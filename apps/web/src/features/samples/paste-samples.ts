import { readSamples, splitLines } from "@sluice/engine";
import type { App } from "../../core/page/app.ts";
import { refusesEdits } from "../../core/page/read-only.ts";
import { importText } from "../import/index.ts";
import { addEntries, addSamples, CLIPBOARD } from "./add-samples.ts";
import { looksLikeConfiguration, looksLikePromtail, looksLikeTrace } from "./text-lines.ts";

const PASTED = { file: "The pasted text", name: "Pasted pipeline", label: "Pasted a configuration", renames: false };

/** Handles text pasted outside of fields: the beginning identifies a configuration, everything else is samples. */
export function pasteText(app: App, text: string): void {
  if (refusesEdits(app)) return;
  if (looksLikeConfiguration(text) || looksLikePromtail(text)) void importText(app, text, PASTED);
  else pasteSamples(app, text);
}

/** Adds pasted text as samples; asks first if several lines look like one event. */
export function pasteSamples(app: App, text: string): void {
  if (readSamples(text).format === "lines" && looksLikeTrace(text))
    app.stores.view.setState({ dialog: "paste", pasted: text });
  else addSamples(app, text, CLIPBOARD);
}

/** Answers the question: all lines as one entry, one entry per line, or nothing. */
export function takePasted(app: App, as: "entry" | "lines" | "nothing"): void {
  const { pasted } = app.stores.view.getState();
  app.stores.view.setState({ dialog: "none", pasted: null });
  if (pasted === null || as === "nothing") return;
  if (as === "lines") addSamples(app, pasted, CLIPBOARD);
  else addEntries(app, [{ line: splitLines(pasted).join("\n") }], CLIPBOARD);
}
