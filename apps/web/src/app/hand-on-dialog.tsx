/** The dialogs to share, export and import: one chunk, since each is small. */
import type { ComponentType } from "react";
import type { DialogKind } from "../core/page/dialog-kinds.ts";
import { ImportDialog } from "../features/import/import-dialog.tsx";
import { ExportDialog } from "../features/share/export-dialog.tsx";
import { ShareDialog } from "../features/share/share-dialog.tsx";
import { TargetDialog } from "../features/share/target-dialog.tsx";

const DIALOGS = {
  share: ShareDialog,
  import: ImportDialog,
  export: ExportDialog,
  target: TargetDialog,
} as const satisfies {
  readonly [K in DialogKind]?: ComponentType;
};

export type HandOnDialogKind = keyof typeof DIALOGS;

export default function HandOnDialog({ of }: { of: HandOnDialogKind }) {
  const Shown = DIALOGS[of];
  return <Shown />;
}
