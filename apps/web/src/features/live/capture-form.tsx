/** Captures samples: from which component, journal or Loki, how many, and which. */
import type { CaptureRequest, CaptureTargets } from "@sluice/protocol";
import { useEffect, useRef, useState } from "react";
import type { App } from "../../core/page/app.ts";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { closeDialog, dialogOf } from "../../core/page/dialogs.ts";
import { Choice } from "../../ui/choice.tsx";
import * as controlsCss from "../../ui/controls.module.css";
import * as dialogCss from "../../ui/dialog.module.css";
import { FormField, MonoInput } from "../../ui/form-field.tsx";
import { ModalForm } from "../../ui/modal.tsx";
import { addCaptured, type CaptureSource, capture, opensOwn, readTargets } from "./capture.ts";
import {
  type CaptureFields,
  type CaptureTarget,
  nothingCaptured,
  readCount,
  requestOf,
  targetsOf,
  usualFields,
} from "./capture-request.ts";

const FIELDS: CaptureFields = { from: "", selector: "", text: "", entries: "100", seconds: "10" };

export default function CaptureForm() {
  const app = useApp();
  const close = () => closeDialog(app);
  const { offered, fields, change, problem: unread } = useFields();
  const { busy, problem: refused, run } = useCapturing();
  const targets = offered === null ? [] : targetsOf(offered);
  const target = targets.find(({ name }) => name === fields.from);
  const request = offered === null || target === undefined ? undefined : requestOf(fields, target, offered.most);
  const ready = !busy && request !== undefined;
  const problem = unread ?? refused;
  const submit = () => {
    if (ready && target !== undefined) void run(request, sourceOf(target));
  };
  return (
    <ModalForm
      title="Capture samples"
      submit={busy ? "Capturing…" : "Capture"}
      ready={ready}
      onSubmit={submit}
      onClose={close}
    >
      <Destination target={target} />
      {targets.length > 0 && (
        <div className={dialogCss.formField}>
          <span>From</span>
          <Choice
            label="From"
            value={fields.from}
            options={targets.map(({ name }) => name)}
            onChange={(from) => change({ from })}
          />
        </div>
      )}
      <Filters isLoki={target?.loki !== undefined} fields={fields} onChange={change} />
      <CountField
        label="Entries"
        most={offered?.most.entries}
        value={fields.entries}
        onChange={(entries) => change({ entries })}
      />
      {target?.loki === undefined && target?.journal === undefined && (
        <CountField
          label="Seconds"
          hint="Stops early once it has that many."
          most={offered?.most.seconds}
          value={fields.seconds}
          onChange={(seconds) => change({ seconds })}
        />
      )}
      {problem !== null && (
        <p className={controlsCss.fieldError} role="alert">
          {problem}
        </p>
      )}
    </ModalForm>
  );
}

function sourceOf({ component, journal, loki }: CaptureTarget): CaptureSource {
  if (component !== undefined) return { component, from: `what enters ${component}` };
  return { from: journal === undefined ? loki : `the journal of ${journal}` };
}

/** The component that is in sight: the tapped one, or that of the edited pipeline. */
const wantedComponents = ({ stores, derived }: App) => [
  stores.area.getState().live?.tap.store.getState().request?.component,
  derived.pipeline()?.id,
];

/** The typed fields, filled in once the server has answered what it offers. */
function useFields() {
  const app = useApp();
  const [offered, setOffered] = useState<CaptureTargets | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [fields, setFields] = useState(FIELDS);
  const change = (changed: Partial<CaptureFields>) => setFields((now) => ({ ...now, ...changed }));
  useEffect(() => {
    void readTargets(app.access.ask).then((read) => {
      if (!read.ok) return setProblem(read.message);
      const usual = usualFields(read.value, wantedComponents(app), dialogOf(app, "capture")?.journal);
      setOffered(read.value);
      setFields((now) => ({ ...now, ...usual }));
    });
  }, [app]);
  return { offered, fields, change, problem };
}

/** A capture that runs while the dialog is open; its entries become samples. */
function useCapturing() {
  const app = useApp();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);
  const run = async (request: CaptureRequest, source: CaptureSource) => {
    setBusy(true);
    setProblem(null);
    const answer = await capture(app.access.ask, request);
    // Cancelled meanwhile: add nothing behind the user's back.
    if (!open.current) return;
    setBusy(false);
    if (!answer.ok) return setProblem(answer.message);
    if (answer.value.entries === 0) return setProblem(nothingCaptured(answer.value));
    closeDialog(app);
    addCaptured(app, answer.value, source);
  };
  return { busy, problem, run };
}

function Destination({ target }: { target: CaptureTarget | undefined }) {
  const app = useApp();
  const name = useAppState("document", (state) => state.name);
  return (
    <p className={dialogCss.fieldHint}>
      {target !== undefined && opensOwn(app, target.component)
        ? `Entries become samples of a new document: “${name}” has samples of another pipeline.`
        : `Entries become samples of “${name}”.`}{" "}
      The server replaces what looks like a secret; check the samples before you share them.
    </p>
  );
}

interface FiltersProps {
  readonly isLoki: boolean;
  readonly fields: CaptureFields;
  onChange(changed: Partial<CaptureFields>): void;
}

/** Which entries: a Loki has its query language, a component's input a selector and a text. */
const Filters = ({ isLoki, fields, onChange }: FiltersProps) => (
  <>
    <FormField
      label={isLoki ? "Query" : "Selector"}
      hint={isLoki ? "LogQL for logs, over the last hour." : "LogQL, with line filters. Leave empty for all."}
    >
      {(ids) => (
        <MonoInput
          {...ids}
          placeholder='{job="nginx"} |= "GET"'
          value={fields.selector}
          onText={(selector) => onChange({ selector })}
        />
      )}
    </FormField>
    {!isLoki && (
      <FormField label="Text in the line" hint="Leave empty for any.">
        {(ids) => <MonoInput {...ids} value={fields.text} onText={(text) => onChange({ text })} />}
      </FormField>
    )}
  </>
);

interface CountFieldProps {
  readonly label: string;
  readonly hint?: string;
  /** Undefined: not known yet. */
  readonly most: number | undefined;
  readonly value: string;
  onChange(value: string): void;
}

const CountField = ({ label, hint, most, value, onChange }: CountFieldProps) => (
  <FormField
    label={label}
    hint={hint}
    problem={most !== undefined && readCount(value, most) === undefined ? `A number from 1 to ${most}.` : undefined}
  >
    {(ids) => <input {...ids} inputMode="numeric" value={value} onChange={(event) => onChange(event.target.value)} />}
  </FormField>
);
