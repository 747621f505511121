/** The dialog of a document's snapshots, loaded when first opened. */

import { useApp } from "../../core/page/app-context.ts";
import { closeDialog } from "../../core/page/dialogs.ts";
import { useDialog } from "../../core/page/use-dialog.ts";
import { lazyView } from "../../ui/lazy-view.tsx";
import { Modal } from "../../ui/modal.tsx";

const Loaded = lazyView("The history", () => import("./states-form.tsx"));

export function StatesDialog() {
  const app = useApp();
  const dialog = useDialog("states");
  return (
    <Modal open={dialog !== null} label="History of this pipeline" size="full" onClose={() => closeDialog(app)}>
      <Loaded />
    </Modal>
  );
}
