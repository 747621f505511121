/** Creates stages from a part of a line: the selection, what to turn it into, and how to match it in all lines. */
import { isSameWay, VALUE_ACTIONS, type ValueAction, waysFor } from "@sluice/engine";
import { type ComponentProps, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useApp } from "../../core/page/app-context.ts";
import { closeDialog } from "../../core/page/dialogs.ts";
import { inspectorBody } from "../../core/page/inspector-body.ts";
import { useDialog } from "../../core/page/use-dialog.ts";
import type { PointedValue, Suggestions } from "../../core/workers/pointed-value.ts";
import * as controlsCss from "../../ui/controls.module.css";
import * as dialogCss from "../../ui/dialog.module.css";
import { FormField, MonoInput } from "../../ui/form-field.tsx";
import { LaterChoice } from "../../ui/later-choice.tsx";
import { Modal, ModalForm } from "../../ui/modal.tsx";
import { takeSuggestion } from "./from-value.ts";
import { fromFieldOffset } from "./selected-part.ts";
import { useSuggestions } from "./use-suggestions.ts";
import {
  ACTIONS,
  adviceOn,
  describeExtraction,
  describeSuggestion,
  doesNothing,
  EXTRACTION_KINDS,
  hasName,
  submitWords,
} from "./value-words.ts";
import * as css from "./values.module.css";

/** Milliseconds without a change before the samples are tried again. */
const DELAY = 150;

/** Exists at once, so that keys typed right after the one that opens it go into it. */
export function ValueDialog() {
  const app = useApp();
  const dialog = useDialog("value");
  return (
    <Modal
      open={dialog !== null}
      label="Create stages from a selection"
      size="wide"
      onClose={() => closeDialog(app)}
      finalFocus={() => (app.awaited.stage === null ? null : inspectorBody())}
    >
      {dialog?.pointed.selected.kind === "line" && (
        <ValueForm line={dialog.pointed.selected.selection} place={dialog.pointed.place} initial={dialog.action} />
      )}
    </Modal>
  );
}

interface ValueFormProps {
  readonly line: Extract<PointedValue["selected"], { kind: "line" }>["selection"];
  readonly place: PointedValue["place"];
  readonly initial: ValueAction;
}

function ValueForm({ line: given, place, initial }: ValueFormProps) {
  const app = useApp();
  const [selection, setSelection] = useState(given);
  const [action, setAction] = useState(initial);
  const [name, setName] = useState<string>();
  const [way, setWay] = useState<Suggestions["extractions"][number]>();
  const [format, setFormat] = useState<string>();
  const isEmpty = selection.start === selection.end;
  const pointed: PointedValue | null = isEmpty ? null : { selected: { kind: "line", selection, name }, place };
  const tried = useSuggestions(pointed, [action], { extraction: way, format }, DELAY);
  const { known, pending } = tried;
  const suggestion = known?.suggestions[0];
  const { isWanted, want } = useWanted(tried, JSON.stringify([selection, action, name, way, format]));
  const select = ({ selectionStart, selectionEnd }: HTMLTextAreaElement) => {
    const { line } = given;
    const [start, end] = [fromFieldOffset(line, selectionStart), fromFieldOffset(line, selectionEnd)];
    // The field keeps its selection while the focus is elsewhere.
    if (start === end || (start === selection.start && end === selection.end)) return;
    setSelection({ line, start, end });
    setWay(undefined);
    setFormat(undefined);
  };
  return (
    <ModalForm
      title="Create stages from a selection"
      submit={submitWords(suggestion)}
      ready={!isEmpty && (pending || suggestion !== undefined)}
      note={
        !isEmpty &&
        (isWanted ? (
          <p className={css.valueOutcome} role="status">
            Trying all samples before adding…
          </p>
        ) : (
          <Outcome known={known} action={action} />
        ))
      }
      onSubmit={() => want(!isEmpty)}
      onClose={() => closeDialog(app)}
    >
      <LineField selection={given} selected={given.line.slice(selection.start, selection.end)} onSelect={select} />
      <ActionChoice action={action} onChoose={setAction} />
      {!isEmpty && (
        <>
          {hasName(action, suggestion?.extraction?.kind) && (
            <FormField
              label="Name"
              hint={suggestion?.taken ? "A value of this name exists and will be overwritten." : undefined}
            >
              {(ids) => (
                <NameInput {...ids} name={name} suggested={suggestion?.name ?? known?.name ?? ""} onName={setName} />
              )}
            </FormField>
          )}
          <Ways known={known} action={action} chosen={suggestion?.extraction ?? way} onChoose={setWay} />
          {action === "timestamp" && <LayoutChoice known={known} onChoose={setFormat} />}
          {suggestion !== undefined && (
            <pre className={css.stagesText} data-part="stages">
              {suggestion.stages}
            </pre>
          )}
        </>
      )}
    </ModalForm>
  );
}

/** A request during the trial is applied once the result is known, unless something else is chosen meanwhile. */
function useWanted({ known, pending }: ReturnType<typeof useSuggestions>, asked: string) {
  const app = useApp();
  const [wanted, setWanted] = useState<string>();
  const isWanted = wanted === asked;
  const suggestion = known?.suggestions[0];
  useEffect(() => {
    if (!isWanted || pending) return;
    setWanted(undefined);
    if (known !== undefined && suggestion !== undefined) void takeSuggestion(app, known, suggestion);
  }, [app, isWanted, pending, known, suggestion]);
  return { isWanted, want: (on: boolean) => setWanted(on ? asked : undefined) };
}

