/** The samples as a list: search, filters by result, and notes about all of them. */
import { X } from "lucide-react";
import { Suspense, useMemo, useRef, useState } from "react";
import { describeFilter, summarizeNothing } from "../../core/model/sample-rows.ts";
import { useApp, useAppState, useReadOnly } from "../../core/page/app-context.ts";
import { openDialog } from "../../core/page/dialogs.ts";
import { useDerived } from "../../core/page/use-derived.ts";
import { useFocusRequest } from "../../core/page/use-focus-request.ts";
import { setFilter, setSearch, showAllEntries } from "../../core/select/set-filter.ts";
import { showDropped } from "../../core/select/show-dropped.ts";
import { buttonClass } from "../../ui/button-class.ts";
import * as controlsCss from "../../ui/controls.module.css";
import { lazyView } from "../../ui/lazy-view.tsx";
import * as paneCss from "../../ui/pane.module.css";
import * as rowsCss from "../../ui/rows.module.css";
import { StatusIcon } from "../../ui/status-mark.tsx";
import { EntryActions } from "./entry-actions.tsx";
import { SampleList } from "./sample-list.tsx";
import { dropsByRate } from "./sample-spacing.ts";
import * as css from "./samples.module.css";

/** The exceptions; passing is the rule. */
const STATUSES = ["dropped", "missed", "held", "merged", "split", "error"] as const;

const CHIPS: Readonly<Record<(typeof STATUSES)[number], string>> = {
  dropped: "Dropped",
  missed: "Missed",
  held: "Held",
  merged: "Merged",
  split: "Split",
  error: "Errors",
};

const PatternChips = lazyView("The filters by pattern", () => import("./patterns/pattern-chips.tsx"));
const PatternProgress = lazyView("The progress", () => import("./patterns/pattern-progress.tsx"));
const PatternList = lazyView("The list by pattern", () => import("./patterns/pattern-list.tsx"));

export function FilteredList() {
  const rows = useDerived("rows");
  const isGrouped = useDerived("isGrouped");
  const says = useAppState("patterns", ({ progress, failed }) => progress !== null || failed !== null);
  return (
    <>
      <SearchField />
      <StatusFilters />
      <NothingCameOut />
      <DroppedByRate />
      {says && (
        <Suspense>
          <PatternProgress />
        </Suspense>
      )}
      {rows.length === 0 ? (
        <NothingFound />
      ) : isGrouped ? (
        <Suspense fallback={<SampleList rows={rows} />}>
          <PatternList />
        </Suspense>
      ) : (
        <SampleList rows={rows} />
      )}
      <EntryActions />
    </>
  );
}

/** Takes room only on request. */
function SearchField() {
  const app = useApp();
  const search = useAppState("entryFilter", (state) => state.search);
  const field = useRef<HTMLInputElement>(null);
  const [searching, setSearching] = useState(false);
  useFocusRequest("search", () => {
    setSearching(true);
    // If the field does not exist yet, it takes the focus when it appears.
    field.current?.focus();
  });
  if (!searching && search === "") return null;
  return (
    <div className={rowsCss.search}>
      <input
        ref={field}
        // biome-ignore lint/a11y/noAutofocus: it is there because it was asked for
        autoFocus={searching}
        className={controlsCss.field}
        data-own-text={search !== ""}
        type="search"
        aria-label="Search entries"
        placeholder="Search the text of lines"
        value={search}
        onChange={(event) => setSearch(app, event.target.value)}
        onBlur={() => setSearching(false)}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            setSearch(app, "");
            event.currentTarget.blur();
          }
        }}
      />
    </div>
  );
}

