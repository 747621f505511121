/** Makes a stage for the entries of a pattern, and first shows what it does to all samples. */
import { MAX_KEEP_ONE_IN, namePattern, type Pattern, type PatternAction } from "@sluice/engine";
import { useEffect, useState } from "react";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { closeDialog } from "../../core/page/dialogs.ts";
import { useDialog } from "../../core/page/use-dialog.ts";
import { samplesOf } from "../../core/select/pattern-actions.ts";
import { isGone } from "../../core/workers/gone.ts";
import type { PatternActionAnswer, TriedPattern } from "../../core/workers/preview-protocol.ts";
import * as controlsCss from "../../ui/controls.module.css";
import { FormField, MonoInput } from "../../ui/form-field.tsx";
import { ModalForm } from "../../ui/modal.tsx";
import * as readingCss from "../../ui/reading.module.css";
import { PatternText } from "../../ui/value-text.tsx";
import * as css from "./pattern-form.module.css";
import {
  describeEntries,
  describeLost,
  describeMistakes,
  describePlace,
  effectRows,
  KINDS,
  TITLES,
} from "./pattern-words.ts";
import { takePatternStage } from "./take-pattern.ts";

/** Milliseconds without a change before the samples are tried again. */
const DELAY = 150;

export function PatternForm() {
  const dialog = useDialog("pattern");
  const pattern = useAppState("patterns", (state) =>
    state.known?.report.patterns.find(({ number }) => number === dialog?.number),
  );
  if (dialog === null) return null;
  return pattern === undefined ? <NoPattern /> : <Form pattern={pattern} initial={dialog.action} />;
}

/** The samples were changed meanwhile. */
function NoPattern() {
  const app = useApp();
  const close = () => closeDialog(app);
  return (
    <ModalForm title="Stage for a pattern" submit="Add stage" ready={false} onSubmit={close} onClose={close}>
      <p role="status">The samples have no such pattern any more. Choose another in the list of samples.</p>
    </ModalForm>
  );
}

/** What is typed into the fields. */
interface Typed {
  readonly keepOneIn: string;
  readonly label: string;
  readonly value: string;
  readonly metric: string;
}

const LABEL = /^[A-Za-z_]\w*$/;
const METRIC = /^[A-Za-z_:][\w:]*$/;

/** The action as it is typed; undefined while a field has a mistake. */
function actionOf(kind: PatternAction["kind"], { keepOneIn, label, value, metric }: Typed): PatternAction | undefined {
  switch (kind) {
    case "drop":
      return { kind };
    case "sample": {
      const n = /^\d{1,7}$/.test(keepOneIn.trim()) ? Number(keepOneIn) : 0;
      return n >= 2 && n <= MAX_KEEP_ONE_IN ? { kind, keepOneIn: n } : undefined;
    }
    case "label":
      return LABEL.test(label) && value !== "" ? { kind, name: label, value } : undefined;
    case "count":
      return METRIC.test(metric) ? { kind, metric } : undefined;
  }
}

function Form({ pattern, initial }: { readonly pattern: Pattern; readonly initial: PatternAction["kind"] }) {
  const app = useApp();
  const name = namePattern(pattern.pieces);
  const [kind, setKind] = useState(initial);
  const [typed, setTyped] = useState<Typed>({
    keepOneIn: "10",
    label: "pattern",
    value: name,
    metric: `${name}_total`,
  });
  const action = actionOf(kind, typed);
  const { answer, pending } = useTried(pattern.number, name, action);
  const tried = answer?.kind === "tried" && !pending ? answer : undefined;
  return (
    <ModalForm
      title="Stage for a pattern"
      submit="Add stage"
      ready={tried !== undefined && action !== undefined}
      onSubmit={() => {
        if (tried !== undefined && action !== undefined) void takePatternStage(app, tried, action, name);
      }}
      onClose={() => closeDialog(app)}
    >
      <p className={`${readingCss.logBox} ${css.template} mono`}>
        <PatternText pattern={pattern} />
      </p>
      <fieldset className={css.kinds}>
        <legend className="visually-hidden">What to do with its entries</legend>
        {KINDS.map((one) => (
          <button
            key={one}
            type="button"
            className={controlsCss.chip}
            aria-pressed={one === kind}
            {...(one === initial && { "data-first": true })}
            onClick={() => setKind(one)}
          >
            {TITLES[one]}
          </button>
        ))}
      </fieldset>
      <Fields kind={kind} typed={typed} onType={(more) => setTyped({ ...typed, ...more })} />
      {action !== undefined && (
        <div aria-busy={pending} role="status" className={css.effect}>
          {answer === undefined ? (
            <p className="muted">Trying the stage on all samples…</p>
          ) : answer.kind === "refused" ? (
            <p className="tone-error">{answer.message}</p>
          ) : (
            <Effect kind={kind} tried={answer} />
          )}
        </div>
      )}
    </ModalForm>
  );
}

