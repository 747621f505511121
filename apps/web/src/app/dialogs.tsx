/** The dialogs of the page. */
import type { ComponentType } from "react";
import type { DialogKind } from "../core/page/dialog-kinds.ts";
import { StatesDialog } from "../features/compare/states-dialog.tsx";
import { ServerDialogs } from "../features/deploy/server-dialogs.tsx";
import type { GraphDialogKind } from "../features/graph/edit-graph.ts";
import { CaptureDialog } from "../features/live/capture-dialog.tsx";
import { SensitiveDialogs } from "../features/sensitive/sensitive-dialogs.tsx";
import { StagePalette } from "../features/stages/list/stage-palette.tsx";
import { NewTestDialog } from "../features/tests/tests-area.tsx";
import { ValueDialog } from "../features/values/value-dialog.tsx";
import { DesignDialogs } from "./design-dialogs.tsx";
import type { DesignDialogKind } from "./dialog.tsx";
import type { HandOnDialogKind } from "./hand-on-dialog.tsx";
import { HandOnDialogs } from "./hand-on-dialogs.tsx";
import { PaletteDialog } from "./palette-dialog.tsx";

/** The view of each kind that none of the others has in its own table; those of the graph are shown with it. */
const VIEWS: Readonly<
  Record<Exclude<DialogKind, DesignDialogKind | HandOnDialogKind | GraphDialogKind>, ComponentType>
> = {
  palette: PaletteDialog,
  value: ValueDialog,
  stage: StagePalette,
  deploy: ServerDialogs,
  versions: ServerDialogs,
  capture: CaptureDialog,
  states: StatesDialog,
  test: NewTestDialog,
  sensitive: SensitiveDialogs,
};
const SHOWN = [...new Set(Object.values(VIEWS))];

export function Dialogs() {
  return (
    <>
      <DesignDialogs />
      <HandOnDialogs />
      {SHOWN.map((View, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <View key={i} />
      ))}
    </>
  );
}