function StatusFilters() {
  const app = useApp();
  const filter = useAppState("entryFilter", (state) => state.filter);
  const counts = useDerived("statusCounts");
  const found = useDerived("found", ({ length }) => length);
  const isByPattern = useAppState("patterns", (state) => state.filters.length > 0);
  const chosen = filter.kind === "status" ? filter.status : undefined;
  const showAll = () => setFilter(app, { kind: "all" });
  return (
    <fieldset className={`${rowsCss.filters} dimmable`}>
      <legend className="visually-hidden">Filter by status</legend>
      <button type="button" className={controlsCss.chip} aria-pressed={filter.kind === "all"} onClick={showAll}>
        All <b>{found.toLocaleString("en")}</b>
      </button>
      {STATUSES.map((status) =>
        counts[status] === 0 && status !== chosen ? null : (
          <button
            key={status}
            type="button"
            className={controlsCss.chip}
            aria-pressed={status === chosen}
            onClick={() => (status === chosen ? showAll() : setFilter(app, { kind: "status", status }))}
          >
            <StatusIcon status={status} /> {CHIPS[status]} <b>{counts[status].toLocaleString("en")}</b>
          </button>
        ),
      )}
      {filter.kind !== "all" && filter.kind !== "status" && (
        <button
          type="button"
          className={controlsCss.chip}
          aria-pressed="true"
          aria-label={`Showing entries ${describeFilter(filter)}: show all`}
          onClick={showAll}
        >
          {describeFilter(filter)} <X aria-hidden="true" size={12} />
        </button>
      )}
      {isByPattern && (
        <Suspense>
          <PatternChips />
        </Suspense>
      )}
    </fieldset>
  );
}

function NothingFound() {
  const app = useApp();
  const filter = useAppState("entryFilter", (state) => state.filter);
  const search = useAppState("entryFilter", (state) => state.search.trim());
  const byPattern = useAppState("patterns", (state) => state.filters.length > 0);
  const told = [
    ...(search === "" ? [] : [`contains “${search}”`]),
    ...(filter.kind === "all" ? [] : [`is ${describeFilter(filter)}`]),
    ...(byPattern ? ["has a chosen pattern"] : []),
  ];
  return (
    <div className={paneCss.empty}>
      <p>No entry {told.join(" and ")}.</p>
      {looksLikeQuery(search) && (
        <p className="muted">
          The search looks for this text in lines, whatever its case. It reads neither labels nor expressions.
        </p>
      )}
      <button type="button" className={buttonClass()} onClick={() => showAllEntries(app)}>
        Show all entries
      </button>
    </div>
  );
}

/** `level=error`, `{app="shop"}`, `/re.+/`: meant as a filter of another kind. */
const looksLikeQuery = (search: string): boolean => /^\w+\s*(?:=|!=|=~|!~)|^\{.*\}$|^\/.+\/\w*$/.test(search);

/** Samples that are all sent at once cannot show what a limit does. */
function DroppedByRate() {
  const app = useApp();
  const result = useAppState("preview", (state) => state.result);
  const samples = useAppState("document", (state) => state.samples);
  const readOnly = useReadOnly();
  const drops = useMemo(() => dropsByRate(result, samples), [result, samples]);
  if (drops === undefined) return null;
  return (
    <div className={css.banner} role="status">
      Stage {drops.path} limit dropped {drops.dropped.toLocaleString("en")}: all samples are sent at the same time.{" "}
      {!readOnly && (
        <button
          type="button"
          className={controlsCss.link}
          onClick={() => openDialog(app, { kind: "times", edits: true })}
        >
          Set their times
        </button>
      )}
    </div>
  );
}

function NothingCameOut() {
  const app = useApp();
  const result = useAppState("preview", (state) => state.result);
  const summary = useMemo(() => summarizeNothing(result), [result]);
  if (summary === undefined) return null;
  return (
    <div className={css.banner} role="status">
      <strong>Nothing came out.</strong> {summary.text}{" "}
      {summary.path !== undefined && (
        <button type="button" className={controlsCss.link} onClick={() => showDropped(app, summary.path!)}>
          Show why
        </button>
      )}
    </div>
  );
}
