/** Captures samples: from which component or Loki, how many, and which. */
import type { CaptureRequest, CaptureTargets } from "@sluice/protocol";
import { useEffect, useRef, useState } from "react";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { closeDialog } from "../../core/page/dialogs.ts";
import { counted } from "../../core/text/counted.ts";
import { Choice } from "../../ui/choice.tsx";
import { FormField } from "../../ui/form-field.tsx";
import { ModalForm } from "../../ui/modal.tsx";
import { addCaptured, capture, opensOwn, readTargets } from "./capture.ts";

const NAMES = { component: "What enters", loki: "Stored in" } as const;
const ENDS = {
  entries: "",
  done: "there were no more",
  bytes: "the byte limit was reached",
  time: "the time ran out",
  gone: "the component is gone",
} as const;

export default function CaptureForm() {
  const app = useApp();
  const close = () => closeDialog(app);
  const name = useAppState("document", (state) => state.name);
  const [targets, setTargets] = useState<CaptureTargets | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [from, setFrom] = useState("");
  const [selector, setSelector] = useState("");
  const [text, setText] = useState("");
  const [entries, setEntries] = useState("100");
  const [seconds, setSeconds] = useState("10");
  const [busy, setBusy] = useState(false);
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    void readTargets(app.access.ask).then((read) => {
      if (!read.ok) return setProblem(read.message);
      const { usual, components } = read.value;
      setTargets(read.value);
      setEntries(String(usual.entries));
      setSeconds(String(usual.seconds));
      const tapped = app.stores.area.getState().live?.tap.store.getState().request?.component;
      const wanted = [tapped, app.derived.pipeline()?.id].find((id) => id !== undefined && components.includes(id));
      setFrom(optionsOf(read.value)[wanted === undefined ? 0 : components.indexOf(wanted)]?.name ?? "");
    });
    return () => {
      open.current = false;
    };
  }, [app]);
  const options = targets === null ? [] : optionsOf(targets);
  const chosen = options.find(({ name }) => name === from);
  const isLoki = chosen?.loki !== undefined;
  const isOwn = chosen !== undefined && opensOwn(app, isLoki ? undefined : chosen.component);
  const [wantedEntries, wantedSeconds] = [
    readCount(entries, targets?.most.entries),
    readCount(seconds, targets?.most.seconds),
  ];
  const ready =
    !busy &&
    chosen !== undefined &&
    wantedEntries !== undefined &&
    (isLoki ? selector.trim() !== "" : wantedSeconds !== undefined);
  const submit = async () => {
    if (!ready || chosen === undefined) return;
    setBusy(true);
    setProblem(null);
    const request: CaptureRequest =
      chosen.loki !== undefined
        ? { loki: chosen.loki, query: selector.trim(), entries: wantedEntries }
        : {
            component: chosen.component,
            ...(selector.trim() !== "" && { selector: selector.trim() }),
            ...(text !== "" && { text }),
            entries: wantedEntries,
            seconds: wantedSeconds!,
          };
    const answer = await capture(app.access.ask, request);
    // Cancelled meanwhile: add nothing behind the user's back.
    if (!open.current) return;
    setBusy(false);
    if (!answer.ok) return setProblem(answer.message);
    if (answer.value.entries === 0) {
      const seen = counted(answer.value.seen, "entry", "entries");
      return setProblem(
        `Nothing was captured: none of ${seen} matched; ${ENDS[answer.value.ended] || "no more came"}.`,
      );
    }
    close();
    addCaptured(
      app,
      answer.value,
      chosen.loki === undefined
        ? { component: chosen.component, from: `what enters ${chosen.component}` }
        : { from: chosen.loki },
    );
  };
  return (
    <ModalForm
      title="Capture samples"
      submit={busy ? "Capturing…" : "Capture"}
      ready={ready}
      onSubmit={() => void submit()}
      onClose={close}
    >
      <p className="field-hint">
        {isOwn
          ? `Entries become samples of a new document: “${name}” has samples of another pipeline.`
          : `Entries become samples of “${name}”.`}{" "}
        The server replaces what looks like a secret; check the samples before you share them.
      </p>
      {options.length > 0 && (
        <div className="form-field">
          <span>From</span>
          <Choice label="From" value={from} options={options.map(({ name }) => name)} onChange={setFrom} />
        </div>
      )}
      <FormField
        label={isLoki ? "Query" : "Selector"}
        hint={isLoki ? "LogQL for logs, over the last hour." : "LogQL, with line filters. Leave empty for all."}
      >
        {(ids) => (
          <input
            {...ids}
            className="mono"
            spellCheck={false}
            placeholder='{job="nginx"} |= "GET"'
            value={selector}
            onChange={(event) => setSelector(event.target.value)}
          />
        )}
      </FormField>
      {!isLoki && (
        <FormField label="Text in the line" hint="Leave empty for any.">
          {(ids) => (
            <input
              {...ids}
              className="mono"
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </FormField>
      )}
      <FormField
        label="Entries"
        problem={
          targets !== null && wantedEntries === undefined ? `A number from 1 to ${targets.most.entries}.` : undefined
        }
      >
        {(ids) => (
          <input {...ids} inputMode="numeric" value={entries} onChange={(event) => setEntries(event.target.value)} />
        )}
      </FormField>
      {!isLoki && (
        <FormField
          label="Seconds"
          hint="Stops early once it has that many."
          problem={
            targets !== null && wantedSeconds === undefined ? `A number from 1 to ${targets.most.seconds}.` : undefined
          }
        >
          {(ids) => (
            <input {...ids} inputMode="numeric" value={seconds} onChange={(event) => setSeconds(event.target.value)} />
          )}
        </FormField>
      )}
      {problem !== null && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </ModalForm>
  );
}

interface Option {
  readonly name: string;
  readonly component: string;
  readonly loki: string | undefined;
}

const optionsOf = ({ components, lokis }: CaptureTargets): Option[] => [
  ...components.map((id) => ({ name: `${NAMES.component} ${id}`, component: id, loki: undefined })),
  ...lokis.map(({ name, url }) => ({ name: `${NAMES.loki} ${url}`, component: "", loki: name })),
];

function readCount(text: string, most: number | undefined): number | undefined {
  const value = /^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return value >= 1 && value <= (most ?? 0) ? value : undefined;
}
