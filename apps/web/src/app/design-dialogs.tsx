/** The dialogs of the designer, loaded when one is first opened. */
import { useApp, useAppState } from "../core/page/app-context.ts";
import { closeDialog } from "../core/page/dialogs.ts";
import { lazyView } from "../ui/lazy-view.tsx";
import { Modal, type ModalSize } from "../ui/modal.tsx";
import type { DesignDialogKind } from "./dialog.tsx";

const DesignDialog = lazyView("The dialog", () => import("./dialog.tsx"));

type Frames = {
  readonly [K in DesignDialogKind]: { readonly of: K; readonly label: string; readonly size?: ModalSize };
};

const FRAMES: Frames = {
  help: { of: "help", label: "Keyboard shortcuts and about" },
  entry: { of: "entry", label: "Edit an entry", size: "wide" },
  clock: { of: "clock", label: "Clock and seed" },
  times: { of: "times", label: "Times of the samples" },
  paste: { of: "paste", label: "Paste lines", size: "wide" },
  "large-file": { of: "large-file", label: "Samples of a large file", size: "wide" },
  examples: { of: "examples", label: "Examples", size: "list" },
  "example-samples": { of: "example-samples", label: "Samples of an example", size: "list" },
  pattern: { of: "pattern", label: "Stage for a pattern", size: "wide" },
  removed: { of: "removed", label: "Removed pipelines" },
};
const DIALOGS = Object.values(FRAMES);

export function DesignDialogs() {
  const app = useApp();
  const dialog = useAppState("view", (state) => state.dialog?.kind);
  return DIALOGS.map(({ of, label, size }) => (
    <Modal key={of} open={dialog === of} label={label} size={size} onClose={() => closeDialog(app)}>
      <DesignDialog of={of} />
    </Modal>
  ));
}
