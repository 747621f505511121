/** Takes samples from the server; the dialog is loaded when it is first opened. */
import { openDialog } from "../workspace/commands/settings.ts";
import { useApp, useAppState } from "./app-context.ts";
import { lazyView } from "./lazy-view.tsx";
import { Modal } from "./modal.tsx";

const Loaded = lazyView("The dialog", () => import("./live/capture-form.tsx"));

export function CaptureDialog() {
  const app = useApp();
  const open = useAppState("view", (state) => state.dialog === "capture");
  return (
    <Modal open={open} label="Capture samples" onClose={() => openDialog(app, "none")}>
      <Loaded />
    </Modal>
  );
}
