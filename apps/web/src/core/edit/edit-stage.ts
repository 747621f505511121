/** Changes of a stage's arguments and blocks, from forms. */
import { applyEdits, type StageAddress, type StageChange } from "@sluice/engine";
import type { App } from "../page/app.ts";
import { CHANGED_MEANWHILE } from "./changed-meanwhile.ts";
import { inTurn } from "./edit-in-turn.ts";

/** `text`: the configuration with the change. Else why it was not made, in sentences. */
export type StageEdited =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly messages: readonly string[] };

/** How often a change is asked for anew because the text became another meanwhile. */
const ATTEMPTS = 4;

/**
 * Makes one change, as one step of the history; what is typed into one argument without a pause is one step too. Changes follow
 * one another: the last key of a text that is typed faster than it is written is not overtaken by those before it.
 */
export const editStage = (app: App, place: StageAddress, change: StageChange): Promise<StageEdited> =>
  inTurn(app, () => editNow(app, place, change));

async function editNow(app: App, place: StageAddress, change: StageChange): Promise<StageEdited> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { text } = app.stores.document.getState();
    const changed = await app.language.changeStage(text, place, change);
    if (changed === undefined) return { ok: false, messages: ["The change could not be made. Try again."] };
    if (app.stores.document.getState().text !== text) continue;
    if (!changed.ok) return changed;
    const after = applyEdits(text, changed.edits);
    if (after !== text) app.stores.document.transact(labelOf(change, place), { text: after }, groupOf(change, place));
    return { ok: true, text: after };
  }
  return { ok: false, messages: [CHANGED_MEANWHILE] };
}

function labelOf(change: StageChange, { stage }: StageAddress): string {
  switch (change.kind) {
    case "set":
    case "write":
      return `Changed ${change.argument} of stage ${stage}`;
    case "clear":
      return `Cleared ${change.argument} of stage ${stage}`;
    case "add-block":
      return `Added ${change.block} to stage ${stage}`;
    case "remove-block":
      return `Removed a block of stage ${stage}`;
  }
}

/** Blocks come and go one by one. */
const groupOf = (change: StageChange, { pipeline, stage }: StageAddress): { readonly group?: string } =>
  "argument" in change ? { group: `form ${pipeline} ${stage} ${change.body.join(".")} ${change.argument}` } : {};
