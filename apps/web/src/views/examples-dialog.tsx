/** All examples, each with what one of its lines becomes: to open one, or to take its samples alone. */
import { EXAMPLES } from "../examples/index.ts";
import { openDialog } from "../workspace/commands/settings.ts";
import { useApp, useAppState } from "./app-context.ts";
import { ExampleCard } from "./example-card.tsx";
import { Modal, ModalHead } from "./modal.tsx";

export function ExamplesDialog() {
  const app = useApp();
  const dialog = useAppState("view", (state) => state.dialog);
  const samplesOnly = dialog === "example-samples";
  const close = () => openDialog(app, "none");
  const title = samplesOnly ? "Samples of an example" : "Examples";
  return (
    <Modal open={samplesOnly || dialog === "examples"} label={title} className="examples" onClose={close}>
      <ModalHead title={title} onClose={close} />
      <ul className="modal-body">
        {EXAMPLES.map((example) => (
          <li key={example.id}>
            <ExampleCard example={example} samplesOnly={samplesOnly} onChoose={close} />
          </li>
        ))}
      </ul>
    </Modal>
  );
}
