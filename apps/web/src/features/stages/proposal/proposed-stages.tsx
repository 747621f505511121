/** The stages of a proposal, in their order; those of one branch stand together under its name. */
import { evidenceOf, type Proposal, type ProposedStage } from "@sluice/engine";
import { Fragment, useId, useState } from "react";
import { useApp } from "../../../core/page/app-context.ts";
import { counted } from "../../../core/text/counted.ts";
import * as controlsCss from "../../../ui/controls.module.css";
import { LongText } from "../../../ui/value-text.tsx";
import * as css from "./proposal.module.css";
import { Pair } from "./proposal-facts.tsx";
import { leftOutWords } from "./proposal-words.ts";

interface StagesProps {
  readonly proposal: Proposal;
  readonly wanted: ReadonlySet<string>;
  readonly choices: ReadonlyMap<string, boolean>;
}

export function ProposedStages(props: StagesProps) {
  const { stages, branches } = props.proposal;
  return (
    <ol className={css.stages} aria-label="Proposed stages">
      {stages.map((stage, i) => {
        const branch = stage.branch === undefined ? undefined : branches[stage.branch];
        const begins = branch !== undefined && stages[i - 1]?.branch !== stage.branch;
        return (
          <Fragment key={stage.id}>
            {begins && (
              <li className={css.branch}>
                <b>Only {branch.title}</b>{" "}
                <span className="muted">
                  {counted(branch.entries, "entry", "entries")}, matched by <code>{branch.selector}</code>
                </span>
              </li>
            )}
            <StageRow {...props} stage={stage} />
          </Fragment>
        );
      })}
    </ol>
  );
}

function StageRow({ stage, ...props }: StagesProps & { stage: ProposedStage }) {
  const app = useApp();
  const { proposal, wanted, choices } = props;
  const isWanted = wanted.has(stage.id);
  const left = leftOutWords(stage, proposal, wanted, choices);
  const about = useId();
  return (
    <li data-part="proposed" data-stage={stage.id} data-inside={stage.branch !== undefined} data-off={!isWanted}>
      <label className={css.name}>
        <input
          type="checkbox"
          aria-label={stage.says}
          aria-describedby={about}
          checked={isWanted}
          // Not `disabled`: one that has the focus would lose it as soon as a stage that it needs is left out.
          aria-disabled={left !== undefined || undefined}
          onChange={() => left === undefined && app.proposals.choose(stage.id, !isWanted)}
        />
        <span className={css.says}>
          <LongText text={stage.says} limit={160} />
        </span>
        {!stage.byDefault && <span className="muted">optional</span>}
      </label>
      <div className={css.evidence} id={about}>
        {left === undefined ? evidenceOf(stage).map((one) => <span key={one}>{one}</span>) : <span>{left}</span>}
        <Details stage={stage} />
      </div>
    </li>
  );
}

/**
 * Its text, and what it does to a line, each on request. A stage that was left out shows those that it had: its buttons stay,
 * since one of them may have the focus.
 */
function Details({ stage: now }: { stage: ProposedStage }) {
  const [stage, setStage] = useState(now);
  if (now !== stage && now.code !== "") setStage(now);
  const [shown, setShown] = useState<"code" | "effect" | null>(null);
  const button = (what: "code" | "effect", word: string) => (
    <button
      type="button"
      className={controlsCss.link}
      aria-expanded={shown === what}
      aria-label={`${word} of: ${stage.says}`}
      onClick={() => setShown(shown === what ? null : what)}
    >
      {word}
    </button>
  );
  if (stage.code === "") return null;
  return (
    <>
      {button("code", "Code")}
      {button("effect", "Before and after")}
      {shown === "code" && <pre className={`${css.code} mono`}>{stage.code.trimEnd()}</pre>}
      {shown === "effect" && <Effect stage={stage} />}
    </>
  );
}

function Effect({ stage: { before, after, sets } }: { stage: ProposedStage }) {
  return (
    <dl className={`${css.example} ${css.effect} mono`}>
      <dt>before</dt>
      <dd className="muted">
        <LongText text={before} limit={220} />
      </dd>
      <dt>after</dt>
      <dd>
        {after === undefined ? <span className="faint">the same line</span> : <LongText text={after} limit={220} />}
      </dd>
      {sets.length > 0 && (
        <>
          <dt>sets</dt>
          <dd className={css.chips}>
            {sets.map(({ name, value }) => (
              <Pair key={name} name={name} value={value} />
            ))}
          </dd>
        </>
      )}
    </dl>
  );
}
