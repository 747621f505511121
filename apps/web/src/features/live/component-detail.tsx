/** One running component: numbers over the last hour, arguments, exports, errors. */
import type { LiveComponent, LiveStage } from "@sluice/protocol";
import { Download, Radio, X } from "lucide-react";
import { useId, useState } from "react";
import { useStore } from "zustand";
import { useApp, useReadOnly } from "../../core/page/app-context.ts";
import { counted } from "../../core/text/counted.ts";
import { formatNanos, formatShare } from "../../core/text/units.ts";
import { buttonClass } from "../../ui/button-class.ts";
import * as controlsCss from "../../ui/controls.module.css";
import * as paneCss from "../../ui/pane.module.css";
import { TabList } from "../../ui/tab-list.tsx";
import { IconButton } from "../../ui/tip.tsx";
import { LongText } from "../../ui/value-text.tsx";
import { journalOf, otherDetails } from "./journal/journal-facts.ts";
import { JournalView } from "./journal/journal-view.tsx";
import * as css from "./live.module.css";
import { openCapture } from "./live-commands.ts";
import type { LiveArea } from "./live-parts.ts";
import { Plot } from "./plot.tsx";
import { clockOf, formatBytesRate, formatRate, secondOf, showFact } from "./words.ts";

const TABS = [
  { id: "numbers", label: "Numbers" },
  { id: "arguments", label: "Arguments" },
  { id: "exports", label: "Exports" },
  { id: "errors", label: "Errors" },
] as const;

export function ComponentDetail({ component, area }: { component: LiveComponent; area: LiveArea }) {
  const { id, health, errors, stages } = component;
  const journal = journalOf(component);
  const [tab, setTab] = useState<(typeof TABS)[number]["id"]>("numbers");
  const panel = useId();
  return (
    <section className={css.detail} aria-label={id}>
      <div className={paneCss.paneHead}>
        <h3 className="mono cut">{id}</h3>
        <span className="spring" />
        <IconButton label="Close" Icon={X} onClick={() => area.live.choose(null)} />
      </div>
      <p className={`${css.health} ${health.state === "healthy" ? "muted" : "tone-error"}`}>
        {health.state} since {secondOf(health.since)}
        {health.message !== "" && <>: {health.message}</>}
      </p>
      <TabList
        label="About this component"
        panel={panel}
        tabs={TABS.map((one) => (one.id === "errors" ? { ...one, label: `Errors ${errors.length}` } : one))}
        current={tab}
        onChoose={setTab}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <div id={panel} role="tabpanel" aria-labelledby={`${panel}-${tab}`} className={css.detailBody} tabIndex={0}>
        {tab === "numbers" && (
          <>
            {journal !== undefined && (
              <>
                <JournalView facts={journal} healthy={health.state === "healthy"} />
                <CaptureJournal id={id} />
              </>
            )}
            <Plots id={id} area={area} />
            {stages !== undefined && <Stages id={id} stages={stages} area={area} />}
            <Facts label="Details" facts={otherDetails(component).map(([name, value]) => [name, showFact(value)])} />
          </>
        )}
        {tab === "arguments" && (
          <Facts
            label="Arguments"
            facts={component.arguments.map(({ name, value }) => [name, value])}
            none="No arguments are set: all defaults."
          />
        )}
        {tab === "exports" && (
          <Facts label="Exports" facts={component.exports.map(({ name, value }) => [name, value])} none="No exports." />
        )}
        {tab === "errors" && <Errors component={component} />}
      </div>
    </section>
  );
}

/** Samples of what came before anybody looked. */
function CaptureJournal({ id }: { id: string }) {
  const app = useApp();
  if (useReadOnly()) return null;
  return (
    <button type="button" className={buttonClass()} onClick={() => openCapture(app, id)}>
      <Download aria-hidden="true" size={14} /> Capture the last hour…
    </button>
  );
}

