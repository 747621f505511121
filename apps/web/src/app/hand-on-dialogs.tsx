/** The dialogs by which a document is handed on; they are loaded when one is first opened. */
import type { App } from "../core/page/app.ts";
import { useApp, useAppState } from "../core/page/app-context.ts";
import { openDialog } from "../core/page/settings.ts";
import { closeImport } from "../features/import/index.ts";
import { lazyView } from "../ui/lazy-view.tsx";
import { Modal } from "../ui/modal.tsx";

const HandOnDialog = lazyView("The dialog", () => import("./hand-on-dialog.tsx"));

const DIALOGS = [
  { of: "share", label: "Share", size: "sheet", close: (app: App) => openDialog(app, "none") },
  { of: "export", label: "Export", size: "page", close: (app: App) => openDialog(app, "none") },
  { of: "import", label: "Import", size: "full", close: closeImport },
] as const;

export function HandOnDialogs() {
  const app = useApp();
  const dialog = useAppState("view", (state) => state.dialog);
  return DIALOGS.map(({ of, label, size, close }) => (
    <Modal key={of} open={dialog === of} label={label} size={size} onClose={() => close(app)}>
      <HandOnDialog of={of} />
    </Modal>
  ));
}
