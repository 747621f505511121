/** The dialog of a document's earlier states, which is loaded when it is first opened. */

import { useApp, useAppState } from "../../core/page/app-context.ts";
import { openDialog } from "../../core/page/settings.ts";
import { lazyView } from "../../ui/lazy-view.tsx";
import { Modal } from "../../ui/modal.tsx";

const Loaded = lazyView("The history", () => import("./states-form.tsx"));

export function StatesDialog() {
  const app = useApp();
  const dialog = useAppState("view", (state) => state.dialog);
  return (
    <Modal
      open={dialog === "states"}
      label="History of this pipeline"
      size="full"
      onClose={() => openDialog(app, "none")}
    >
      <Loaded />
    </Modal>
  );
}
