/** What a redaction would do, tried on the samples before anybody takes it. */
import { PRIVATE_PLURALS, PRIVATE_WORDS, type PrivateKind } from "@sluice/engine";
import { useEffect, useState } from "react";
import type { TriedRedaction } from "../../core/model/sensitive-run.ts";
import { useApp } from "../../core/page/app-context.ts";
import { counted, grouped, plural } from "../../core/text/counted.ts";
import { isGone } from "../../core/workers/gone.ts";
import * as css from "./sensitive.module.css";
import { placeWords } from "./sensitive-report.ts";

/** Undefined: none is wanted, or it is not known yet. */
export function useRedaction(run: number, kinds: readonly PrivateKind[]): TriedRedaction | undefined {
  const app = useApp();
  const [answer, setAnswer] = useState<{ readonly asked: string; readonly tried: TriedRedaction }>();
  const asked = `${run} ${kinds.join(" ")}`;
  useEffect(() => {
    const [nth, ...wanted] = asked.split(" ").filter((one) => one !== "");
    if (wanted.length === 0) return;
    let stopped = false;
    void app.preview.redaction(Number(nth), wanted as PrivateKind[]).then((tried) => {
      if (stopped) return;
      if (!isGone(tried)) setAnswer({ asked, tried });
      else if (tried.why === "failed")
        setAnswer({ asked, tried: { ok: false, reason: "The redaction could not be tried." } });
    });
    return () => {
      stopped = true;
    };
  }, [app, asked]);
  return answer?.asked === asked ? answer.tried : undefined;
}

export function RedactionEffect({ tried, none }: { tried: TriedRedaction | undefined; none: boolean }) {
  return (
    <section className={css.effect} aria-label="Effect of the redaction" aria-busy={tried === undefined && !none}>
      {none ? (
        <p className="muted">Choose the kinds to redact.</p>
      ) : tried === undefined ? (
        <p role="status">Trying the stages on the samples…</p>
      ) : tried.ok ? (
        <Effect tried={tried} />
      ) : (
        <p className="tone-missed">{tried.reason}</p>
      )}
    </section>
  );
}

/** Whether what was tried changes what leaves: else it is not worth adding. */
export const hasEffect = (tried: TriedRedaction | undefined): boolean => tried?.ok === true && tried.changed > 0;

function Effect({ tried }: { tried: TriedRedaction & { readonly ok: true } }) {
  return hasEffect(tried) ? (
    <Changes tried={tried} />
  ) : (
    <>
      <p>
        Nothing to add: the stages for these kinds would change none of {counted(tried.tried, "entry", "entries")}.{" "}
        {tried.left.length === 0
          ? "No entry leaves with these kinds: earlier stages redact or drop them."
          : "What still leaves is not covered by any expression that tells it from its surroundings."}
      </p>
      <ul className={css.points}>
        <Remaining tried={tried} />
      </ul>
    </>
  );
}

/** What the stages do not reach. */
function Remaining({ tried: { stays, left } }: { tried: TriedRedaction & { readonly ok: true } }) {
  return (
    <>
      {stays.map(({ kind, field, count }) => (
        <li key={`${kind} ${field}`} className="tone-missed">
          Stays in the line: {counted(count, PRIVATE_WORDS[kind], PRIVATE_PLURALS[kind])}
          {field !== undefined && ` in ${field}`}.{" "}
          {kind === "private_key"
            ? "Its lines are entries of their own: join them with stage.multiline first."
            : "No expression tells it from its surroundings."}
        </li>
      ))}
      {left.map(({ kind, places, entries }) => (
        <li key={kind} className="tone-missed">
          Still leaves: {PRIVATE_WORDS[kind]} in {counted(entries, "entry", "entries")},{" "}
          {places.map(placeWords).join(", ")}.
        </li>
      ))}
    </>
  );
}

function Changes({ tried }: { tried: TriedRedaction & { readonly ok: true } }) {
  const { rules, after, changed, otherwise, left, code } = tried;
  const others = rules.filter((rule) => rule.others > 0);
  return (
    <>
      <p>
        {counted(rules.length, "stage")} {after === undefined ? "at the start of the pipeline" : `after stage.${after}`}{" "}
        {plural(rules.length, "changes", "change")} {counted(changed, "entry", "entries")} of {grouped(tried.tried)}
        {tried.tried < tried.samples && ` that were tried, of ${grouped(tried.samples)}`}.
      </p>
      <ul className={css.points}>
        {otherwise === 0 ? (
          <li>Times, names of labels and dropped entries stay the same.</li>
        ) : (
          <li className="tone-missed">
            {counted(otherwise, "entry gets", "entries get")} another result: a stage reads the secret, such as a drop.
          </li>
        )}
        {others.map(({ kinds, fields, others: count }) => (
          <li key={`${kinds} ${fields}`} className="tone-missed">
            Also replaces {counted(count, "value that looks", "values that look")} like none
            {fields.length > 0 && `, in ${fields.join(", ")}`}.
          </li>
        ))}
        <Remaining tried={tried} />
        {left.length === 0 && <li className="tone-good">Nothing of these kinds leaves the pipeline any more.</li>}
      </ul>
      <details>
        <summary>Stages</summary>
        <pre className={`mono ${css.code}`}>{code}</pre>
      </details>
    </>
  );
}
