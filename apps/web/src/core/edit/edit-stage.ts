/**
 * Changes of a stage's arguments and blocks, from forms.
 *
 * A form knows its stage by the stage's number in the text that the form is of. That number holds in a text that came from
 * it by changes of arguments alone, such as the keys before. In any other text it may be the number of another stage, so the
 * change is refused.
 */
import { applyEdits, type StageAddress, type StageChange, type StageForm } from "@sluice/engine";
import type { EditPart, WorkersPart } from "../page/app.ts";
import type { DocumentStore } from "../page/document-store.ts";
import { notify } from "../page/notify.ts";
import { editText, type Made, type Refused } from "./edit-text.ts";

/** `text`: the configuration with the change. Else why it was not made, in sentences; a notice says it already of a conflict. */
export type StageEdited = Made | (Refused & { readonly isConflict?: true });

/**
 * Makes one change, as one step of the history; what is typed into one argument without a pause is one step too. Changes follow
 * one another: the last key of a text that is typed faster than it is written is not overtaken by those before it.
 */
export async function editStage(
  app: EditPart & Pick<WorkersPart, "language">,
  { place, text: seen }: Pick<StageForm, "place" | "text">,
  change: StageChange,
): Promise<StageEdited> {
  const { document } = app.stores;
  const isOfArgument = "argument" in change;
  const edited = await editText(app, {
    label: labelOf(change, place),
    ...groupOf(change, place),
    silent: true,
    onConflict: "refuse",
    pending: { kind: "stage", place, change },
    async make(text) {
      if (!cameFrom(document, seen, text)) return "conflict";
      const changed = await app.language.changeStage(text, place, change);
      return changed?.ok ? { ok: true, text: applyEdits(text, changed.edits) } : changed;
    },
    done({ text }) {
      if (isOfArgument) keepText(document, text);
    },
  });
  if (edited.ok) return edited.made;
  if (edited.why !== "conflict") return { ok: false, messages: edited.messages };
  const what = isOfArgument ? `The last change of ${change.argument}` : "The change of blocks";
  const message = `${what} in the form of stage ${place.stage} was not made: the configuration has changed in the meantime. Try again.`;
  // The form may be gone, or show another stage by now.
  notify(app, "info", message, undefined, "form");
  return { ok: false, isConflict: true, messages: [message] };
}

/** Texts of a document, each from the one before by a change of an argument. Those before the last seen one are dropped. */
const kept = new WeakMap<DocumentStore, readonly string[]>();

/** Whether `text`, which is the document's now, is `seen` with changes of arguments alone. */
function cameFrom(document: DocumentStore, seen: string, text: string): boolean {
  const before = kept.get(document) ?? [];
  const texts = before.at(-1) === text ? before : [text];
  const at = texts.indexOf(seen);
  kept.set(document, at < 0 ? texts : texts.slice(at));
  return at >= 0;
}

function keepText(document: DocumentStore, text: string): void {
  const texts = kept.get(document) ?? [];
  if (texts.at(-1) !== text) kept.set(document, [...texts, text]);
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
