/** Changes of a stage's arguments and blocks, from forms. */
import { applyEdits, type StageAddress, type StageChange } from "@sluice/engine";
import type { EditPart, WorkersPart } from "../page/app.ts";
import { editText, type Made, type Refused } from "./edit-text.ts";

/** `text`: the configuration with the change. Else why it was not made, in sentences. */
export type StageEdited = Made | Refused;

/**
 * Makes one change, as one step of the history; what is typed into one argument without a pause is one step too. Changes follow
 * one another: the last key of a text that is typed faster than it is written is not overtaken by those before it.
 */
export async function editStage(
  app: EditPart & Pick<WorkersPart, "language">,
  place: StageAddress,
  change: StageChange,
): Promise<StageEdited> {
  const edited = await editText(app, {
    label: labelOf(change, place),
    ...groupOf(change, place),
    silent: true,
    onConflict: "again",
    async make(text) {
      const changed = await app.language.changeStage(text, place, change);
      return changed?.ok ? { ok: true, text: applyEdits(text, changed.edits) } : changed;
    },
  });
  return edited.ok ? edited.made : { ok: false, messages: edited.messages };
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
