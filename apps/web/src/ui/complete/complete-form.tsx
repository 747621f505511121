/** Asks a draft without a source or a sink for what it lacks, and makes a whole configuration of it. */
import type { Lack } from "@sluice/engine";
import { Plus } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { type Answers, completeDraft, mistakesIn, USUAL } from "../../core/edit/completion.ts";
import { useApp, useReadOnly } from "../../core/page/app-context.ts";
import { buttonClass } from "../button-class.ts";
import * as controlsCss from "../controls.module.css";
import { FormField, MonoInput } from "../form-field.tsx";
import * as css from "./complete.module.css";

interface CompleteProps {
  readonly lacks: readonly Lack[];
  /** The document is a whole configuration now. */
  onDone(): void;
}

/** `source and sink` */
const wordsOf = (lacks: readonly Lack[]): string => lacks.join(" and ");

export function CompleteOffer({ lacks, onDone }: CompleteProps) {
  const readOnly = useReadOnly();
  const [open, setOpen] = useState(false);
  if (lacks.length === 0 || readOnly) return null;
  if (open) return <CompleteForm lacks={lacks} onDone={onDone} />;
  return (
    <p className={css.offer}>
      <span className="muted">This draft has no {lacks.join(" and no ")}.</span>
      <button type="button" className={buttonClass("small")} onClick={() => setOpen(true)}>
        <Plus aria-hidden="true" size={12} /> Add {wordsOf(lacks)}…
      </button>
    </p>
  );
}

function CompleteForm({ lacks, onDone }: CompleteProps) {
  const app = useApp();
  const [answers, setAnswers] = useState(USUAL);
  const [busy, setBusy] = useState(false);
  const set = (change: Partial<Answers>) => setAnswers({ ...answers, ...change });
  const mistakes = mistakesIn(answers, lacks);
  const isRight = Object.keys(mistakes).length === 0;
  const complete = async () => {
    if (!isRight || busy) return;
    setBusy(true);
    const done = await completeDraft(app, answers);
    setBusy(false);
    if (done) onDone();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    // It would deploy the draft around it.
    event.preventDefault();
    void complete();
  };
  return (
    <section className={css.form} aria-label={`Add ${wordsOf(lacks)}`} onKeyDown={onKeyDown}>
      {lacks.includes("source") && (
        <div className={css.part}>
          <Kinds label="Source" value={answers.source} kinds={SOURCES} onChange={(source) => set({ source })} />
          {answers.source === "api" ? (
            <FormField
              label="Listens at"
              hint="Receives Loki's push API. 0.0.0.0 listens to other machines too."
              problem={mistakes.address}
            >
              {(ids) => <MonoInput {...ids} value={answers.address} onText={(address) => set({ address })} />}
            </FormField>
          ) : (
            <FormField label="Path" hint="On the server; * stands for any name." problem={mistakes.path}>
              {(ids) => <MonoInput {...ids} value={answers.path} onText={(path) => set({ path })} />}
            </FormField>
          )}
        </div>
      )}
      {lacks.includes("sink") && (
        <div className={css.part}>
          <Kinds label="Sink" value={answers.sink} kinds={SINKS} onChange={(sink) => set({ sink })} />
          {answers.sink === "loki" && (
            <FormField label="URL" hint="Loki's push address, as the server reaches it." problem={mistakes.url}>
              {(ids) => <MonoInput {...ids} value={answers.url} onText={(url) => set({ url })} />}
            </FormField>
          )}
        </div>
      )}
      <button type="button" className={buttonClass()} disabled={!isRight || busy} onClick={() => void complete()}>
        Complete the configuration
      </button>
    </section>
  );
}

const SOURCES = [
  ["api", "Push API"],
  ["file", "Files"],
] as const;
const SINKS = [
  ["loki", "Loki"],
  ["echo", "Server's log"],
] as const;

interface KindsProps<K extends string> {
  readonly label: string;
  readonly value: K;
  readonly kinds: readonly (readonly [kind: K, words: string])[];
  onChange(kind: K): void;
}

const Kinds = <K extends string>({ label, value, kinds, onChange }: KindsProps<K>) => (
  <span className={css.kinds}>
    <span aria-hidden="true">{label}</span>
    <fieldset className={`${controlsCss.segments} ${controlsCss.small}`} aria-label={label}>
      {kinds.map(([kind, words]) => (
        <button key={kind} type="button" aria-pressed={kind === value} onClick={() => onChange(kind)}>
          {words}
        </button>
      ))}
    </fieldset>
  </span>
);
