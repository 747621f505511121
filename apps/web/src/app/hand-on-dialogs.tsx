/** The dialogs to share, export and import, loaded when one is first opened. */
import { useApp, useAppState } from "../core/page/app-context.ts";
import { closeDialog } from "../core/page/dialogs.ts";
import { lazyView } from "../ui/lazy-view.tsx";
import { Modal } from "../ui/modal.tsx";

const HandOnDialog = lazyView("The dialog", () => import("./hand-on-dialog.tsx"));

const DIALOGS = [
  { of: "share", label: "Share", className: "share" },
  { of: "export", label: "Export", className: "export" },
  { of: "import", label: "Import", className: "import" },
] as const;

export function HandOnDialogs() {
  const app = useApp();
  const dialog = useAppState("view", (state) => state.dialog?.kind);
  return DIALOGS.map(({ of, label, className }) => (
    <Modal key={of} open={dialog === of} label={label} className={className} onClose={() => closeDialog(app)}>
      <HandOnDialog of={of} />
    </Modal>
  ));
}
