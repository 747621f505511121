/** The differences of a draft, one by one: entries, drops by stage, streams, components that only it has. */
import type { Difference, ShadowAnswer } from "@sluice/protocol";
import { useState } from "react";
import { diffEntries } from "../../../core/model/step-view.ts";
import { counted } from "../../../core/text/counted.ts";
import * as controlsCss from "../../../ui/controls.module.css";
import * as readingCss from "../../../ui/reading.module.css";
import { StatusMark } from "../../../ui/status-mark.tsx";
import { LongText } from "../../../ui/value-text.tsx";
import { EntryChanges, LineBox } from "../../inspector/index.ts";
import * as tapCss from "../tap.module.css";
import { explainSample } from "../words.ts";
import * as shadowCss from "./shadow.module.css";

const FIRST = 20;

export function ShadowDetails({ run: { summary, sample, not_started: idle, removed } }: { run: ShadowAnswer }) {
  const [all, setAll] = useState(false);
  const { differences, processes } = summary;
  const drops = processes.flatMap(({ id, drops: own }) => own.map((one) => ({ id, ...one })));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={shadowCss.details} aria-label="Differences" tabIndex={0}>
      {explainSample(sample).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {summary.begun_before > 0 && (
        <p>
          {counted(summary.begun_before, "entry", "entries")} not compared: they belong to blocks that began before this
          run.
        </p>
      )}
      {idle.length > 0 && <p>Only in the draft, so not started: {idle.join(", ")}.</p>}
      {removed.length > 0 && <p>No longer in the draft: {removed.join(", ")}.</p>}
      <Texts title="New streams" texts={summary.new_streams} />
      <Texts title="Streams that end" texts={summary.gone_streams} />
      <Texts title="New series" texts={summary.new_series} />
      {drops.length > 0 && (
        <>
          <h3>Dropped by stage</h3>
          <ul>
            {drops.map((one, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same may stand twice
              <li key={i}>
                {one.side === "draft" ? "draft" : "active"}, <span className="mono">{one.id}</span> stage {one.path}{" "}
                {one.stage} ({one.reason}): <b>{one.entries.toLocaleString("en")}</b>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>{differences.length === 0 ? "No entry differs so far" : "Entries that differ"}</h3>
      {differences.slice(0, all ? undefined : FIRST).map((one, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are only added to
        <Differing key={i} difference={one} />
      ))}
      {!all && differences.length > FIRST && (
        <button type="button" className={controlsCss.link} onClick={() => setAll(true)}>
          Show {differences.length - FIRST} more
        </button>
      )}
    </section>
  );
}

function Texts({ title, texts }: { title: string; texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul className="mono">
        {texts.map((text) => (
          <li key={text}>
            <LongText text={text} limit={300} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Differing({ difference: { input, active, draft, differs } }: { difference: Difference }) {
  const [before, after] = [active.outputs[0], draft.outputs[0]];
  return (
    <article className={tapCss.tapStep}>
      <pre className={readingCss.logBox}>
        <LongText text={input.line} limit={400} />
      </pre>
      <p className="small-text">
        active: <StatusMark status={active.status} /> · draft: <StatusMark status={draft.status} /> · differs in{" "}
        {differs.join(", ")}
      </p>
      {before !== undefined && after !== undefined && (
        <>
          {before.line !== after.line && <LineBox diff={diffEntries(before, after).line} />}
          <EntryChanges diff={{ ...diffEntries(before, after), origins: undefined }} />
        </>
      )}
    </article>
  );
}
