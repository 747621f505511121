import { readSamples, splitLines } from "@sluice/engine";
import type { App } from "../../core/page/app.ts";
import { closeDialog, dialogOf, openDialog } from "../../core/page/dialogs.ts";
import { notify } from "../../core/page/notify.ts";
import { refusesEdits } from "../../core/page/read-only.ts";
import { importText } from "../import/index.ts";
import { addEntries, addSamples, CLIPBOARD } from "./add-samples.ts";
import { looksLikeConfiguration, looksLikePromtail, looksLikeTrace } from "./text-lines.ts";

declare module "../../core/page/dialog-kinds.ts" {
  interface DialogKinds {
    /** What was pasted and could be one entry or several. */
    paste: Edits & { readonly text: string };
  }
}

const PASTED = { file: "The pasted text", name: "Pasted pipeline", label: "Pasted a configuration", renames: false };

/** Handles text pasted outside of fields: the beginning identifies a configuration, everything else is samples. */
export function pasteText(app: App, text: string): void {
  if (refusesEdits(app)) return;
  if (text.trim() === "") {
    const what = text === "" ? "The clipboard has no text." : "The clipboard has only blank lines.";
    notify(app, "info", `${what} Copy lines of a log or a configuration, then paste again.`, undefined, "samples");
    return;
  }
  if (looksLikeConfiguration(text) || looksLikePromtail(text)) void importText(app, text, PASTED);
  else pasteSamples(app, text);
}

/** Adds pasted text as samples; asks first if several lines look like one event. */
export function pasteSamples(app: App, text: string): void {
  if (readSamples(text).format === "lines" && looksLikeTrace(text))
    openDialog(app, { kind: "paste", edits: true, text });
  else addSamples(app, text, CLIPBOARD);
}

/** Answers the question: all lines as one entry, or one entry per line. */
export function takePasted(app: App, as: "entry" | "lines"): void {
  const asked = dialogOf(app, "paste");
  closeDialog(app);
  if (asked === null) return;
  if (as === "lines") addSamples(app, asked.text, CLIPBOARD);
  else addEntries(app, [{ line: splitLines(asked.text).join("\n") }], CLIPBOARD);
}
