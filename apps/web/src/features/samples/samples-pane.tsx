/** The sample entries: list or text, search and filters, common labels, and ways to add some. */
import { Clock, FilePlus, FileUp, FolderOpen, List, Plus, Search, TextCursorInput, Trash2, X } from "lucide-react";
import { useId, useMemo, useRef, useState } from "react";
import { setCommonLabels } from "../../core/edit/edit-document.ts";
import { describeFilter, summarizeNothing } from "../../core/model/sample-rows.ts";
import { useApp, useAppState, useReadOnly } from "../../core/page/app-context.ts";
import { tooltip } from "../../core/page/commands.ts";
import { openDialog } from "../../core/page/dialogs.ts";
import { useDerived } from "../../core/page/use-derived.ts";
import { useFocusRequest } from "../../core/page/use-focus-request.ts";
import { focusSearch, setSamplesMode } from "../../core/select/sample-list.ts";
import { setFilter, setSearch, showAllEntries } from "../../core/select/set-filter.ts";
import { showDropped } from "../../core/select/show-dropped.ts";
import { kindOfInput } from "../../core/text/edit-kind.ts";
import { parseLabels } from "../../core/text/label-text.ts";
import { Menu } from "../../ui/menu.tsx";
import { PaneHead } from "../../ui/pane-head.tsx";
import { StatusIcon } from "../../ui/status-mark.tsx";
import { IconButton } from "../../ui/tip.tsx";
import { clearSamples, newEntry } from "./edit-entry.ts";
import { EntryActions } from "./entry-actions.tsx";
import { SampleList } from "./sample-list.tsx";
import { dropsByRate } from "./sample-spacing.ts";
import { SampleText } from "./sample-text.tsx";
import { chooseSamples } from "./upload-samples.ts";

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

export function SamplesPane() {
  const app = useApp();
  const samples = useAppState("document", (state) => state.samples);
  const readOnly = useReadOnly();
  const chosen = useAppState("sampleList", (state) => state.mode);
  const mode = readOnly ? "list" : chosen;
  return (
    <section className="pane" aria-label="Samples">
      <PaneHead title="Samples" count={samples.length > 0 ? samples.length.toLocaleString("en") : undefined}>
        <span className="spring" />
        <span className="pane-buttons">
          {mode === "list" && samples.length > 0 && (
            <IconButton
              label="Search samples"
              tip={tooltip(app, "entry.search")}
              Icon={Search}
              onClick={() => focusSearch(app)}
            />
          )}
          {!readOnly && (
            <IconButton
              label={mode === "text" ? "Show as list" : "Edit as text"}
              aria-pressed={mode === "text"}
              Icon={mode === "text" ? List : TextCursorInput}
              onClick={() => setSamplesMode(app, mode === "text" ? "list" : "text")}
            />
          )}
          {!readOnly && <AddMenu />}
        </span>
      </PaneHead>
      <CommonLabels />
      {mode === "text" ? <SampleText /> : samples.length === 0 ? <NoSamples /> : <FilteredList />}
    </section>
  );
}

function AddMenu() {
  const app = useApp();
  const samples = useAppState("document", (state) => state.samples);
  return (
    <Menu
      label="Add samples"
      className="button quiet small"
      items={[
        { label: "New entry…", icon: <FilePlus size={14} />, run: () => newEntry(app) },
        {
          label: "Type or paste lines",
          icon: <TextCursorInput size={14} />,
          run: () => setSamplesMode(app, "text"),
        },
        { label: "From a file…", icon: <FileUp size={14} />, run: () => void chooseSamples(app) },
        {
          label: "From an example…",
          icon: <FolderOpen size={14} />,
          run: () => openDialog(app, { kind: "example-samples" }),
        },
        {
          label: "Set their times…",
          icon: <Clock size={14} />,
          separator: true,
          disabled: samples.length < 2,
          run: () => openDialog(app, { kind: "times" }),
        },
        {
          label: "Remove all samples",
          icon: <Trash2 size={14} />,
          disabled: samples.length === 0,
          run: () => clearSamples(app),
        },
      ]}
    >
      <Plus aria-hidden="true" size={14} /> <span className="label">Add</span>
    </Menu>
  );
}

function CommonLabels() {
  const app = useApp();
  const text = useAppState("document", (state) => state.commonLabels);
  const readOnly = useReadOnly();
  const parsed = useMemo(() => parseLabels(text), [text]);
  const id = useId();
  return (
    <div className="common-labels">
      <label htmlFor={id}>Labels</label>
      <input
        id={id}
        className="field mono"
        spellCheck={false}
        autoComplete="off"
        placeholder={'app="shop", env="prod"'}
        aria-label="Labels of every sample"
        title="Labels of every sample"
        readOnly={readOnly}
        value={text}
        aria-invalid={!parsed.ok}
        aria-describedby={parsed.ok ? undefined : `${id}-error`}
        onChange={({ target, nativeEvent }) =>
          setCommonLabels(app, target.value, kindOfInput((nativeEvent as InputEvent).inputType))
        }
      />
      {!parsed.ok && (
        <span id={`${id}-error`} className="field-error" role="alert">
          Not used yet: {parsed.message}.
        </span>
      )}
    </div>
  );
}

