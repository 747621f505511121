import { X } from "lucide-react";
import { openDialog } from "../workspace/commands/settings.ts";
import { commandsWithKeys } from "../workspace/commands/table.ts";
import { useApp, useAppState } from "./app-context.ts";
import { Modal } from "./modal.tsx";

/** Keys of the page. */
export function HelpDialog() {
  const app = useApp();
  const open = useAppState("view", (state) => state.dialog === "help");
  const close = () => openDialog(app, "none");
  return (
    <Modal open={open} label="Keyboard shortcuts" onClose={close}>
      <div className="modal-head">
        <h2>Keyboard shortcuts</h2>
        <button type="button" className="button icon-button" aria-label="Close" onClick={close}>
          <X aria-hidden="true" size={15} />
        </button>
      </div>
      <dl className="keys">
        {(open ? commandsWithKeys(app) : []).map(({ id, keys, title }) => (
          <div key={id}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{title}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>{app.platform.mac ? "⌃Space" : "Ctrl+Space"}</kbd>
          </dt>
          <dd>In the editor: what can stand here</dd>
        </div>
        <div>
          <dt>
            <kbd>{app.platform.mac ? "⌃⇧M" : "Ctrl+M"}</kbd>
          </dt>
          <dd>In the editor: Tab moves the focus instead of indenting</dd>
        </div>
      </dl>
    </Modal>
  );
}
