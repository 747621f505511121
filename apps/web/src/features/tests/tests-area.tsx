/** The tests of the document, which are loaded when they are first shown, and the dialog that makes one of an entry. */
import { Suspense } from "react";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { openDialog } from "../../core/page/settings.ts";
import { lazyView } from "../../ui/lazy-view.tsx";
import { Modal } from "../../ui/modal.tsx";

const Loaded = lazyView("The tests", () => import("./tests-view.tsx"));
const Form = lazyView("The dialog", () => import("./new-test-form.tsx"));

export function TestsArea() {
  return (
    <Suspense fallback={<main className="panes" aria-busy="true" />}>
      <Loaded />
    </Suspense>
  );
}

export function NewTestDialog() {
  const app = useApp();
  const open = useAppState("view", (state) => state.dialog === "test");
  return (
    <Modal open={open} label="New test" size="wide" onClose={() => openDialog(app, "none")}>
      <Suspense>
        <Form />
      </Suspense>
    </Modal>
  );
}
