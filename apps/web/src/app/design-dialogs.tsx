/** The dialogs of the designer, loaded when one is first opened. */
import { useApp, useAppState } from "../core/page/app-context.ts";
import { closeDialog } from "../core/page/dialogs.ts";
import { lazyView } from "../ui/lazy-view.tsx";
import { Modal, type ModalSize } from "../ui/modal.tsx";

const DesignDialog = lazyView("The dialog", () => import("./dialog.tsx"));

interface Listed {
  readonly of:
    | "entry"
    | "clock"
    | "times"
    | "help"
    | "paste"
    | "large-file"
    | "examples"
    | "example-samples"
    | "removed";
  readonly label: string;
  readonly size?: ModalSize;
}

const DIALOGS: readonly Listed[] = [
  { of: "help", label: "Keyboard shortcuts and about" },
  { of: "entry", label: "Edit an entry", size: "wide" },
  { of: "clock", label: "Clock and seed" },
  { of: "times", label: "Times of the samples" },
  { of: "paste", label: "Paste lines", size: "wide" },
  { of: "large-file", label: "Samples of a large file", size: "wide" },
  { of: "examples", label: "Examples", size: "list" },
  { of: "example-samples", label: "Samples of an example", size: "list" },
  { of: "removed", label: "Removed pipelines" },
];

export function DesignDialogs() {
  const app = useApp();
  const dialog = useAppState("view", (state) => state.dialog?.kind);
  return DIALOGS.map(({ of, label, size }) => (
    <Modal key={of} open={dialog === of} label={label} size={size} onClose={() => closeDialog(app)}>
      <DesignDialog of={of} />
    </Modal>
  ));
}
