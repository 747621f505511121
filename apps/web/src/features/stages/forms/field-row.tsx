/** One argument: its name and type, its control, its problems or its description. */
import type { Control, FormField } from "@sluice/engine";
import { CircleAlert, CircleX, RotateCcw } from "lucide-react";
import { Fragment, useId } from "react";
import { parseSentence } from "../../../core/text/sentence.ts";
import { IconButton } from "../../../ui/tip.tsx";
import { Sentence } from "../../../ui/value-text.tsx";
import { ControlView } from "../controls/controls.tsx";
import { useForm } from "./form-context.ts";
import { useField } from "./use-field.ts";

/** Lets a long name break between its words. */
const breakable = (name: string) =>
  name.split(/(?<=_)/).map((word, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: words have no identity but their place
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {word}
    </Fragment>
  ));

/** These controls get their own row below the name. */
const isWide = ({ kind }: Control): boolean => kind === "code" || kind === "rows" || kind === "pairs";

export function FieldRow({ field }: { field: FormField }) {
  const { locked } = useForm();
  const id = useId();
  const state = useField(field);
  const { name, control, presence, source } = field;
  const isGroup = control.kind === "rows" || control.kind === "pairs";
  const told = state.refused.length > 0 ? [] : field.problems;
  const errors = [
    ...state.refused,
    ...told.filter(({ severity }) => severity === "error").map(({ message }) => message),
  ];
  const warnings = told.filter(({ severity }) => severity !== "error").map(({ message }) => message);
  const about = `${id}-about`;
  const hint = `${id}-hint`;
  const asCode =
    state.code !== undefined || (source !== undefined && field.value === undefined && state.value === undefined);
  const ids = {
    id,
    "aria-describedby": `${about} ${hint}`,
    "aria-invalid": errors.length > 0,
    ...(isGroup && !asCode ? { "aria-label": name, "aria-invalid": undefined } : {}),
  };
  const label = <span className="field-name mono">{breakable(name)}</span>;
  return (
    <div
      className="setting"
      data-wide={isWide(control) || asCode}
      data-set={source !== undefined}
      data-wrong={errors.length > 0}
    >
      <div className="field-head">
        {isGroup && !asCode ? label : <label htmlFor={id}>{label}</label>}
        <span className="faint tiny field-type">
          {asCode ? "expression" : control.kind === "choice" ? "choice" : field.type}
          {presence.kind === "required" && ", required"}
        </span>
        {state.refused.length > 0 && !locked && (
          <button type="button" className="link small-text" onClick={state.discard}>
            Discard<span className="visually-hidden"> what was typed into {name}</span>
          </button>
        )}
        {source !== undefined && presence.kind !== "required" && !locked && (
          <IconButton
            label={`Clear ${name}`}
            tip={presence.kind === "default" ? `Back to the default${defaultText(field)}` : `Clear ${name}`}
            Icon={RotateCcw}
            onClick={state.clear}
          />
        )}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus leaves */}
      <div
        className="field-body"
        onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && state.leave()}
      >
        {asCode ? (
          <textarea
            {...ids}
            className="field field-code mono"
            rows={1}
            spellCheck={false}
            disabled={locked}
            value={state.code ?? source ?? ""}
            onChange={({ target }) => state.write(target.value)}
          />
        ) : (
          <ControlView
            control={control}
            field={field}
            value={state.value}
            usual={presence.kind === "default" ? presence.usual : undefined}
            ids={ids}
            disabled={locked}
            compact={false}
            onChange={state.set}
          />
        )}
        <div id={about} className="field-problems">
          {errors.map((message) => (
            <p key={message} className="field-problem tone-error" role="alert">
              <CircleX aria-hidden="true" size={12} />
              <span>{message}</span>
            </p>
          ))}
          {warnings.map((message) => (
            <p key={message} className="field-problem tone-missed">
              <CircleAlert aria-hidden="true" size={12} />
              <span>{message}</span>
            </p>
          ))}
        </div>
        <p id={hint} className="field-hint">
          <Sentence parts={parseSentence(field.doc)} />
          {field.deprecated !== undefined && ` Deprecated: ${field.deprecated}.`}
          {source !== undefined && presence.kind === "default" && presence.text !== "" && (
            <>
              {" "}
              Default: <code>{presence.text}</code>.
            </>
          )}
          {source !== undefined && field.example !== undefined && (
            <>
              {" "}
              Example: <code>{field.example}</code>.
            </>
          )}
        </p>
      </div>
    </div>
  );
}

const defaultText = ({ presence }: FormField): string =>
  presence.kind === "default" && presence.text !== "" ? `, ${presence.text}` : "";
