/** Makes stages from a part of a line: what is selected, what is to become of it, and how it is found in all lines. */
import { isSameWay, VALUE_ACTIONS, type ValueAction, waysFor } from "@sluice/engine";
import { type ComponentProps, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { inspectorBody } from "../../core/page/inspector-body.ts";
import { openDialog } from "../../core/page/settings.ts";
import {
  ACTIONS,
  describeExtraction,
  describeSuggestion,
  doesNothing,
  EXTRACTION_KINDS,
  hasName,
  type PointedValue,
  type Suggestions,
} from "../../core/workers/from-value.ts";
import { FormField, MonoInput } from "../../ui/form-field.tsx";
import { LaterChoice } from "../../ui/later-choice.tsx";
import { Modal, ModalForm } from "../../ui/modal.tsx";
import { takeSuggestion } from "./from-value.ts";
import { fromFieldOffset } from "./selected-part.ts";
import { useSuggestions } from "./use-suggestions.ts";

/** Milliseconds without a change before the samples are looked at again. */
const DELAY = 150;

/** What is typed right after the key that opens it goes into it, so it is there at once. */
export function ValueDialog() {
  const app = useApp();
  const pointed = useAppState("view", (state) => (state.dialog === "value" ? state.pointed : null));
  return (
    <Modal
      open={pointed !== null}
      label="Stages from a part of the line"
      size="wide"
      onClose={() => openDialog(app, "none")}
      finalFocus={() => (app.awaited.stage === null ? null : inspectorBody())}
    >
      {pointed?.selected.kind === "line" && (
        <ValueForm line={pointed.selected.selection} place={pointed.place} initial={pointed.action} />
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
  const { known, pending } = useSuggestions(pointed, [action], { extraction: way, format }, DELAY);
  const suggestion = known?.suggestions[0];
  const close = () => openDialog(app, "none");
  // What is asked for while it is still tried is taken when it is known, unless something else is chosen meanwhile.
  const asked = JSON.stringify([selection, action, name, way, format]);
  const [wanted, setWanted] = useState<string>();
  const isWanted = wanted === asked;
  useEffect(() => {
    if (!isWanted || pending) return;
    setWanted(undefined);
    if (known !== undefined && suggestion !== undefined) takeSuggestion(app, known, suggestion);
  }, [app, isWanted, pending, known, suggestion]);
  const select = ({ selectionStart, selectionEnd }: HTMLTextAreaElement) => {
    const { line } = given;
    const [start, end] = [fromFieldOffset(line, selectionStart), fromFieldOffset(line, selectionEnd)];
    // The field keeps what is selected while the focus is elsewhere.
    if (start === end || (start === selection.start && end === selection.end)) return;
    setSelection({ line, start, end });
    setWay(undefined);
    setFormat(undefined);
  };
  return (
    <ModalForm
      title="Stages from a part of the line"
      submit={
        suggestion === undefined || suggestion.stageCount === 1
          ? "Add the stage"
          : `Add ${suggestion.stageCount} stages`
      }
      ready={!isEmpty && (pending || suggestion !== undefined)}
      note={
        !isEmpty &&
        (isWanted ? (
          <p className="value-outcome" role="status">
            Tried on all samples first; then it is added.
          </p>
        ) : (
          <Outcome known={known} action={action} />
        ))
      }
      onSubmit={() => setWanted(isEmpty ? undefined : asked)}
      onClose={close}
    >
      <LineField selection={given} selected={given.line.slice(selection.start, selection.end)} onSelect={select} />
      <fieldset className="value-choices">
        <legend>Make it</legend>
        {VALUE_ACTIONS.map((one) => (
          <button key={one} type="button" className="chip" aria-pressed={one === action} onClick={() => setAction(one)}>
            {ACTIONS[one].title}
          </button>
        ))}
      </fieldset>
      {!isEmpty && (
        <>
          {hasName(action, suggestion?.extraction?.kind) && (
            <FormField
              label="Name"
              hint={suggestion?.taken ? "A value of this name is there already, and is overwritten." : undefined}
            >
              {(ids) => (
                <NameInput {...ids} name={name} suggested={suggestion?.name ?? known?.name ?? ""} onName={setName} />
              )}
            </FormField>
          )}
          <Ways known={known} action={action} chosen={suggestion?.extraction ?? way} onChoose={setWay} />
          {action === "timestamp" && known !== undefined && known.formats.length > 1 && (
            <div className="form-field">
              <span className="name">Layout</span>
              <LaterChoice
                label="Layout"
                value={suggestion?.format ?? known.formats[0]!}
                options={known.formats}
                onChange={setFormat}
              />
            </div>
          )}
          {suggestion !== undefined && (
            <pre className="stages-text" data-part="stages">
              {suggestion.stages}
            </pre>
          )}
        </>
      )}
    </ModalForm>
  );
}

interface NameInputProps extends Omit<ComponentProps<typeof MonoInput>, "value" | "onText"> {
  /** What was typed; undefined: the suggested one is taken. */
  readonly name: string | undefined;
  readonly suggested: string;
  onName(name: string | undefined): void;
}

/** A suggested name that comes while the field has the focus is selected: what is typed next takes its place. */
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

/** The line, of which a part is selected as in any field. */
function LineField({ selection: { line, start, end }, selected, onSelect }: LineFieldProps) {
  return (
    <FormField
      label="Line"
      hint={
        selected === "" ? (
          "Select the part that counts: with the mouse, or with Shift and the arrow keys."
        ) : (
          <span className="selected-part">
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
            // Nothing is typed into it, but a field that is read-only has no cursor to select with by keys.
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

/** How it is found in lines, the best first; each was tried on all of them. */
function Ways({ known, action, chosen, onChoose }: WaysProps) {
  const group = useId();
  const found = known?.extractions ?? [];
  const ways = waysFor(action, found);
  const current = ways.find((one) => chosen !== undefined && isSameWay(one, chosen)) ?? ways[0];
  return (
    <fieldset className="ways" aria-busy={known === undefined}>
      <legend>Found by</legend>
      {known === undefined && <p className="muted">Trying expressions on all samples…</p>}
      {known !== undefined && ways.length === 0 && (
        <p className="muted">No expression finds it. Select less of the line.</p>
      )}
      {ways.map((way) => (
        <label key={`${way.kind} ${way.text}`} className="way">
          <input type="radio" name={group} checked={way === current} onChange={() => onChoose(way)} />
          <span className="way-kind">{EXTRACTION_KINDS[way.kind]}</span>
          <code className="way-text">{way.text}</code>
          <span className="way-count" data-all={way.matched === way.total}>
            {describeExtraction(way)}
          </span>
          {way === current && way.examples.length > 1 && (
            <span className="way-examples cut mono muted">{way.examples.join(", ")}</span>
          )}
        </label>
      ))}
    </fieldset>
  );
}

/** What the stages do to all samples, before they are added. */
function Outcome({ known, action }: { known: Suggestions | undefined; action: ValueAction }) {
  const suggestion = known?.suggestions[0];
  if (known === undefined) return null;
  const nothing = action === "timestamp" ? "No layout reads this as a time." : "There is no stage for this.";
  return (
    <p className="value-outcome" data-nothing={suggestion === undefined || doesNothing(suggestion)} role="status">
      {suggestion === undefined ? nothing : sentenceOf(describeSuggestion(suggestion))}
    </p>
  );
}

const sentenceOf = (words: string): string => `${words[0]!.toUpperCase()}${words.slice(1)} entries.`;
