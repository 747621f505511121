/** One argument: its name and type, its control, its problems or its description. */
import type { Control, Diagnostic, FormField } from "@sluice/engine";
import { CircleAlert, CircleX, Info, RotateCcw } from "lucide-react";
import { Fragment, useId } from "react";
import { parseSentence } from "../../../core/text/sentence.ts";
import * as controlsCss from "../../../ui/controls.module.css";
import * as dialogCss from "../../../ui/dialog.module.css";
import { IconButton } from "../../../ui/tip.tsx";
import { Sentence } from "../../../ui/value-text.tsx";
import { ControlView } from "../controls/controls.tsx";
import { useForm } from "./form-context.ts";
import * as css from "./forms.module.css";
import { type FieldState, useField } from "./use-field.ts";

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
  const { errors, warnings, hints } = problemsOf(field, state.refused);
  const about = `${id}-about`;
  const hint = `${id}-hint`;
  const asCode =
    state.code !== undefined || (source !== undefined && field.value === undefined && state.value === undefined);
  const isGroup = !asCode && (control.kind === "rows" || control.kind === "pairs");
  const ids = {
    id,
    "aria-describedby": `${about} ${hint}`,
    "aria-invalid": errors.length > 0,
    ...(isGroup ? { "aria-label": name, "aria-invalid": undefined } : {}),
  };
  return (
    <div
      className={css.setting}
      data-wide={isWide(control) || asCode}
      data-set={source !== undefined}
      data-wrong={errors.length > 0}
    >
      <FieldHead
        field={field}
        state={state}
        type={asCode ? "expression" : control.kind === "choice" ? "choice" : field.type}
        labels={isGroup ? undefined : id}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus leaves */}
      <div
        className={css.fieldBody}
        onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && state.leave()}
      >
        {asCode ? (
          <textarea
            {...ids}
            className={`${controlsCss.field} ${css.fieldCode} mono`}
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
        <FieldProblems id={about} {...{ errors, warnings, hints }} />
        <FieldHint id={hint} field={field} chosen={chosenDoc(field, state.value)} />
      </div>
    </div>
  );
}

const KINDS = {
  errors: { Icon: CircleX, tone: "tone-error" },
  warnings: { Icon: CircleAlert, tone: "tone-missed" },
  hints: { Icon: Info, tone: "muted" },
} as const;
type Kind = keyof typeof KINDS;

const FieldProblems = ({ id, ...problems }: { id: string } & Readonly<Record<Kind, readonly string[]>>) => (
  <div id={id} className={css.fieldProblems}>
    {(["errors", "warnings", "hints"] as const).map((kind) => {
      const { Icon, tone } = KINDS[kind];
      return problems[kind].map((message) => (
        <p key={message} className={`${css.fieldProblem} ${tone}`} role={kind === "errors" ? "alert" : undefined}>
          <Icon aria-hidden="true" size={12} />
          <span>{message}</span>
        </p>
      ));
    })}
  </div>
);

/** While an input is refused, the problems of the text are those of another value. */
function problemsOf({ problems }: FormField, refused: readonly string[]) {
  if (refused.length > 0) return { errors: refused, warnings: [], hints: [] };
  const of = (wanted: Diagnostic["severity"]) =>
    problems.flatMap(({ severity, message }) => (severity === wanted ? message : []));
  return { errors: of("error"), warnings: of("warning"), hints: of("info") };
}

interface FieldHeadProps {
  readonly field: FormField;
  readonly state: FieldState;
  readonly type: string;
  /** Id of the control that it labels; undefined: a group, which has its own label. */
  readonly labels: string | undefined;
}

/** Its name and type, and the ways back: from what was refused, and to the default. */
function FieldHead({ field: { name, presence, source, lack }, state, type, labels }: FieldHeadProps) {
  const { locked } = useForm();
  const label = <span className={`${css.fieldName} mono`}>{breakable(name)}</span>;
  return (
    <div className={css.fieldHead}>
      {labels === undefined ? label : <label htmlFor={labels}>{label}</label>}
      <span className={`${css.fieldType} faint tiny`}>
        {type}
        {presence.kind === "required" && ", required"}
        {/* Of what is written it is a problem. */}
        {lack !== undefined && source === undefined && `, ${lack}`}
      </span>
      {state.refused.length > 0 && !locked && (
        <button type="button" className={`${controlsCss.link} small-text`} onClick={state.discard}>
          Discard<span className="visually-hidden"> what was typed into {name}</span>
        </button>
      )}
      {source !== undefined && presence.kind !== "required" && !locked && (
        <IconButton
          label={`Clear ${name}`}
          tip={presence.kind === "default" ? `Back to the default${defaultText(presence)}` : `Clear ${name}`}
          Icon={RotateCcw}
          onClick={state.clear}
        />
      )}
    </div>
  );
}

const defaultText = ({ text }: { readonly text: string }): string => (text === "" ? "" : `, ${text}`);

interface FieldHintProps {
  readonly id: string;
  readonly field: FormField;
  /** What the chosen value of several means. */
  readonly chosen: string;
}

function chosenDoc({ control, presence }: FormField, value: FieldState["value"]): string {
  if (control.kind !== "choice") return "";
  const shown = value ?? (presence.kind === "default" ? presence.usual : undefined);
  return control.choices.find((one) => one.value === shown)?.doc ?? "";
}

/** Its description, and the default and the example where a value hides them. */
const FieldHint = ({ id, field: { doc, deprecated, source, presence, example }, chosen }: FieldHintProps) => (
  <p id={id} className={dialogCss.fieldHint}>
    <Sentence parts={parseSentence(chosen === "" ? doc : `${doc} ${chosen}`)} />
    {deprecated !== undefined && ` Deprecated: ${deprecated}.`}
    {source !== undefined && presence.kind === "default" && presence.text !== "" && (
      <>
        {" "}
        Default: <code>{presence.text}</code>.
      </>
    )}
    {source !== undefined && example !== undefined && (
      <>
        {" "}
        Example: <code>{example}</code>.
      </>
    )}
  </p>
);
