/** The palette of stages; what is chosen is added. */

import type { App } from "../../../core/page/app.ts";
import { useApp, useAppState } from "../../../core/page/app-context.ts";
import { openDialog } from "../../../core/page/settings.ts";
import { findStages, KIND_OF_STAGE } from "../../../core/workers/find-stages.ts";
import { AddableList } from "../../../ui/addable-list.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { addStage } from "./edit-stages.ts";

const loadStages = (app: App) => app.language.addableStages();

export function StagePalette() {
  const app = useApp();
  const open = useAppState("view", (state) => state.dialog === "stage");
  const to = useAppState("view", (state) => state.addTo);
  const close = () => openDialog(app, "none");
  return (
    <Modal open={open} label="Add a stage" size="palette" onClose={close}>
      <AddableList
        what="stage"
        load={loadStages}
        find={findStages}
        choose={(stage) => {
          close();
          if (to !== null) void addStage(app, stage, to);
        }}
        beside={({ category }) => <span className="muted">{KIND_OF_STAGE[category]}</span>}
        warning={({ deprecated }) => deprecated && `Deprecated: ${deprecated}.`}
      />
    </Modal>
  );
}
