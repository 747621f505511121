/** The dialog of a document's earlier states, which is loaded when it is first opened. */
import { openDialog } from "../workspace/commands/settings.ts";
import { useApp, useAppState } from "./app-context.ts";
import { lazyView } from "./lazy-view.tsx";
import { Modal } from "./modal.tsx";

const Loaded = lazyView("The history", () => import("./compare/states-form.tsx"));

export function StatesDialog() {
  const app = useApp();
  const dialog = useAppState("view", (state) => state.dialog);
  return (
    <Modal
      open={dialog === "states"}
      label="History of this pipeline"
      className="deploy"
      onClose={() => openDialog(app, "none")}
    >
      <Loaded />
    </Modal>
  );
}
