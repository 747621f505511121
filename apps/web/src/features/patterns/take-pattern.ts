import type { PatternAction } from "@sluice/engine";
import { editText, sayRefused } from "../../core/edit/edit-text.ts";
import type { App } from "../../core/page/app.ts";
import { closeDialog } from "../../core/page/dialogs.ts";
import { awaitStage } from "../../core/select/select-stage.ts";
import type { TriedPattern } from "../../core/workers/preview-protocol.ts";
import { describeDone } from "./pattern-words.ts";

/** Adds the stage that was tried, as one step of the history, and selects it. False: the text has changed since. */
export async function takePatternStage(
  app: App,
  { text: seen, edited, path }: TriedPattern,
  action: PatternAction,
  name: string,
): Promise<boolean> {
  const made = await editText(app, {
    label: describeDone(action, name),
    onConflict: "refuse",
    of: seen,
    make: () => ({ ok: true, text: edited }),
    done() {
      awaitStage(app, path, true);
      closeDialog(app);
    },
  });
  sayRefused(app, made);
  return made.ok;
}
