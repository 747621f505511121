/** The dialogs by which a document is handed on; they are loaded when one is first opened. */
import type { App } from "../workspace/app.ts";
import { closeImport } from "../workspace/commands/import-file.ts";
import { openDialog } from "../workspace/commands/settings.ts";
import { useApp, useAppState } from "./app-context.ts";
import { lazyView } from "./lazy-view.tsx";
import { Modal } from "./modal.tsx";

const HandOnDialog = lazyView("The dialog", () => import("./hand-on/hand-on-dialog.tsx"));

const DIALOGS = [
  { of: "share", label: "Share", className: "share", close: (app: App) => openDialog(app, "none") },
  { of: "export", label: "Export", className: "export", close: (app: App) => openDialog(app, "none") },
  { of: "import", label: "Import", className: "import", close: closeImport },
] as const;

export function HandOnDialogs() {
  const app = useApp();
  const dialog = useAppState("view", (state) => state.dialog);
  return DIALOGS.map(({ of, label, className, close }) => (
    <Modal key={of} open={dialog === of} label={label} className={className} onClose={() => close(app)}>
      <HandOnDialog of={of} />
    </Modal>
  ));
}
