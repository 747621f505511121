/** The dialogs to share, export and import, loaded when one is first opened. */
import { useApp, useAppState } from "../core/page/app-context.ts";
import { closeDialog } from "../core/page/dialogs.ts";
import { lazyView } from "../ui/lazy-view.tsx";
import { Modal } from "../ui/modal.tsx";

const HandOnDialog = lazyView("The dialog", () => import("./hand-on-dialog.tsx"));

const DIALOGS = [
  { of: "share", label: "Share", size: "sheet" },
  { of: "export", label: "Export", size: "page" },
  { of: "import", label: "Import", size: "full" },
] as const;

export function HandOnDialogs() {
  const app = useApp();
  const dialog = useAppState("view", (state) => state.dialog?.kind);
  return DIALOGS.map(({ of, label, size }) => (
    <Modal key={of} open={dialog === of} label={label} size={size} onClose={() => closeDialog(app)}>
      <HandOnDialog of={of} />
    </Modal>
  ));
}
