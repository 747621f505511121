/** Captures samples from the server; the dialog loads when first opened. */

import { useApp } from "../../core/page/app-context.ts";
import { closeDialog } from "../../core/page/dialogs.ts";
import { useDialog } from "../../core/page/use-dialog.ts";
import { lazyView } from "../../ui/lazy-view.tsx";
import { Modal } from "../../ui/modal.tsx";

const Loaded = lazyView("The dialog", () => import("./capture-form.tsx"));

export function CaptureDialog() {
  const app = useApp();
  const open = useDialog("capture") !== null;
  return (
    <Modal open={open} label="Capture samples" onClose={() => closeDialog(app)}>
      <Loaded />
    </Modal>
  );
}
