/** The dialogs to share, export and import, loaded when one is first opened. */
import { useApp, useAppState } from "../core/page/app-context.ts";
import { closeDialog } from "../core/page/dialogs.ts";
import { lazyView } from "../ui/lazy-view.tsx";
import { Modal, type ModalSize } from "../ui/modal.tsx";
import type { HandOnDialogKind } from "./hand-on-dialog.tsx";

const HandOnDialog = lazyView("The dialog", () => import("./hand-on-dialog.tsx"));

type Frames = {
  readonly [K in HandOnDialogKind]: { readonly of: K; readonly label: string; readonly size: ModalSize | undefined };
};

const FRAMES: Frames = {
  share: { of: "share", label: "Share", size: "sheet" },
  export: { of: "export", label: "Export", size: "page" },
  target: { of: "target", label: "Target", size: undefined },
  import: { of: "import", label: "Import", size: "full" },
};
const DIALOGS = Object.values(FRAMES);

export function HandOnDialogs() {
  const app = useApp();
  const dialog = useAppState("view", (state) => state.dialog?.kind);
  return DIALOGS.map(({ of, label, size }) => (
    <Modal key={of} open={dialog === of} label={label} size={size} onClose={() => closeDialog(app)}>
      <HandOnDialog of={of} />
    </Modal>
  ));
}
