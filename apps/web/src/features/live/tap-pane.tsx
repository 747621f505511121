/** A tap: entries of a running pipeline, before and after, with their results. */
import type { TapOnly, TapRequest } from "@sluice/protocol";
import { MAX_FILTER_TEXT } from "@sluice/protocol/entry";
import { ChevronUp, Download, Pause, Play, Radio, SkipForward, Square } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { useStore } from "zustand";
import { useApp, useAppState, useReadOnly } from "../../core/page/app-context.ts";
import { tooltip } from "../../core/page/commands.ts";
import { buttonClass } from "../../ui/button-class.ts";
import { Choice } from "../../ui/choice.tsx";
import * as controlsCss from "../../ui/controls.module.css";
import * as paneCss from "../../ui/pane.module.css";
import { StatusIcon } from "../../ui/status-mark.tsx";
import { Tip } from "../../ui/tip.tsx";
import { whyNoServer } from "../deploy/index.ts";
import { journalOf } from "./journal/journal-facts.ts";
import { openCapture, pauseTap } from "./live-commands.ts";
import type { LiveArea } from "./live-parts.ts";
import * as css from "./tap.module.css";
import { TapEntryView } from "./tap-entry.tsx";
import { TapList } from "./tap-list.tsx";
import type { TapSession } from "./tap-session.ts";

const RATES = [1, 10, 50, 100, 500, 1000];
const rateName = (rate: number): string => `${rate.toLocaleString("en")} /s`;
const WHOLE = "whole pipeline";

export function TapPane({ area }: { area: LiveArea }) {
  const app = useApp();
  const readOnly = useReadOnly();
  const { tap, live } = area;
  const request = useStore(tap.store, (state) => state.request);
  const components = useStore(live.store, (state) => state.state?.components ?? NONE);
  const hasJournal = components.some((component) => journalOf(component) !== undefined);
  const pipelines = components.filter(({ stages }) => stages !== undefined);
  useAppState("server", ({ status, access }) => `${status} ${access}`);
  const away = whyNoServer(app);
  if (request === null)
    return (
      <section className={paneCss.pane} aria-label="Tap">
        <div className={paneCss.paneHead}>
          <h2>Tap</h2>
          <span className="spring" />
          {!readOnly && <CaptureButton reason={away} />}
        </div>
        <div className={paneCss.empty}>
          {pipelines.length === 0 ? (
            <p>
              The configuration has no logs.process to tap. Add one to follow entries through it
              {!readOnly && hasJournal && ", or choose Capture to take a sample from its journal"}.
            </p>
          ) : (
            <>
              <p>Choose a pipeline to see its entries, before and after.</p>
              <div className={css.tapPipelines}>
                {pipelines.map(({ id }) => (
                  <button key={id} type="button" className={buttonClass()} onClick={() => tap.start({ component: id })}>
                    <Radio aria-hidden="true" size={14} /> <span className="mono cut">{id}</span>
                  </button>
                ))}
              </div>
            </>
          )}
        </div>
      </section>
    );
  const stages = pipelines.find(({ id }) => id === request.component)?.stages ?? [];
  const stageName = ({ path, name }: (typeof stages)[number]) => `${path} ${name}`;
  const stage = stages.find(({ path }) => path === request.stage);
  return (
    <section className={paneCss.pane} aria-label="Tap">
      <div className={`${paneCss.paneHead} ${css.tapHead}`}>
        <h2>Tap</h2>
        <Choice
          label="Pipeline"
          value={request.component}
          options={[...new Set([request.component, ...pipelines.map(({ id }) => id)])]}
          onChange={(component) => {
            const { stage: _, ...rest } = request;
            tap.start({ ...rest, component });
          }}
        />
        <Choice
          label="Stage"
          value={stage === undefined ? (request.stage ?? WHOLE) : stageName(stage)}
          options={[WHOLE, ...stages.map(stageName)]}
          onChange={(name) => {
            const { stage: _, ...rest } = request;
            const chosen = stages.find((one) => stageName(one) === name);
            tap.start(chosen === undefined ? rest : { ...rest, stage: chosen.path });
          }}
        />
        <Filters tap={tap} request={request} />
        <Choice
          label="Entries per second"
          value={rateName(request.rate ?? 10)}
          options={RATES.map(rateName)}
          onChange={(name) => void tap.change({ rate: RATES.find((rate) => rateName(rate) === name)! })}
        />
        <TapButtons tap={tap} />
        {!readOnly && <CaptureButton reason={away} />}
      </div>
      <TapBar tap={tap} request={request} />
      <TapMessage tap={tap} />
      <TapBody tap={tap} />
    </section>
  );
}

