/** The palette of stages to add. */

import { findStages } from "@sluice/engine";
import type { App } from "../../../core/page/app.ts";
import { useApp } from "../../../core/page/app-context.ts";
import { closeDialog } from "../../../core/page/dialogs.ts";
import { useDialog } from "../../../core/page/use-dialog.ts";
import { type AddableStage, KIND_OF_STAGE } from "../../../core/workers/addable-stage.ts";
import { AddableList } from "../../../ui/addable-list.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { addStage } from "./edit-stages.ts";

/** A stage, with the words of it that were searched for. */
interface ListedStage extends AddableStage {
  readonly foundBy: readonly string[];
}

const loadStages = async (app: App): Promise<readonly ListedStage[]> =>
  (await app.language.addableStages()).map((stage) => ({ ...stage, foundBy: [] }));

const find = (stages: readonly ListedStage[], query: string): ListedStage[] =>
  findStages(stages, query).found.map(({ stage, words }) => ({ ...stage, foundBy: words }));

/** What is shown is not quite what was typed. */
function note(stages: readonly ListedStage[], query: string): string | undefined {
  const { fit } = findStages(stages, query);
  if (fit === "all") return undefined;
  return `No stage matches “${query.trim()}”. ${fit === "corrected" ? "Did you mean one of these?" : "These come closest."}`;
}

export function StagePalette() {
  const app = useApp();
  const dialog = useDialog("stage");
  const close = () => closeDialog(app);
  return (
    <Modal open={dialog !== null} label="Add a stage" size="palette" onClose={close}>
      <AddableList
        what="stage"
        load={loadStages}
        find={find}
        note={note}
        hint="Try a task, such as parse, redact or count."
        choose={(stage) => {
          close();
          if (dialog !== null) void addStage(app, stage, dialog.at);
        }}
        beside={(stage) => <Beside stage={stage} />}
        warning={({ deprecated }) => deprecated && `Deprecated: ${deprecated}.`}
      />
    </Modal>
  );
}

/** Words of a stage that are shown beside it. */
const SHOWN_WORDS = 4;

/** Its kind; or why it was found, those words first. */
function Beside({ stage: { category, words, foundBy } }: { stage: ListedStage }) {
  if (foundBy.length === 0) return <span className="muted">{KIND_OF_STAGE[category]}</span>;
  const shown = [...new Set([...foundBy, ...words])].slice(0, Math.max(SHOWN_WORDS, foundBy.length));
  return <span className="muted">{shown.join(", ")}</span>;
}