function Plots({ id, area }: { id: string; area: LiveArea }) {
  const history = useStore(area.live.store, (state) => state.history);
  const series = history?.components[id];
  if (history === null || series === undefined)
    return <p className={`${controlsCss.note} muted`}>The first numbers appear after ten seconds.</p>;
  const { times } = history;
  const dash = [4, 3];
  return (
    <>
      <Plot
        title="Entries per second"
        times={times}
        format={formatRate}
        series={[
          { name: "in", colour: "accent", values: series.in },
          { name: "out", colour: "good-bar", dash, values: series.out },
          { name: "dropped", colour: "dropped-bar", dash: [1, 3], values: series.dropped },
        ]}
      />
      <Plot
        title="Bytes"
        times={times}
        format={formatBytesRate}
        series={[
          { name: "in", colour: "accent", values: series.bytes_in },
          { name: "out", colour: "good-bar", dash, values: series.bytes_out },
        ]}
      />
      <Plot
        title="Entries inside"
        times={times}
        format={(value) => Math.round(value).toLocaleString("en")}
        series={[{ name: "held", colour: "held-bar", values: series.held }]}
      />
    </>
  );
}

function Stages({ id, stages, area }: { id: string; stages: NonNullable<LiveComponent["stages"]>; area: LiveArea }) {
  const tap = (stage?: string) => area.tap.start({ component: id, ...(stage !== undefined && { stage }) });
  return (
    <section aria-label="Stages">
      <h4 className={css.section}>
        {counted(stages.length, "stage")}
        {stages.some(({ time }) => time !== undefined) && ", with their share of the processor time"}
        <span className="spring" />
        <button type="button" className={buttonClass("small")} onClick={() => tap()}>
          <Radio aria-hidden="true" size={12} /> Tap the pipeline
        </button>
      </h4>
      <ul className={css.stages}>
        {stages.map(({ path, name, time }) => (
          <li key={path}>
            <span className="muted">{path}</span> <span className="cut">{name}</span>
            <span className="spring" />
            {time !== undefined && <StageTime time={time} />}
            <button
              type="button"
              className={buttonClass("quiet", "small")}
              aria-label={`Tap stage ${path} ${name}`}
              onClick={() => tap(path)}
            >
              <Radio aria-hidden="true" size={12} /> Tap
            </button>
            {time?.reasons.map((reason) => (
              <small key={reason} className={css.reason}>
                {reason}
              </small>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Its share of the time of all stages, by a sample of the entries. */
function StageTime({ time: { reached, microseconds, share } }: { time: NonNullable<LiveStage["time"]> }) {
  const text = `${formatNanos(microseconds * 1000)} of processor time for each entry that enters; ${formatShare(reached, 1)} of them reach it. By a sample.`;
  return (
    <span className={css.time} title={text}>
      <span aria-hidden="true" className={css.timeBar} style={{ width: `${Math.min(100, share * 100)}%` }} />
      <span className="visually-hidden">Time: </span>
      {formatShare(share, 1)}
    </span>
  );
}

function Facts({
  label,
  facts,
  none,
}: {
  label: string;
  facts: readonly (readonly [string, string])[];
  none?: string;
}) {
  if (facts.length === 0) return none === undefined ? null : <p className={`${controlsCss.note} muted`}>{none}</p>;
  return (
    <dl className={`${css.facts} mono`} aria-label={label}>
      {facts.map(([name, value], i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may repeat
        <div key={i}>
          <dt>{name}</dt>
          <dd>
            <LongText text={value} limit={300} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Errors({ component: { errors } }: { component: LiveComponent }) {
  if (errors.length === 0) return <p className={`${controlsCss.note} muted`}>No errors since the server started.</p>;
  return (
    <ul className={css.errors}>
      {errors.toReversed().map(({ at, level, message, fields }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same may have happened twice
        <li key={i}>
          <span className={level === "error" ? "tone-error" : "tone-missed"}>{level}</span>{" "}
          <span className="muted">{clockOf(at)}</span> <LongText text={message} limit={400} />
          {fields !== undefined && (
            <span className="muted mono">
              {" "}
              <LongText text={JSON.stringify(fields)} limit={300} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
