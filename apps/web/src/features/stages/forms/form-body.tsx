/** The arguments and blocks of a stage, or of a block in it. */
import type { FormBody as Body, FormBlock, StageChange } from "@sluice/engine";
import { CircleAlert, CircleX, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { editStage } from "../../../core/edit/edit-stage.ts";
import { useApp } from "../../../core/page/app-context.ts";
import { siblingText } from "../../../core/text/sibling-text.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import { IconButton } from "../../../ui/tip.tsx";
import { FieldRow } from "./field-row.tsx";
import { BodyContext, useForm } from "./form-context.ts";
import * as css from "./forms.module.css";

export function FormBodyView({ body }: { body: Body }) {
  const app = useApp();
  const { form, locked } = useForm();
  const [refused, setRefused] = useState<readonly string[]>([]);
  const told = (wanted: boolean) =>
    body.problems
      .filter(({ severity }) => (severity === "error") === wanted && severity !== "info")
      .map(({ message }) => message);
  const messages = [...new Set([...refused, ...told(true)])];
  const warnings = told(false);
  const edit = async (change: StageChange) => {
    const edited = await editStage(app, form, change);
    setRefused(edited.ok || edited.isConflict ? [] : edited.messages);
  };
  return (
    <BodyContext value={body}>
      {messages.length > 0 && (
        <div role="alert">
          {messages.map((message) => (
            <p key={message} className={`${css.fieldProblem} tone-error`}>
              <CircleX aria-hidden="true" size={12} />
              <span>{message}</span>
            </p>
          ))}
        </div>
      )}
      {warnings.map((message) => (
        <p key={message} className={`${css.fieldProblem} tone-missed`}>
          <CircleAlert aria-hidden="true" size={12} />
          <span>{message}</span>
        </p>
      ))}
      {body.fields.map((field) => (
        <FieldRow key={field.name} field={field} />
      ))}
      {body.blocks.map((block) => (
        <Block
          key={block.body.path.join(".")}
          block={block}
          locked={locked}
          onRemove={() => void edit({ kind: "remove-block", body: block.body.path })}
        />
      ))}
      {body.addable.length > 0 && (
        <div className={css.formAdd}>
          {body.addable.map(({ name, doc, lack }) => (
            <button
              key={name}
              type="button"
              className={buttonClass("small")}
              title={lack === undefined ? doc : `${doc} It ${lack}.`}
              disabled={locked}
              onClick={() => void edit({ kind: "add-block", body: body.path, block: name })}
            >
              <Plus aria-hidden="true" size={12} /> {name}
            </button>
          ))}
        </div>
      )}
    </BodyContext>
  );
}

function Block({ block, locked, onRemove }: { block: FormBlock; locked: boolean; onRemove: () => void }) {
  const { name, doc, body } = block;
  const own = siblingText(body, "name");
  const title = own === undefined || own === "" ? name : `${name} ${own}`;
  return (
    <section className={css.formBlock} aria-label={title}>
      <div className={css.formBlockHead}>
        <h4 className="mono">{name}</h4>
        <span className="muted small-text cut">{doc}</span>
        <IconButton label={`Remove ${title}`} Icon={Trash2} disabled={locked} onClick={onRemove} />
      </div>
      <FormBodyView body={body} />
    </section>
  );
}