interface FieldsProps {
  readonly kind: PatternAction["kind"];
  readonly typed: Typed;
  onType(more: Partial<Typed>): void;
}

function Fields({ kind, typed, onType }: FieldsProps) {
  const isRight = actionOf(kind, typed) !== undefined;
  switch (kind) {
    case "drop":
      return null;
    case "sample":
      return (
        <FormField
          label="Keep one in"
          hint="Chosen at random, so the share is right on average."
          problem={isRight ? undefined : `Expected a whole number from 2 to ${MAX_KEEP_ONE_IN.toLocaleString("en")}.`}
        >
          {(ids) => (
            <MonoInput
              {...ids}
              inputMode="numeric"
              value={typed.keepOneIn}
              onText={(keepOneIn) => onType({ keepOneIn })}
            />
          )}
        </FormField>
      );
    case "label":
      return (
        <div className={css.pair}>
          <FormField
            label="Label"
            problem={LABEL.test(typed.label) ? undefined : "Expected letters, digits and _, not a digit first."}
          >
            {(ids) => <MonoInput {...ids} value={typed.label} onText={(label) => onType({ label })} />}
          </FormField>
          <FormField
            label="Value"
            problem={typed.value === "" ? "Expected a value: an empty label is none." : undefined}
          >
            {(ids) => <MonoInput {...ids} value={typed.value} onText={(value) => onType({ value })} />}
          </FormField>
        </div>
      );
    case "count":
      return (
        <FormField
          label="Counter"
          hint="Its full name in /metrics has the prefix loki_process_custom_ or logs_process_custom_."
          problem={isRight ? undefined : "Expected letters, digits, _ and :, not a digit first."}
        >
          {(ids) => <MonoInput {...ids} value={typed.metric} onText={(metric) => onType({ metric })} />}
        </FormField>
      );
  }
}

function Effect({ kind, tried }: { readonly kind: PatternAction["kind"]; readonly tried: TriedPattern }) {
  const lost = describeLost(tried);
  return (
    <>
      <p>{describeEntries(kind, tried)}</p>
      {lost !== "" && <p>{lost}</p>}
      {describeMistakes(tried).map((text) => (
        <p key={text} className="tone-missed">
          {text}
        </p>
      ))}
      <table className={css.rows}>
        <caption className="visually-hidden">What leaves the pipeline</caption>
        <thead>
          <tr>
            <th scope="col">Output</th>
            <th scope="col">Now</th>
            <th scope="col">With the stage</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {effectRows(tried).map(({ name, before, after, change }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{before}</td>
              <td>{after}</td>
              <td>{change === "" ? <span className="muted">none</span> : change}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted">{describePlace(tried)}:</p>
      <pre className={css.stage} data-part="stage">
        {tried.stage}
      </pre>
    </>
  );
}

/** What the action does, asked again when it, the samples or the run changes. */
function useTried(
  number: number,
  name: string,
  action: PatternAction | undefined,
): { readonly answer: PatternActionAnswer | undefined; readonly pending: boolean } {
  const app = useApp();
  const run = useAppState("preview", (state) => state.result?.id);
  const session = useAppState("patterns", (state) => state.known?.session);
  const known = useAppState("patterns", (state) => state.known);
  const [last, setLast] = useState<{ readonly key: string; readonly answer: PatternActionAnswer }>();
  const key = JSON.stringify([run, session, known?.samples.length, number, action]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has all of it
  useEffect(() => {
    if (action === undefined || session === undefined) return;
    if (run === undefined) {
      const message = "There is no preview to try the stage on. Fix the configuration first.";
      setLast({ key, answer: { kind: "refused", message } });
      return;
    }
    let stopped = false;
    const cancel = app.scheduler.after(last === undefined ? 0 : DELAY, async () => {
      const order = { run, session, number, sampleIds: samplesOf(app, number), name, action };
      const answer = await app.preview.patternAction(order);
      if (stopped) return;
      if (!isGone(answer)) setLast({ key, answer });
      else if (answer.why === "failed")
        setLast({ key, answer: { kind: "refused", message: `The stage could not be tried: ${answer.message ?? ""}` } });
      // The worker was ended; the search begins anew, and this is asked again then.
      else if (app.stores.preview.getState().result?.id === run) app.stores.patterns.setState({ lost: session });
    });
    return () => {
      stopped = true;
      cancel();
    };
  }, [app, key]);
  return { answer: last?.answer, pending: last?.key !== key };
}
