/** The palette of stages to add. */

import { findStages, type StagePlace } from "@sluice/engine";
import { useCallback } from "react";
import type { App } from "../../../core/page/app.ts";
import { useApp } from "../../../core/page/app-context.ts";
import { closeDialog } from "../../../core/page/dialogs.ts";
import { useDialog } from "../../../core/page/use-dialog.ts";
import { KIND_OF_STAGE } from "../../../core/workers/addable-stage.ts";
import { AddableList } from "../../../ui/addable-list.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { addStage } from "./edit-stages.ts";
import { type DraftedStage, loadDrafted } from "./stage-drafts.ts";

/** A stage, with the words of it that were searched for. */
interface ListedStage extends DraftedStage {
  readonly foundBy: readonly string[];
}

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
      {dialog !== null && <Stages at={dialog.at} close={close} />}
    </Modal>
  );
}

function Stages({ at, close }: { at: StagePlace; close: () => void }) {
  const load = useCallback(
    async (app: App): Promise<readonly ListedStage[]> =>
      (await loadDrafted(app, at)).map((stage) => ({ ...stage, foundBy: [] })),
    [at],
  );
  const app = useApp();
  return (
    <AddableList
      what="stage"
      load={load}
      find={find}
      note={note}
      loading="Looking at the samples…"
      hint="Try a task, such as parse, redact or count."
      choose={(stage) => {
        close();
        void addStage(app, stage, at);
      }}
      beside={(stage) => <Beside stage={stage} />}
      warning={({ deprecated }) => deprecated && `Deprecated: ${deprecated}.`}
    />
  );
}

/** Words of a stage that are shown beside it. */
const SHOWN_WORDS = 4;

/** Its kind, or why the samples need it; or why it was found, those words first. */
function Beside({ stage: { category, words, foundBy, why } }: { stage: ListedStage }) {
  if (foundBy.length === 0)
    return why === undefined ? (
      <span className="muted">{KIND_OF_STAGE[category]}</span>
    ) : (
      <span className="small-text" data-part="need">
        {why}
      </span>
    );
  const shown = [...new Set([...foundBy, ...words])].slice(0, Math.max(SHOWN_WORDS, foundBy.length));
  return <span className="muted">{shown.join(", ")}</span>;
}
