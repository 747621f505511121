/** The report of sensitive data, loaded when first opened. */

import { useApp } from "../../core/page/app-context.ts";
import { closeDialog } from "../../core/page/dialogs.ts";
import { useDialog } from "../../core/page/use-dialog.ts";
import { lazyView } from "../../ui/lazy-view.tsx";
import { Modal } from "../../ui/modal.tsx";

const Loaded = lazyView("The report", () => import("./sensitive-dialog.tsx"));

export function SensitiveDialogs() {
  const app = useApp();
  const open = useDialog("sensitive") !== null;
  return (
    <Modal open={open} label="Sensitive data" size="full" onClose={() => closeDialog(app)}>
      <Loaded />
    </Modal>
  );
}