const ActionChoice = ({ action, onChoose }: { action: ValueAction; onChoose: (action: ValueAction) => void }) => (
  <fieldset className={css.valueChoices}>
    <legend>Turn it into</legend>
    {VALUE_ACTIONS.map((one) => (
      <button
        key={one}
        type="button"
        className={controlsCss.chip}
        aria-pressed={one === action}
        onClick={() => onChoose(one)}
      >
        {ACTIONS[one].title}
      </button>
    ))}
  </fieldset>
);

interface LayoutChoiceProps {
  readonly known: Suggestions | undefined;
  onChoose(format: string): void;
}

function LayoutChoice({ known, onChoose }: LayoutChoiceProps) {
  if (known === undefined || known.formats.length < 2) return null;
  return (
    <div className={dialogCss.formField}>
      <span className="name">Layout</span>
      <LaterChoice
        label="Layout"
        value={known.suggestions[0]?.format ?? known.formats[0]!}
        options={known.formats}
        onChange={onChoose}
      />
    </div>
  );
}

interface NameInputProps extends Omit<ComponentProps<typeof MonoInput>, "value" | "onText"> {
  /** The typed name; undefined: the suggested one. */
  readonly name: string | undefined;
  readonly suggested: string;
  onName(name: string | undefined): void;
}

/** A suggestion that arrives while the field has the focus is selected, so that typing replaces it. */
function NameInput({ name, suggested, onName, ...rest }: NameInputProps) {
  const field = useRef<HTMLInputElement>(null);
  const shown = name ?? suggested;
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each other suggestion
  useLayoutEffect(() => {
    if (name === undefined && document.activeElement === field.current) field.current?.select();
  }, [name === undefined, suggested]);
  return <MonoInput {...rest} ref={field} value={shown} onText={(text) => onName(text === "" ? undefined : text)} />;
}

interface LineFieldProps {
  readonly selection: ValueFormProps["line"];
  readonly selected: string;
  onSelect(field: HTMLTextAreaElement): void;
}

/** The line, with a selection as in any field. */
function LineField({ selection: { line, start, end }, selected, onSelect }: LineFieldProps) {
  return (
    <FormField
      label="Line"
      hint={
        selected === "" ? (
          "Select a part with the mouse, or with Shift and the arrow keys."
        ) : (
          <span className={css.selectedPart}>
            Selected: <code>{selected}</code>
          </span>
        )
      }
    >
      {(ids) => (
        <textarea
          {...ids}
          data-first
          ref={(field) => {
            if (field === null || field.dataset.shown !== undefined) return;
            field.dataset.shown = "";
            field.setSelectionRange(toField(line, start), toField(line, end));
            // It takes no input, but a read-only field would have no cursor to select with keys.
            field.addEventListener("beforeinput", (event) => event.preventDefault());
          }}
          className="mono"
          rows={Math.min(8, Math.max(2, Math.ceil(line.length / 80) + line.split("\n").length - 1))}
          aria-readonly="true"
          spellCheck={false}
          defaultValue={line}
          onSelect={(event) => onSelect(event.currentTarget)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
      )}
    </FormField>
  );
}

/** The offset in a field that shows the line. */
const toField = (line: string, offset: number): number => line.slice(0, offset).replaceAll("\r\n", "\n").length;

interface WaysProps {
  readonly known: Suggestions | undefined;
  readonly action: ValueAction;
  readonly chosen: Suggestions["extractions"][number] | undefined;
  onChoose(way: Suggestions["extractions"][number]): void;
}

/** Ways to match it in lines, best first; each was tried on all of them. */
function Ways({ known, action, chosen, onChoose }: WaysProps) {
  const group = useId();
  const found = known?.extractions ?? [];
  const ways = waysFor(action, found);
  const current = ways.find((one) => chosen !== undefined && isSameWay(one, chosen)) ?? ways[0];
  return (
    <fieldset className={css.ways} aria-busy={known === undefined}>
      <legend>Match with</legend>
      {known === undefined && <p className="muted">Trying expressions on all samples…</p>}
      {known !== undefined && ways.length === 0 && (
        <p className="muted">No expression matches it. Select less of the line.</p>
      )}
      {ways.map((way) => (
        <label key={`${way.kind} ${way.text}`} className={css.way}>
          <input type="radio" name={group} checked={way === current} onChange={() => onChoose(way)} />
          <span className={css.wayKind}>{EXTRACTION_KINDS[way.kind]}</span>
          <code className={css.wayText}>{way.text}</code>
          <span className={css.wayCount} data-all={way.matched === way.total}>
            {describeExtraction(way)}
          </span>
          {way === current && way.examples.length > 1 && (
            <span className={`${css.wayExamples} cut mono muted`}>{way.examples.join(", ")}</span>
          )}
        </label>
      ))}
    </fieldset>
  );
}

/** Why there is no stage. */
const NOTHING: Readonly<Partial<Record<ValueAction, string>>> = {
  redact: "No expression finds it in the lines. Select less of the line.",
  timestamp: "No layout reads this as a time.",
  sum: "It is not a number in most entries.",
  histogram: "It is not a number in most entries.",
};

/** The effect of the stages on all samples, before they are added. */
function Outcome({ known, action }: { known: Suggestions | undefined; action: ValueAction }) {
  const suggestion = known?.suggestions[0];
  if (known === undefined) return null;
  return (
    <p className={css.valueOutcome} data-nothing={suggestion === undefined || doesNothing(suggestion)} role="status">
      {suggestion === undefined
        ? (NOTHING[action] ?? "No stage can use this text. Select less of the line.")
        : sentenceOf(describeSuggestion(suggestion))}
      {suggestion !== undefined && adviceOn(suggestion) !== undefined && ` ${adviceOn(suggestion)}`}
    </p>
  );
}

const sentenceOf = (words: string): string => `${words[0]!.toUpperCase()}${words.slice(1)} entries.`;