function NoSamples() {
  const app = useApp();
  if (useReadOnly()) return <p className="empty">No samples.</p>;
  return (
    <div className="empty empty-samples">
      <p>No samples. Paste log lines, drop a log file here, or start with some:</p>
      <button type="button" className="button" onClick={() => setSamplesMode(app, "text")}>
        <TextCursorInput aria-hidden="true" size={14} /> Type or paste lines
      </button>
      <button type="button" className="button" onClick={() => void chooseSamples(app)}>
        <FileUp aria-hidden="true" size={14} /> Open a log file
      </button>
      <button type="button" className="button" onClick={() => openDialog(app, { kind: "example-samples" })}>
        <FolderOpen aria-hidden="true" size={14} /> Use an example’s
      </button>
    </div>
  );
}

function FilteredList() {
  const app = useApp();
  const filter = useAppState("entryFilter", (state) => state.filter);
  const search = useAppState("entryFilter", (state) => state.search);
  const rows = useDerived("rows");
  const counts = useDerived("statusCounts");
  const found = useDerived("found", ({ length }) => length);
  const searchField = useRef<HTMLInputElement>(null);
  // The search takes room only on request.
  const [searching, setSearching] = useState(false);
  useFocusRequest("search", () => {
    setSearching(true);
    // If the field does not exist yet, it takes the focus when it appears.
    searchField.current?.focus();
  });
  return (
    <>
      {(searching || search !== "") && (
        <div className="search">
          <input
            ref={searchField}
            // biome-ignore lint/a11y/noAutofocus: it is there because it was asked for
            autoFocus={searching}
            className="field"
            data-own-text={search !== ""}
            type="search"
            aria-label="Search entries"
            placeholder="Search"
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
      )}
      <fieldset className="filters dimmable">
        <legend className="visually-hidden">Filter by status</legend>
        <button
          type="button"
          className="chip"
          aria-pressed={filter.kind === "all"}
          onClick={() => setFilter(app, { kind: "all" })}
        >
          All <b>{found.toLocaleString("en")}</b>
        </button>
        {STATUSES.map((status) =>
          counts[status] === 0 && !(filter.kind === "status" && filter.status === status) ? null : (
            <button
              key={status}
              type="button"
              className="chip"
              aria-pressed={filter.kind === "status" && filter.status === status}
              onClick={() =>
                setFilter(
                  app,
                  filter.kind === "status" && filter.status === status ? { kind: "all" } : { kind: "status", status },
                )
              }
            >
              <StatusIcon status={status} /> {CHIPS[status]} <b>{counts[status].toLocaleString("en")}</b>
            </button>
          ),
        )}
        {filter.kind !== "all" && filter.kind !== "status" && (
          <button
            type="button"
            className="chip"
            aria-pressed="true"
            aria-label={`Showing entries ${describeFilter(filter)}: show all`}
            onClick={() => setFilter(app, { kind: "all" })}
          >
            {describeFilter(filter)} <X aria-hidden="true" size={12} />
          </button>
        )}
      </fieldset>
      <NothingCameOut />
      <DroppedByRate />
      {rows.length === 0 ? (
        <div className="empty">
          <p>
            No entry {search.trim() === "" ? "" : `contains “${search.trim()}”`}
            {filter.kind === "all" ? "" : `${search.trim() === "" ? "" : " and "}is ${describeFilter(filter)}`}.
          </p>
          <button type="button" className="button" onClick={() => showAllEntries(app)}>
            Show all entries
          </button>
        </div>
      ) : (
        <SampleList rows={rows} />
      )}
      <EntryActions />
    </>
  );
}

/** Samples that are all sent at once cannot show what a limit does. */
function DroppedByRate() {
  const app = useApp();
  const result = useAppState("preview", (state) => state.result);
  const samples = useAppState("document", (state) => state.samples);
  const readOnly = useReadOnly();
  const drops = useMemo(() => dropsByRate(result, samples), [result, samples]);
  if (drops === undefined) return null;
  return (
    <div className="banner" role="status">
      Stage {drops.path} limit dropped {drops.dropped.toLocaleString("en")}: all samples are sent at the same time.{" "}
      {!readOnly && (
        <button type="button" className="link" onClick={() => openDialog(app, { kind: "times" })}>
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
    <div className="banner" role="status">
      <strong>Nothing came out.</strong> {summary.text}{" "}
      {summary.path !== undefined && (
        <button type="button" className="link" onClick={() => showDropped(app, summary.path!)}>
          Show why
        </button>
      )}
    </div>
  );
}
