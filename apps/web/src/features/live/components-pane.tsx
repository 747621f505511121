/** The running components as a list or graph, each with its health and rate; the selected one opens below. */
import type { LiveComponent } from "@sluice/protocol";
import { CircleCheck, CircleX } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { counted } from "../../core/text/counted.ts";
import * as controlsCss from "../../ui/controls.module.css";
import * as paneCss from "../../ui/pane.module.css";
import { ComponentDetail } from "./component-detail.tsx";
import { describeFill, describeOldest, journalOf } from "./journal-facts.ts";
import { FillBar } from "./journal-view.tsx";
import * as css from "./live.module.css";
import { LiveGraph } from "./live-graph.tsx";
import type { LiveArea } from "./live-parts.ts";
import { OpenRunning } from "./open-running.tsx";
import { Sparkline } from "./sparkline.tsx";
import { formatRate, rateOf, secondOf } from "./words.ts";

const VIEWS = ["List", "Graph"] as const;

export function ComponentsPane({ area }: { area: LiveArea }) {
  const { live } = area;
  const { state, chosen } = useStore(live.store);
  const [view, setView] = useState<(typeof VIEWS)[number]>("List");
  const components = state?.components ?? [];
  const unhealthy = components.filter(({ health }) => health.state === "unhealthy").length;
  const component = components.find(({ id }) => id === chosen);
  return (
    <section className={`${paneCss.pane} ${css.components}`} aria-label="Components">
      <div className={paneCss.paneHead}>
        <h2>Components</h2>
        <span className="muted small-text">
          {components.length}
          {unhealthy > 0 && <span className="tone-error">, {unhealthy} unhealthy</span>}
        </span>
        <span className="spring" />
        <OpenRunning />
        <div className={controlsCss.segments}>
          {VIEWS.map((one) => (
            <button key={one} type="button" aria-pressed={view === one} onClick={() => setView(one)}>
              {one}
            </button>
          ))}
        </div>
      </div>
      {components.length === 0 ? (
        <p className={`${controlsCss.note} muted`}>The configuration has no components.</p>
      ) : view === "List" ? (
        <ul className={css.list} aria-label={counted(components.length, "component")}>
          {components.map((one) => (
            <Row key={one.id} component={one} area={area} selected={one.id === chosen} />
          ))}
        </ul>
      ) : (
        <LiveGraph live={live} />
      )}
      {component !== undefined && <ComponentDetail component={component} area={area} />}
    </section>
  );
}

/** A journal's receivers are not as fast as what comes: both count. */
function Rate({ component }: { component: LiveComponent }) {
  const isJournal = component.name === "logs.journal";
  return (
    <>
      {isJournal && (
        <>
          <b>{formatRate(component.in.entries)}</b>
          <span className="visually-hidden"> in, out </span> <span aria-hidden="true">→</span>{" "}
        </>
      )}
      <b>{formatRate(isJournal ? component.out.entries : rateOf(component))}</b> <span className="muted">/s</span>
    </>
  );
}

function Row({ component, area, selected }: { component: LiveComponent; area: LiveArea; selected: boolean }) {
  const { live } = area;
  const { id, name, label, health, dropped, held } = component;
  const history = useStore(live.store, (state) => state.history?.components[id]);
  const healthy = health.state === "healthy";
  const row = useRef<HTMLLIElement>(null);
  // Its details may leave less room to the list.
  useEffect(() => {
    if (selected) row.current?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  const Icon = healthy ? CircleCheck : CircleX;
  const journal = journalOf(component);
  const facts = [
    ...(journal === undefined ? [] : [describeFill(journal), describeOldest(journal)]),
    dropped > 0 ? `${formatRate(dropped)} /s dropped` : "",
    held > 0 && journal === undefined ? `${held.toLocaleString("en")} held` : "",
  ].filter(Boolean);
  return (
    <li ref={row} data-selected={selected}>
      <button type="button" aria-expanded={selected} onClick={() => live.choose(selected ? null : id)}>
        <Icon
          role="img"
          aria-label={healthy ? "healthy" : "unhealthy"}
          size={14}
          className={healthy ? "tone-good" : "tone-error"}
        />
        <span className={css.rowName}>
          <span className={css.rowTitle}>
            <b>{label || name}</b> {label !== "" && <span className="mono muted">{name}</span>}
          </span>
          <span className={`small-text ${healthy ? "muted" : "cut tone-error"}`} title={health.message}>
            {healthy ? facts.join(", ") : `since ${secondOf(health.since)}: ${health.message}`}
          </span>
          {!healthy && journal !== undefined && <span className="small-text muted">{facts.join(", ")}</span>}
          {healthy && health.message !== "" && <span className="small-text tone-missed">{health.message}</span>}
          {journal !== undefined && <FillBar facts={journal} healthy={healthy} />}
        </span>
        {history !== undefined && <Sparkline values={component.kind === "writer" ? history.in : history.out} />}
        <span className={css.rate} data-part="rate">
          <Rate component={component} />
        </span>
      </button>
    </li>
  );
}
