/** Creates a test from the selected entry, or from several adjacent ones: its name, and the parts that it compares. */
import { useState } from "react";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { closeDialog } from "../../core/page/dialogs.ts";
import { useDerived } from "../../core/page/use-derived.ts";
import { useDialog } from "../../core/page/use-dialog.ts";
import { counted } from "../../core/text/counted.ts";
import * as dialogCss from "../../ui/dialog.module.css";
import { FormField } from "../../ui/form-field.tsx";
import { ModalForm } from "../../ui/modal.tsx";
import * as readingCss from "../../ui/reading.module.css";
import { LongText } from "../../ui/value-text.tsx";
import { PartBoxes } from "./part-boxes.tsx";
import { addTest, addTestOf, draftTest, openTests } from "./test-commands.ts";
import * as css from "./tests.module.css";
import type { RecordedChoice } from "./tests.ts";

const MAX_NAME = 300;
/** The most entries of one test, as in the test file. */
const MAX_ENTRIES = 1000;
const SHOWN = 3;

export default function NewTestForm() {
  const given = useDialog("test")?.of;
  return given === undefined ? <RangeForm /> : <GivenForm {...given} />;
}

/** Certain entries, which need not stand beside each other. */
function GivenForm({ sampleIds, name: named }: { readonly sampleIds: readonly number[]; readonly name: string }) {
  const app = useApp();
  const samples = useDerived("runSamples");
  const [name, setName] = useState(named);
  const [choice, setChoice] = useState<RecordedChoice>({ exact: true, parts: [] });
  const [keepsPrivate, setKeepsPrivate] = useState(false);
  const chosen = samples.filter(({ id }) => sampleIds.includes(id));
  const isReady = name.trim() !== "" && chosen.length > 0;
  const submit = () => {
    if (!isReady) return;
    const made = addTestOf(app, name.trim(), chosen, choice, keepsPrivate);
    openTests(app);
    void made;
  };
  return (
    <ModalForm title="New test" submit="Add test" ready={isReady} onSubmit={submit} onClose={() => closeDialog(app)}>
      <NameField name={name} onName={setName} />
      <SentLines lines={chosen} />
      <PrivateBox keeps={keepsPrivate} onKeep={setKeepsPrivate} />
      <PartBoxes choice={choice} legend="Expect the current result for" onChoose={setChoice} />
    </ModalForm>
  );
}

const NameField = ({ name, onName }: { readonly name: string; readonly onName: (name: string) => void }) => (
  <FormField label="Name">
    {(ids) => (
      <input
        {...ids}
        data-first
        autoComplete="off"
        maxLength={MAX_NAME}
        value={name}
        onFocus={(event) => event.target.select()}
        onChange={(event) => onName(event.target.value)}
      />
    )}
  </FormField>
);

const SentLines = ({ lines }: { readonly lines: readonly { readonly id: number; readonly line: string }[] }) => (
  <div className={css.sent}>
    {lines.slice(0, SHOWN).map(({ id, line }) => (
      <pre key={id} className={readingCss.logBox}>
        <LongText text={line} limit={300} />
      </pre>
    ))}
    {lines.length > SHOWN && (
      <p className={dialogCss.fieldHint}>and {counted(lines.length - SHOWN, "more entry", "more entries")}</p>
    )}
  </div>
);

/** A test file lies in a repository, so it holds no secrets unless somebody wants it to. */
const PrivateBox = ({ keeps, onKeep }: { readonly keeps: boolean; readonly onKeep: (keeps: boolean) => void }) => (
  <label className={css.privateBox}>
    <input type="checkbox" checked={!keeps} onChange={(event) => onKeep(!event.target.checked)} />
    Replace secrets and personal data by stand-ins
  </label>
);

/** The selected entry, or several around it. */
function RangeForm() {
  const app = useApp();
  const samples = useAppState("document", (state) => state.samples);
  const [draft] = useState(() => draftTest(app));
  const [name, setName] = useState(draft?.name ?? "");
  const [from, setFrom] = useState(String(draft?.from ?? 1));
  const [to, setTo] = useState(String(draft?.to ?? 1));
  const [choice, setChoice] = useState<RecordedChoice>({ exact: true, parts: [] });
  const [keepsPrivate, setKeepsPrivate] = useState(false);
  const close = () => closeDialog(app);
  const problem = rangeProblem(from, to, samples.length);
  const isReady = name.trim() !== "" && problem === undefined;
  const chosen = problem === undefined ? samples.slice(Number(from) - 1, Number(to)) : [];
  const submit = () => {
    if (!isReady) return;
    const made = addTest(app, { name: name.trim(), from: Number(from), to: Number(to) }, choice, keepsPrivate);
    openTests(app);
    void made;
  };
  return (
    <ModalForm title="New test" submit="Add test" ready={isReady} onSubmit={submit} onClose={close}>
      <NameField name={name} onName={setName} />
      <div className={dialogCss.formGrid}>
        <FormField label="From entry" problem={problem}>
          {(ids) => <NumberInput ids={ids} value={from} onChange={setFrom} />}
        </FormField>
        <FormField
          label="To entry"
          hint={
            draft !== undefined && draft.to > draft.from
              ? "These were merged into one entry."
              : "Several are sent one after the other, on the test’s clock."
          }
        >
          {(ids) => <NumberInput ids={ids} value={to} onChange={setTo} />}
        </FormField>
      </div>
      <SentLines lines={chosen} />
      <PrivateBox keeps={keepsPrivate} onKeep={setKeepsPrivate} />
      <PartBoxes choice={choice} legend="Expect the current result for" onChoose={setChoice} />
    </ModalForm>
  );
}

function rangeProblem(from: string, to: string, count: number): string | undefined {
  const [a, b] = [from, to].map((text) => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN)) as [
    number,
    number,
  ];
  if (!(a >= 1 && b <= count && a <= b)) return `Expected entries from 1 to ${count}, in ascending order.`;
  return b - a >= MAX_ENTRIES ? `At most ${MAX_ENTRIES.toLocaleString("en")} entries.` : undefined;
}

interface NumberInputProps {
  readonly ids: { id: string; "aria-invalid": boolean; "aria-describedby": string | undefined };
  readonly value: string;
  onChange(value: string): void;
}

const NumberInput = ({ ids, value, onChange }: NumberInputProps) => (
  <input
    {...ids}
    inputMode="numeric"
    autoComplete="off"
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
);
