/** The sample entries: list or text, search and filters, common labels, and where they come from. */
import { FilePlus, FileUp, List, Plus, Search, TextCursorInput, Trash2, X } from "lucide-react";
import { type ClipboardEvent, useMemo } from "react";
import { clearSamples } from "../commands/clear-samples.ts";
import { newEntry } from "../commands/edit-entry.ts";
import { loadExampleSamples } from "../commands/open-example.ts";
import { pasteSamples } from "../commands/paste-samples.ts";
import { setCommonLabels } from "../commands/set-common-labels.ts";
import { setFilter, setSearch } from "../commands/set-filter.ts";
import { setSamplesMode } from "../commands/settings.ts";
import { showDropped } from "../commands/show-dropped.ts";
import { uploadSamples } from "../commands/upload-samples.ts";
import { EXAMPLES } from "../examples/index.ts";
import { ELEMENT_IDS } from "../platform.ts";
import { parseLabels } from "../state/label-text.ts";
import { countStatuses, describeFilter, makeRows, summarizeNothing } from "../state/sample-rows.ts";
import { useApp, useAppState } from "./app-context.ts";
import { EntryActions } from "./entry-actions.tsx";
import { Menu } from "./menu.tsx";
import { PaneHead } from "./pane-head.tsx";
import { SampleList } from "./sample-list.tsx";
import { SampleText } from "./sample-text.tsx";
import { StatusIcon, statusWord } from "./status-mark.tsx";
import { useOutcomes } from "./use-derived.ts";

const STATUSES = ["passed", "unchanged", "merged", "split", "dropped", "held", "error"] as const;

export function SamplesPane() {
  const app = useApp();
  const samples = useAppState("document", (state) => state.samples);
  const mode = useAppState("view", (state) => state.samplesMode);
  const onPaste = (event: ClipboardEvent) => {
    if ((event.target as HTMLElement).closest("input, textarea") !== null) return;
    const text = event.clipboardData.getData("text/plain");
    if (text !== "") pasteSamples(app, text);
  };
  return (
    <section className="pane" aria-label="Samples" onPaste={onPaste}>
      <PaneHead title="Samples" count={samples.length > 0 ? samples.length.toLocaleString("en") : undefined}>
        <Menu
          label="Add samples"
          className="button icon-button"
          items={[
            { label: "New entry…", icon: <FilePlus size={14} />, run: () => newEntry(app) },
            {
              label: "Type or paste lines",
              icon: <TextCursorInput size={14} />,
              run: () => setSamplesMode(app, "text"),
            },
            { label: "From a file…", icon: <FileUp size={14} />, run: () => app.platform.chooseSampleFile() },
            ...EXAMPLES.map((example) => ({
              label: `Example: ${example.name}`,
              run: () => loadExampleSamples(app, example),
            })),
          ]}
        >
          <Plus aria-hidden="true" size={15} />
        </Menu>
        <button
          type="button"
          className="button icon-button"
          aria-pressed={mode === "text"}
          aria-label={mode === "text" ? "Show as list" : "Edit as text"}
          title={mode === "text" ? "Show as list" : "Edit as text"}
          onClick={() => setSamplesMode(app, mode === "text" ? "list" : "text")}
        >
          {mode === "text" ? <List aria-hidden="true" size={15} /> : <TextCursorInput aria-hidden="true" size={15} />}
        </button>
        <button
          type="button"
          className="button icon-button"
          aria-label="Remove all samples"
          title="Remove all samples"
          disabled={samples.length === 0}
          onClick={() => clearSamples(app)}
        >
          <Trash2 aria-hidden="true" size={15} />
        </button>
      </PaneHead>
      <input
        id={ELEMENT_IDS.sampleFile}
        type="file"
        aria-label="Log file"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file !== undefined) void uploadSamples(app, file);
        }}
      />
      <CommonLabels />
      {mode === "text" ? <SampleText /> : samples.length === 0 ? <NoSamples /> : <FilteredList />}
    </section>
  );
}

function CommonLabels() {
  const app = useApp();
  const text = useAppState("document", (state) => state.commonLabels);
  const parsed = useMemo(() => parseLabels(text), [text]);
  return (
    <div className="common-labels">
      <label htmlFor="common-labels">Labels</label>
      <input
        id="common-labels"
        className="mono"
        spellCheck={false}
        autoComplete="off"
        placeholder={'job="nginx", env="prod"'}
        title="Labels of every sample"
        value={text}
        aria-invalid={!parsed.ok}
        aria-describedby={parsed.ok ? undefined : "common-labels-error"}
        onChange={(event) => setCommonLabels(app, event.target.value)}
      />
      {!parsed.ok && (
        <span id="common-labels-error" className="field-error" role="alert">
          Not used yet: {parsed.message}.
        </span>
      )}
    </div>
  );
}

function NoSamples() {
  const app = useApp();
  return (
    <div className="empty empty-samples">
      <p>No samples. Paste log lines here, or start with some:</p>
      <ul>
        {EXAMPLES.map((example) => (
          <li key={example.name}>
            <button type="button" className="button" onClick={() => loadExampleSamples(app, example)}>
              {example.name}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="button" onClick={() => setSamplesMode(app, "text")}>
        <TextCursorInput aria-hidden="true" size={14} /> Type or paste lines
      </button>
      <button type="button" className="button" onClick={() => app.platform.chooseSampleFile()}>
        <FileUp aria-hidden="true" size={14} /> Open a log file
      </button>
    </div>
  );
}

function FilteredList() {
  const app = useApp();
  const samples = useAppState("document", (state) => state.samples);
  const filter = useAppState("view", (state) => state.filter);
  const search = useAppState("view", (state) => state.search);
  const outcomes = useOutcomes();
  const rows = useMemo(() => makeRows(samples, outcomes, filter, search), [samples, outcomes, filter, search]);
  const counts = useMemo(() => countStatuses(outcomes.values()), [outcomes]);
  return (
    <>
      <div className="search">
        <Search aria-hidden="true" size={14} />
        <input
          id={ELEMENT_IDS.search}
          type="search"
          aria-label="Search entries"
          placeholder="Search  /"
          value={search}
          onChange={(event) => setSearch(app, event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") {
              setSearch(app, "");
              event.currentTarget.blur();
            }
          }}
        />
      </div>
      <fieldset className="filters">
        <legend className="visually-hidden">Filter by status</legend>
        <button
          type="button"
          className="chip"
          aria-pressed={filter.kind === "all"}
          onClick={() => setFilter(app, { kind: "all" })}
        >
          all {samples.length.toLocaleString("en")}
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
              <StatusIcon status={status} /> {statusWord(status)} {counts[status].toLocaleString("en")}
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
      {rows.length === 0 ? (
        <div className="empty">
          <p>
            No entry {search.trim() === "" ? "" : `contains “${search.trim()}”`}
            {filter.kind === "all" ? "" : `${search.trim() === "" ? "" : " and "}is ${describeFilter(filter)}`}.
          </p>
          <button
            type="button"
            className="button"
            onClick={() => {
              setFilter(app, { kind: "all" });
              setSearch(app, "");
            }}
          >
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
