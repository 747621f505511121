/** Compares two configurations on the samples of the open document: which entries differ, how, and why. */
import { ArrowLeftRight, LoaderCircle, Square, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { useApp } from "../../core/page/app-context.ts";
import { counted } from "../../core/text/counted.ts";
import { buttonClass } from "../../ui/button-class.ts";
import * as controlsCss from "../../ui/controls.module.css";
import * as paneCss from "../../ui/pane.module.css";
import { IconButton } from "../../ui/tip.tsx";
import * as css from "./compare.module.css";
import type { CompareResult } from "./compare.ts";
import { CompareCounts, CompareStages } from "./compare-counts.tsx";
import { CompareEntry } from "./compare-entry.tsx";
import { CompareList } from "./compare-list.tsx";
import { CompareSession } from "./compare-session.ts";
import { SourceMenu } from "./source-menu.tsx";
import { closeCompare } from "./states.ts";

const VIEWS = ["Side by side", "Stages"] as const;
type View = (typeof VIEWS)[number];

export default function CompareView() {
  const app = useApp();
  const [session, setSession] = useState<CompareSession | null>(null);
  useEffect(() => {
    const made = new CompareSession(app, app.stores.comparison.getState().a);
    setSession(made);
    return () => made.close();
  }, [app]);
  return session === null ? <main className={css.compare} aria-busy="true" /> : <Comparison session={session} />;
}

function Comparison({ session }: { session: CompareSession }) {
  const app = useApp();
  const { a, phase, message, result } = useStore(session.store);
  const [view, setView] = useState<View>("Side by side");
  const root = useRef<HTMLElement>(null);
  useEffect(() => root.current?.querySelector("button")?.focus(), []);
  return (
    <main
      ref={root}
      className={css.compare}
      aria-label="Compare"
      aria-busy={phase === "running"}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        closeCompare(app);
      }}
    >
      <Head session={session} />
      {message !== null && (
        <p className={`${css.message} tone-error`} role="alert">
          {message}{" "}
          {phase === "stopped" && (
            <button type="button" className={controlsCss.link} onClick={() => void session.run()}>
              Compare again
            </button>
          )}
        </p>
      )}
      {a === null ? (
        <p className={`${controlsCss.note} muted`}>
          Choose A above: another pipeline, a file, what the server runs, or a snapshot of this one. Both run on the
          samples of this pipeline.
        </p>
      ) : (
        result !== null && <Differences session={session} result={result} view={view} onView={setView} />
      )}
      <span className="visually-hidden" aria-live="polite">
        {phase === "done" && result !== null && describe(result.summary.different, result.summary.compared)}
      </span>
    </main>
  );
}

/** The head of the comparison: sources, progress and number of differences. */
function Head({ session }: { session: CompareSession }) {
  const app = useApp();
  const { a, b, phase, result } = useStore(session.store);
  return (
    <section className={css.head} aria-label="Compared configurations">
      <div className={css.sources}>
        <h2 className="muted">Compare</h2>
        <span className={css.choices}>
          <SourceMenu session={session} side="a" source={a} />
          <IconButton label="Swap A and B" Icon={ArrowLeftRight} disabled={a === null} onClick={() => session.swap()} />
          <SourceMenu session={session} side="b" source={b} />
        </span>
      </div>
      <span className="spring" />
      {phase === "running" && (
        <span className={`${css.running} muted`}>
          <LoaderCircle aria-hidden="true" size={14} /> Comparing…
          <button type="button" className={buttonClass("small")} onClick={() => session.stop()}>
            <Square aria-hidden="true" size={12} /> Stop
          </button>
        </span>
      )}
      {result !== null && <CompareCounts result={result} />}
      <IconButton label="Close the comparison" Icon={X} onClick={() => closeCompare(app)} />
    </section>
  );
}

interface DifferencesProps {
  readonly session: CompareSession;
  readonly result: CompareResult;
  readonly view: View;
  onView(view: View): void;
}

const Differences = ({ session, result, view, onView }: DifferencesProps) => (
  <div className={css.body}>
    <CompareList session={session} result={result} />
    <section className={`${paneCss.pane} ${css.detail}`} aria-label="Differences">
      <EntryHead session={session}>
        <fieldset className={`${controlsCss.segments} ${controlsCss.small}`} aria-label="Show">
          {VIEWS.map((one) => (
            <button key={one} type="button" aria-pressed={one === view} onClick={() => onView(one)}>
              {one}
            </button>
          ))}
        </fieldset>
      </EntryHead>
      {view === "Side by side" ? (
        <CompareEntry session={session} />
      ) : (
        <CompareStages session={session} result={result} />
      )}
    </section>
  </div>
);

const describe = (different: number, compared: number): string =>
  different === 0
    ? `No difference in ${counted(compared, "entry", "entries")}.`
    : `${different} of ${counted(compared, "entry", "entries")} differ.`;

function EntryHead({ session, children }: { session: CompareSession; children: ReactNode }) {
  const { result, chosen } = useStore(session.store);
  const row = result?.rows.find(({ sampleId }) => sampleId === chosen);
  return (
    <div className={paneCss.paneHead}>
      <h2>{row === undefined ? "No entry" : `Entry ${row.index + 1}`}</h2>
      <span className="spring" />
      {children}
    </div>
  );
}
