/** The dialogs by which a document is handed on; they are loaded when one is first opened. */
import { Suspense } from "react";
import { openDialog } from "../workspace/commands/settings.ts";
import { useApp, useAppState } from "./app-context.ts";
import { lazyView } from "./lazy-view.tsx";
import { Modal } from "./modal.tsx";

const HandOnDialog = lazyView("The dialog", () => import("./hand-on/hand-on-dialog.tsx"));

const DIALOGS = [{ of: "share", label: "Share", className: "share" }] as const;

export function HandOnDialogs() {
  const app = useApp();
  const dialog = useAppState("view", (state) => state.dialog);
  return DIALOGS.map(({ of, label, className }) => (
    <Modal key={of} open={dialog === of} label={label} className={className} onClose={() => openDialog(app, "none")}>
      <Suspense>
        <HandOnDialog of={of} />
      </Suspense>
    </Modal>
  ));
}
