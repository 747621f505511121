/** All examples, each with one of its lines before and after: opens one, or loads only its samples. */

import { useApp } from "../../core/page/app-context.ts";
import { closeDialog } from "../../core/page/dialogs.ts";
import * as dialogCss from "../../ui/dialog.module.css";
import { ModalHead } from "../../ui/modal.tsx";
import { ExampleCard } from "./example-card.tsx";
import { EXAMPLES } from "./examples.ts";

export const Examples = () => <ExamplesList title="Examples" samplesOnly={false} />;
export const ExampleSamples = () => <ExamplesList title="Samples of an example" samplesOnly />;

function ExamplesList({ title, samplesOnly }: { title: string; samplesOnly: boolean }) {
  const app = useApp();
  const close = () => closeDialog(app);
  return (
    <>
      <ModalHead title={title} onClose={close} />
      <ul className={dialogCss.modalBody}>
        {EXAMPLES.map((example) => (
          <li key={example.id}>
            <ExampleCard example={example} samplesOnly={samplesOnly} onChoose={close} />
          </li>
        ))}
      </ul>
    </>
  );
}
