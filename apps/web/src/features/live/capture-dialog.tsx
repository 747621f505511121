/** Captures samples from the server; the dialog loads when first opened. */

import { useApp, useAppState } from "../../core/page/app-context.ts";
import { openDialog } from "../../core/page/settings.ts";
import { lazyView } from "../../ui/lazy-view.tsx";
import { Modal } from "../../ui/modal.tsx";

const Loaded = lazyView("The dialog", () => import("./capture-form.tsx"));

export function CaptureDialog() {
  const app = useApp();
  const open = useAppState("view", (state) => state.dialog === "capture");
  return (
    <Modal open={open} label="Capture samples" onClose={() => openDialog(app, "none")}>
      <Loaded />
    </Modal>
  );
}
