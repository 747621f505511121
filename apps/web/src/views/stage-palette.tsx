/** The palette of stages: each with its one sentence and how it is written; what is chosen is added. */
import { useEffect, useState } from "react";
import { type AddableStage, findStages, KIND_OF_STAGE } from "../domain/find-stages.ts";
import { addStage } from "../workspace/commands/edit-stages.ts";
import { openDialog } from "../workspace/commands/settings.ts";
import { useApp, useAppState } from "./app-context.ts";
import { ChooseList } from "./choose-list.tsx";
import { Modal } from "./modal.tsx";

export function StagePalette() {
  const app = useApp();
  const open = useAppState("view", (state) => state.dialog === "stage");
  return (
    <Modal open={open} label="Add a stage" className="palette stage-palette" onClose={() => openDialog(app, "none")}>
      <Stages />
    </Modal>
  );
}

function Stages() {
  const app = useApp();
  const to = useAppState("view", (state) => state.addTo);
  const [stages, setStages] = useState<readonly AddableStage[] | null>(null);
  useEffect(() => {
    let gone = false;
    void app.language.addableStages().then((all) => !gone && setStages(all));
    return () => {
      gone = true;
    };
  }, [app]);
  return (
    <ChooseList
      label="Search stages"
      listLabel="Stages that can be added"
      placeholder="Which stage? Its name, or what it does"
      nothing={stages === null ? "One moment…" : "No stage does that."}
      find={(query) => findStages(stages ?? [], query)}
      keyOf={({ name }) => name}
      choose={(stage) => {
        openDialog(app, "none");
        if (to !== null) void addStage(app, stage, to);
      }}
    >
      {({ name, summary, category, deprecated, code }) => (
        <>
          <span className="stage-choice">
            <b>{name}</b>
            <span className="muted">{KIND_OF_STAGE[category]}</span>
          </span>
          <span>{deprecated === undefined ? summary : `Deprecated: ${deprecated}.`}</span>
          <code className="stage-choice-code mono faint">{code.trimEnd()}</code>
        </>
      )}
    </ChooseList>
  );
}
