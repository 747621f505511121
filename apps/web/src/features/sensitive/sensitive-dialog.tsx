/** Sensitive data of the samples and of what leaves the pipeline, by kind, and the redaction of the chosen kinds. */
import { PRIVATE_PLURALS, PRIVATE_WORDS, type PrivateKind, type SensitiveKind } from "@sluice/engine";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import type { SensitiveRun } from "../../core/model/sensitive-run.ts";
import { useApp, useReadOnly } from "../../core/page/app-context.ts";
import { closeDialog } from "../../core/page/dialogs.ts";
import { counted, grouped } from "../../core/text/counted.ts";
import { buttonClass } from "../../ui/button-class.ts";
import * as controlsCss from "../../ui/controls.module.css";
import * as dialogCss from "../../ui/dialog.module.css";
import * as foundCss from "../../ui/found-table.module.css";
import { ModalHead } from "../../ui/modal.tsx";
import { addRedaction, showEntries } from "./add-redaction.ts";
import { hasEffect, RedactionEffect, useRedaction } from "./redaction-effect.tsx";
import * as css from "./sensitive.module.css";
import { describeProgress, placeWords } from "./sensitive-report.ts";
import { useSensitive } from "./use-sensitive.ts";

const MAX_PLACES = 3;

export default function SensitiveDialog() {
  const app = useApp();
  const { found, run } = useSensitive("all", 0);
  return (
    <>
      <ModalHead title="Sensitive data" onClose={() => closeDialog(app)} />
      {found && run !== undefined ? (
        <Report found={found} run={run} />
      ) : (
        <p className={css.note} role="status">
          {found === null
            ? "Searching the samples and what leaves the pipeline…"
            : "The search failed. Close this, and try again."}
        </p>
      )}
    </>
  );
}

function Report({ found, run }: { found: SensitiveRun; run: number }) {
  const app = useApp();
  const readOnly = useReadOnly();
  const { samples, leaving } = found;
  const [chosen, setChosen] = useState<readonly PrivateKind[]>();
  const kinds = [...new Set([...samples.kinds, ...leaving.kinds].map(({ kind }) => kind))];
  // Secrets that leave, until somebody chooses.
  const usual = leaving.kinds.filter(({ sensitivity }) => sensitivity === "secret").map(({ kind }) => kind);
  const wanted = kinds.filter((kind) => (chosen ?? usual).includes(kind));
  const tried = useRedaction(run, readOnly ? [] : wanted);
  const far = describeProgress(found);
  const progress = far !== undefined && <span role="status"> Still searching: {far}.</span>;
  if (kinds.length === 0)
    return (
      <p className={css.note}>
        <ShieldCheck aria-hidden="true" size={14} /> No secrets and no personal data in{" "}
        {counted(samples.entries, "sample")}.{progress}
      </p>
    );
  const toggle = (kind: PrivateKind) =>
    setChosen(wanted.includes(kind) ? wanted.filter((one) => one !== kind) : [...wanted, kind]);
  return (
    <>
      <div className={css.scroll}>
        <p className={css.note}>
          {grouped(samples.secret)} of {counted(samples.entries, "sample has a secret", "samples have secrets")},{" "}
          {grouped(samples.personal)} personal data.{" "}
          <strong className={leaving.secret > 0 ? "tone-missed" : "tone-good"}>
            {leaving.secret > 0
              ? `${counted(leaving.secret, "entry leaves", "entries leave")} the pipeline with a secret.`
              : far === undefined
                ? "No secret leaves the pipeline."
                : "No secret leaves the pipeline up to now."}
          </strong>
          {progress}
        </p>
        <table className={`${foundCss.table} ${css.table}`}>
          <thead>
            <tr>
              <th>
                <span className="visually-hidden">Redact</span>
              </th>
              <th>Kind</th>
              <th>Samples</th>
              <th>Leaves the pipeline</th>
              <th>Example</th>
            </tr>
          </thead>
          <tbody>
            {kinds.map((kind) => (
              <KindRow
                key={kind}
                inside={samples.kinds.find((one) => one.kind === kind)}
                leaving={leaving.kinds.find((one) => one.kind === kind)}
                checked={wanted.includes(kind)}
                onToggle={readOnly ? undefined : () => toggle(kind)}
              />
            ))}
          </tbody>
        </table>
        {!readOnly && <RedactionEffect tried={tried} none={wanted.length === 0} />}
      </div>
      {!readOnly && (
        <div className={`${dialogCss.formActions} ${css.foot}`}>
          <span className="muted">
            Only what looks sensitive is found.{hasEffect(tried) && " One undo takes the stages back."}
          </span>
          {tried?.ok === true && !hasEffect(tried) ? (
            <button type="button" className={buttonClass()} data-first onClick={() => closeDialog(app)}>
              Close
            </button>
          ) : (
            <button
              type="button"
              className={buttonClass("primary")}
              data-first
              disabled={!hasEffect(tried)}
              onClick={() => tried?.ok === true && void addRedaction(app, tried, wanted)}
            >
              Add redaction
            </button>
          )}
        </div>
      )}
    </>
  );
}

interface KindRowProps {
  readonly inside: SensitiveKind | undefined;
  readonly leaving: SensitiveKind | undefined;
  readonly checked: boolean;
  /** Undefined: nothing can be changed. */
  readonly onToggle: (() => void) | undefined;
}

function KindRow({ inside, leaving, checked, onToggle }: KindRowProps) {
  const of = (inside ?? leaving)!;
  const word = PRIVATE_WORDS[of.kind];
  return (
    <tr data-part="sensitive-kind">
      <td>
        <input
          type="checkbox"
          aria-label={`Redact ${word}`}
          checked={checked}
          disabled={onToggle === undefined}
          onChange={onToggle}
        />
      </td>
      <td>
        <span className="name">{word}</span>
        {of.sensitivity === "personal" && <span className="muted"> personal</span>}
      </td>
      <td>{inside === undefined ? <span className="muted">none</span> : <Where found={inside} />}</td>
      <td>{leaving === undefined ? <span className="tone-good">none</span> : <Where found={leaving} />}</td>
      <td className="mono cut" title={of.example.text}>
        {of.example.text}
      </td>
    </tr>
  );
}

function Where({ found }: { found: SensitiveKind }) {
  const app = useApp();
  const { kind, entries, indexes, places } = found;
  const rest = places.length - MAX_PLACES;
  return (
    <span className={css.where}>
      <button
        type="button"
        className={controlsCss.link}
        onClick={() => showEntries(app, indexes, `with ${PRIVATE_PLURALS[kind]}`)}
      >
        {counted(entries, "entry", "entries")}
      </button>
      {places.slice(0, MAX_PLACES).map((place) => (
        <span key={`${place.part} ${place.name}`} className={place.part === "label" ? "tone-missed" : "muted"}>
          {placeWords(place)}
        </span>
      ))}
      {rest > 0 && (
        <span className="muted" title={places.map(placeWords).join("\n")}>
          {grouped(rest)} more
        </span>
      )}
    </span>
  );
}
