/** One entry at one stage: what the stage did and why; then the pipeline's output, the fields and the metrics. */
import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { Suspense, useId, useLayoutEffect, useRef } from "react";
import { describeEntry } from "../../core/model/sample-rows.ts";
import { selectedSample } from "../../core/model/selected.ts";
import type { InspectorTab } from "../../core/model/settings.ts";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { tooltip } from "../../core/page/commands.ts";
import { setInspectorTab } from "../../core/page/settings.ts";
import { useDerived } from "../../core/page/use-derived.ts";
import { moveEntry } from "../../core/select/move-entry.ts";
import { showAllEntries } from "../../core/select/set-filter.ts";
import * as controlsCss from "../../ui/controls.module.css";
import { lazyView } from "../../ui/lazy-view.tsx";
import * as paneCss from "../../ui/pane.module.css";
import * as readingCss from "../../ui/reading.module.css";
import { AsOf } from "../../ui/stale-band.tsx";
import { TabList } from "../../ui/tab-list.tsx";
import { IconButton } from "../../ui/tip.tsx";
import * as css from "./inspector.module.css";
import { Journey } from "./journey.tsx";
import { StageTab } from "./stage-tab.tsx";

const PatternStrip = lazyView("The pattern", () => import("./pattern-strip.tsx"));
const OtherTab = lazyView("This tab", () => import("./inspector-tabs.tsx"));

const TABS: readonly { id: InspectorTab; label: string }[] = [
  { id: "stage", label: "Stage" },
  { id: "output", label: "Output" },
  { id: "fields", label: "Fields" },
  { id: "metrics", label: "Metrics" },
];

export function Inspector({ onClose }: { onClose?: () => void }) {
  const app = useApp();
  const tab = useAppState("settings", (state) => state.inspectorTab);
  const wrap = useAppState("settings", (state) => state.wrap);
  const hasPatterns = useAppState("patterns", (state) => state.known !== null);
  const panel = useId();
  const body = useRef<HTMLDivElement>(null);
  // The element stays, so that it keeps the focus, and scrolls back to its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each tab
  useLayoutEffect(() => {
    if (body.current !== null) body.current.scrollTop = 0;
  }, [tab]);
  return (
    <section className={`${paneCss.pane} ${css.inspector}`} aria-label="Inspector">
      <div className={`${paneCss.paneHead} ${css.inspectorHead}`} data-part="head">
        <Place />
        <span className="spring" />
        <TabList
          label="Inspector"
          panel={panel}
          tabs={TABS}
          current={tab}
          onChoose={(id) => setInspectorTab(app, id)}
        />
        {onClose !== undefined && <IconButton label="Close the inspector" Icon={X} onClick={onClose} />}
      </div>
      <LeftOut />
      {hasPatterns && (
        <Suspense>
          <PatternStrip />
        </Suspense>
      )}
      {tab === "stage" && <Journey />}
      <div
        ref={body}
        className={`${css.inspectorBody} dimmable`}
        data-part="inspector"
        role="tabpanel"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
        tabIndex={0}
        id={panel}
        aria-labelledby={`${panel}-${tab}`}
        data-wrap={wrap}
      >
        {tab === "stage" ? (
          <StageTab />
        ) : (
          <Suspense>
            <OtherTab tab={tab} />
          </Suspense>
        )}
      </div>
    </section>
  );
}

/** An entry leaves a filtered list when a run changes its outcome. */
function LeftOut() {
  const app = useApp();
  if (!useDerived("isLeftOut")) return null;
  return (
    <p className={readingCss.leftOut} role="status">
      This entry is not in the filtered list.{" "}
      <button type="button" className={controlsCss.link} onClick={() => showAllEntries(app)}>
        Show all entries
      </button>
    </p>
  );
}

/** `Entry 12 of 48 · passed, changed by 5 stages`, with ways to the neighbours. */
function Place() {
  const app = useApp();
  const samples = useAppState("document", (state) => state.samples);
  const sampleId = useAppState("selection", (state) => state.sampleId);
  const outcome = useDerived("outcomes", (outcomes) => outcomes.get(sampleId ?? -1));
  const context = useDerived("runContext");
  const selected = selectedSample(samples, sampleId);
  const about = outcome === undefined ? "" : describeEntry(outcome, context);
  return (
    <>
      <span className={paneCss.paneButtons}>
        <IconButton
          label="Previous entry"
          tip={tooltip(app, "entry.previous")}
          Icon={ChevronLeft}
          onClick={() => moveEntry(app, -1)}
        />
        <IconButton
          label="Next entry"
          tip={tooltip(app, "entry.next")}
          Icon={ChevronRight}
          onClick={() => moveEntry(app, 1)}
        />
      </span>
      <h2>{selected === undefined ? "No entry" : `Entry ${selected.index + 1}`}</h2>
      {selected !== undefined && <span className="muted small-text">of {samples.length.toLocaleString("en")}</span>}
      {about !== "" && (
        <span className={`${css.entryAbout} muted small-text`} title={about}>
          <span className={css.entryDot}>· </span>
          {about}
        </span>
      )}
      <AsOf />
    </>
  );
}
