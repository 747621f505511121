/** The palette of stages to add. */

import type { App } from "../../../core/page/app.ts";
import { useApp } from "../../../core/page/app-context.ts";
import { closeDialog } from "../../../core/page/dialogs.ts";
import { useDialog } from "../../../core/page/use-dialog.ts";
import { findStages, KIND_OF_STAGE } from "../../../core/workers/find-stages.ts";
import { AddableList } from "../../../ui/addable-list.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { addStage } from "./edit-stages.ts";

const loadStages = (app: App) => app.language.addableStages();

export function StagePalette() {
  const app = useApp();
  const dialog = useDialog("stage");
  const close = () => closeDialog(app);
  return (
    <Modal open={dialog !== null} label="Add a stage" size="palette" onClose={close}>
      <AddableList
        what="stage"
        load={loadStages}
        find={findStages}
        choose={(stage) => {
          close();
          if (dialog !== null) void addStage(app, stage, dialog.at);
        }}
        beside={({ category }) => <span className="muted">{KIND_OF_STAGE[category]}</span>}
        warning={({ deprecated }) => deprecated && `Deprecated: ${deprecated}.`}
      />
    </Modal>
  );
}
