/** The dialogs that talk to the server, loaded when one is first opened. */

import { useApp, useAppState } from "../../core/page/app-context.ts";
import { closeDialog } from "../../core/page/dialogs.ts";
import { lazyView } from "../../ui/lazy-view.tsx";
import { Modal } from "../../ui/modal.tsx";

const ServerDialog = lazyView("The dialog", () => import("./server-dialog.tsx"));

const DIALOGS = [
  { of: "deploy", label: "Deploy to the server" },
  { of: "versions", label: "Versions on the server" },
] as const;

export function ServerDialogs() {
  const app = useApp();
  const asking = useAppState("access", (state) => state.asking);
  const dialog = useAppState("view", (state) => state.dialog?.kind);
  return (
    <>
      <Modal open={asking} label="Sign in to the server" onClose={() => app.access.setAsking(false)}>
        <ServerDialog of="sign-in" />
      </Modal>
      {DIALOGS.map(({ of, label }) => (
        <Modal key={of} open={dialog === of} label={label} size="full" onClose={() => closeDialog(app)}>
          <ServerDialog of={of} />
        </Modal>
      ))}
    </>
  );
}
