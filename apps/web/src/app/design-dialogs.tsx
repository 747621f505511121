/** The dialogs of the designer, which are loaded when one is first opened. */
import type { App } from "../core/page/app.ts";
import { useApp, useAppState } from "../core/page/app-context.ts";
import { openDialog } from "../core/page/settings.ts";
import { takePasted } from "../features/samples/paste-samples.ts";
import { closeLargeFile } from "../features/samples/upload-samples.ts";
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
  readonly close?: (app: App) => void;
}

const DIALOGS: readonly Listed[] = [
  { of: "help", label: "Keyboard shortcuts and about" },
  { of: "entry", label: "Edit an entry", size: "wide" },
  { of: "clock", label: "Clock and seed" },
  { of: "times", label: "Times of the samples" },
  { of: "paste", label: "Paste lines", size: "wide", close: (app) => takePasted(app, "nothing") },
  { of: "large-file", label: "Samples of a large file", size: "wide", close: closeLargeFile },
  { of: "examples", label: "Examples", size: "list" },
  { of: "example-samples", label: "Samples of an example", size: "list" },
  { of: "removed", label: "Removed pipelines" },
];

export function DesignDialogs() {
  const app = useApp();
  const dialog = useAppState("view", (state) => state.dialog);
  return DIALOGS.map(({ of, label, size, close }) => (
    <Modal
      key={of}
      open={dialog === of}
      label={label}
      size={size}
      onClose={() => (close === undefined ? openDialog(app, "none") : close(app))}
    >
      <DesignDialog of={of} />
    </Modal>
  ));
}