const NONE: readonly never[] = [];

function CaptureButton({ reason }: { reason: string | undefined }) {
  const app = useApp();
  return (
    <Tip text={reason ?? "Captures entries from the server as samples"}>
      <button
        type="button"
        className={buttonClass()}
        aria-disabled={reason === undefined ? undefined : true}
        onClick={reason === undefined ? () => openCapture(app) : undefined}
      >
        <Download aria-hidden="true" size={14} /> Capture…
      </button>
    </Tip>
  );
}

/** Applied with Enter, or when the field loses the focus. */
function Filters({ tap, request }: { tap: TapSession; request: TapRequest }) {
  return (
    <>
      <Filter
        label="Selector of the entries, LogQL"
        placeholder='{job="nginx"}'
        value={request.selector ?? ""}
        onTake={(selector) => void tap.change({ selector: selector === "" ? null : selector })}
      />
      <Filter
        label="Text in the line"
        placeholder="text in the line"
        most={MAX_FILTER_TEXT}
        value={request.text ?? ""}
        onTake={(text) => void tap.change({ text: text === "" ? null : text })}
      />
    </>
  );
}

interface FilterProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  /** The most characters. */
  readonly most?: number;
  onTake(value: string): void;
}

function Filter({ label, placeholder, value, most = 2000, onTake }: FilterProps) {
  const [draft, setDraft] = useState(value);
  const about = useId();
  useEffect(() => setDraft(value), [value]);
  const tooLong = draft.trim().length > most;
  const take = () => {
    if (!tooLong && draft.trim() !== value) onTake(draft.trim());
  };
  return (
    <>
      <input
        className={`${controlsCss.field} ${css.tapFilter} mono`}
        aria-label={label}
        aria-invalid={tooLong}
        aria-describedby={tooLong ? about : undefined}
        placeholder={placeholder}
        spellCheck={false}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === "Enter") take();
          if (event.key === "Escape") setDraft(value);
        }}
      />
      {tooLong && (
        <span id={about} className={`${controlsCss.fieldError} ${css.tapFilterError}`} role="alert">
          At most {most.toLocaleString("en")} characters; these are {draft.trim().length.toLocaleString("en")}.
        </span>
      )}
    </>
  );
}

function TapButtons({ tap }: { tap: TapSession }) {
  const app = useApp();
  const phase = useStore(tap.store, (state) => state.phase);
  const paused = useStore(tap.store, (state) => state.paused);
  const runs = phase === "live" || phase === "connecting" || phase === "away";
  return (
    <>
      {phase === "live" && (
        <Tip text={tooltip(app, "live.pause")}>
          <button type="button" className={buttonClass()} onClick={() => pauseTap(app)}>
            {paused ? <Play aria-hidden="true" size={14} /> : <Pause aria-hidden="true" size={14} />}{" "}
            {paused ? "Resume" : "Pause"}
          </button>
        </Tip>
      )}
      {runs ? (
        <button type="button" className={buttonClass()} onClick={() => tap.end()}>
          <Square aria-hidden="true" size={14} /> End the tap
        </button>
      ) : (
        <button type="button" className={buttonClass()} onClick={() => tap.resume()}>
          <Play aria-hidden="true" size={14} /> Start
        </button>
      )}
    </>
  );
}

