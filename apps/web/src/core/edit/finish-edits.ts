/** Makes the edits that were asked for when the page was left. */
import type { FormBody, StageAddress, StageChange } from "@sluice/engine";
import type { App } from "../page/app.ts";
import type { PendingEdit } from "../storage/pending-edit.ts";
import { editStage } from "./edit-stage.ts";
import { keepDraft } from "./keep-draft.ts";
import { putStages } from "./put-stages.ts";

export async function finishEdits(app: App, edits: readonly PendingEdit[]): Promise<void> {
  for (const edit of edits) {
    if (edit.kind === "put") await putStages(app, edit);
    else await finishStageEdit(app, edit.place, edit.change);
  }
}

/** What is refused is kept for the form, as what is typed there is. */
async function finishStageEdit(app: App, place: StageAddress, change: StageChange): Promise<void> {
  const { text } = app.stores.document.getState();
  const edited = await editStage(app, { place, text }, change);
  if (edited.ok || edited.isConflict || !("argument" in change)) return;
  const form = await app.language.stageForm(text, place);
  const field = form && bodyAt(form.body, change.body)?.fields.find(({ name }) => name === change.argument);
  if (field === undefined) return;
  keepDraft(
    app,
    { ...place, body: change.body, argument: change.argument },
    {
      value: change.kind === "set" ? change.value : undefined,
      code: change.kind === "write" ? change.code : undefined,
      messages: edited.messages,
      source: field.source,
    },
  );
}

function bodyAt(body: FormBody, path: readonly number[]): FormBody | undefined {
  if (body.path.length === path.length) return body.path.every((at, i) => at === path[i]) ? body : undefined;
  for (const { body: inner } of body.blocks) {
    const found = bodyAt(inner, path);
    if (found !== undefined) return found;
  }
  return undefined;
}
