/** All examples, each with what one of its lines becomes: to open one, or to take its samples alone. */
import { EXAMPLES } from "../../examples/index.ts";
import { openDialog } from "../../workspace/commands/settings.ts";
import { useApp } from "../app-context.ts";
import { ExampleCard } from "../example-card.tsx";
import { ModalHead } from "../modal.tsx";

export const Examples = () => <ExamplesList title="Examples" samplesOnly={false} />;
export const ExampleSamples = () => <ExamplesList title="Samples of an example" samplesOnly />;

function ExamplesList({ title, samplesOnly }: { title: string; samplesOnly: boolean }) {
  const app = useApp();
  const close = () => openDialog(app, "none");
  return (
    <>
      <ModalHead title={title} onClose={close} />
      <ul className="modal-body">
        {EXAMPLES.map((example) => (
          <li key={example.id}>
            <ExampleCard example={example} samplesOnly={samplesOnly} onChoose={close} />
          </li>
        ))}
      </ul>
    </>
  );
}