const ONLY: readonly { readonly only: TapOnly | undefined; readonly name: string }[] = [
  { only: undefined, name: "All" },
  { only: "changed", name: "Changed" },
  { only: "dropped", name: "Dropped" },
  { only: "missed", name: "Missed" },
];

/** Filters, the number of new entries, and how many were not shown. */
function TapBar({ tap, request }: { tap: TapSession; request: TapRequest }) {
  const rows = useStore(tap.store, (state) => state.rows.length);
  const waiting = useStore(tap.store, (state) => state.waiting);
  const selected = useStore(tap.store, (state) => state.selected);
  const paused = useStore(tap.store, (state) => state.paused);
  const counts = useStore(tap.store, (state) => state.counts);
  const missed = useStore(tap.store, (state) => state.missed);
  return (
    <div className={css.tapBar}>
      {ONLY.map(({ only, name }) => (
        <button
          key={name}
          type="button"
          className={controlsCss.chip}
          aria-pressed={request.only === only}
          onClick={() => void tap.change({ only: only ?? null })}
        >
          {only !== undefined && <StatusIcon status={only} />} {name}
        </button>
      ))}
      {selected !== null && (
        <span className="muted small-text">
          list paused while a row is selected{" "}
          <button type="button" className={buttonClass("small")} onClick={() => tap.showNew()}>
            <ChevronUp aria-hidden="true" size={12} /> {waiting.toLocaleString("en")} new
          </button>
        </span>
      )}
      {paused && <span className="tone-held small-text">paused</span>}
      <span className="spring" />
      {counts !== null && (
        <span className="small-text muted">
          {/* Counts arrive once a second; rows arrive at once, and stay. */}
          shown <b>{rows.toLocaleString("en")}</b> of {Math.max(counts.seen, rows).toLocaleString("en")} received
          {missed >= 1000 && (
            <span className="tone-missed"> · not tapped for {Math.round(missed / 1000).toLocaleString("en")} s</span>
          )}
          {counts.passed_over > 0 && <> · {counts.passed_over.toLocaleString("en")} passed over</>}
          {counts.skipped > 0 && (
            <span className="tone-missed">
              {" "}
              · <SkipForward aria-hidden="true" size={12} /> skipped {counts.skipped.toLocaleString("en")}
            </span>
          )}
        </span>
      )}
    </div>
  );
}

function TapMessage({ tap }: { tap: TapSession }) {
  const phase = useStore(tap.store, (state) => state.phase);
  const message = useStore(tap.store, (state) => state.message);
  const text =
    phase === "away"
      ? "The server does not answer. The tap resumes when it does. Received entries stay."
      : phase === "ended"
        ? `The tap has ended${message === null ? "" : `: ${message}`}. Received entries stay.`
        : message;
  if (text === null) return null;
  return (
    <p className={`${css.tapMessage} ${phase === "ended" || phase === "away" ? "muted" : "tone-error"}`} role="status">
      {text}
    </p>
  );
}

function TapBody({ tap }: { tap: TapSession }) {
  const paused = useStore(tap.store, (state) => state.paused);
  const rows = useStore(tap.store, (state) => state.rows);
  const phase = useStore(tap.store, (state) => state.phase);
  const selected = useStore(tap.store, (state) => state.selected);
  const begin = useStore(tap.store, (state) => state.begin);
  const row = rows.find(({ key }) => key === selected);
  if (rows.length === 0)
    return phase === "live" ? (
      <p className={`${controlsCss.note} muted`}>
        {paused ? "The tap is paused. Resume it to receive entries." : "No matching entries yet."}
      </p>
    ) : (
      <div />
    );
  return (
    <div className={css.tapBody} data-split={row !== undefined}>
      <TapList tap={tap} rows={rows} />
      {row !== undefined && <TapEntryView row={row} stages={begin?.stages ?? []} onClose={() => tap.select(null)} />}
    </div>
  );
}
