/** What the server is asked and told in dialogs; they are loaded when one is first opened. */
import { openDialog } from "../workspace/commands/settings.ts";
import { useApp, useAppState } from "./app-context.ts";
import { lazyView } from "./lazy-view.tsx";
import { Modal } from "./modal.tsx";

const ServerDialog = lazyView("The dialog", () => import("./deploy/server-dialog.tsx"));

const DIALOGS = [
  { of: "deploy", label: "Deploy to the server" },
  { of: "versions", label: "Versions on the server" },
] as const;

export function ServerDialogs() {
  const app = useApp();
  const asking = useAppState("access", (state) => state.asking);
  const dialog = useAppState("view", (state) => state.dialog);
  return (
    <>
      <Modal open={asking} label="Sign in to the server" onClose={() => app.access.setAsking(false)}>
        <ServerDialog of="sign-in" />
      </Modal>
      {DIALOGS.map(({ of, label }) => (
        <Modal key={of} open={dialog === of} label={label} className="deploy" onClose={() => openDialog(app, "none")}>
          <ServerDialog of={of} />
        </Modal>
      ))}
    </>
  );
}
