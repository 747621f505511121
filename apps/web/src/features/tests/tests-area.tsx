/** The tests of the document, loaded when first shown, and the dialog that creates one from an entry. */
import { Suspense } from "react";
import { useApp } from "../../core/page/app-context.ts";
import { closeDialog } from "../../core/page/dialogs.ts";
import { useDialog } from "../../core/page/use-dialog.ts";
import { lazyView } from "../../ui/lazy-view.tsx";
import { Modal } from "../../ui/modal.tsx";
import * as paneCss from "../../ui/pane.module.css";

const Loaded = lazyView("The tests", () => import("./tests-view.tsx"));
const Form = lazyView("The dialog", () => import("./new-test-form.tsx"));

export function TestsArea() {
  return (
    <Suspense fallback={<main className={paneCss.panes} aria-busy="true" />}>
      <Loaded />
    </Suspense>
  );
}

export function NewTestDialog() {
  const app = useApp();
  const open = useDialog("test") !== null;
  return (
    <Modal open={open} label="New test" size="wide" onClose={() => closeDialog(app)}>
      <Suspense>
        <Form />
      </Suspense>
    </Modal>
  );
}
