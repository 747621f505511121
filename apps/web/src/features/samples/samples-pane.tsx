/** The sample entries: list or text, search and filters, common labels, and ways to add some. */
import { Clock, FilePlus, FileUp, FolderOpen, Layers, List, Plus, Search, TextCursorInput, Trash2 } from "lucide-react";
import { type ReactNode, useId, useMemo } from "react";
import { setCommonLabels } from "../../core/edit/edit-document.ts";
import { useApp, useAppState, useReadOnly } from "../../core/page/app-context.ts";
import { runCommand, tooltip } from "../../core/page/commands.ts";
import { openDialog } from "../../core/page/dialogs.ts";
import { useDerived } from "../../core/page/use-derived.ts";
import { groupSamples } from "../../core/select/pattern-list.ts";
import { focusSearch, setSamplesMode } from "../../core/select/sample-list.ts";
import { kindOfInput } from "../../core/text/edit-kind.ts";
import { formatPairs, parseLabels } from "../../core/text/label-text.ts";
import { buttonClass } from "../../ui/button-class.ts";
import * as controlsCss from "../../ui/controls.module.css";
import { Menu } from "../../ui/menu.tsx";
import * as paneCss from "../../ui/pane.module.css";
import { PaneHead } from "../../ui/pane-head.tsx";
import { IconButton } from "../../ui/tip.tsx";
import { clearSamples, newEntry } from "./edit-entry.ts";
import { FilteredList } from "./filtered-list.tsx";
import { SampleText } from "./sample-text.tsx";
import * as css from "./samples.module.css";

/** `children`: what others say of the samples, above the list. */
export function SamplesPane({ children }: { children?: ReactNode }) {
  const app = useApp();
  const samples = useAppState("document", (state) => state.samples);
  const readOnly = useReadOnly();
  const chosen = useAppState("sampleList", (state) => state.mode);
  const mode = readOnly ? "list" : chosen;
  return (
    <section className={paneCss.pane} aria-label="Samples">
      <PaneHead title="Samples" count={samples.length > 0 ? samples.length.toLocaleString("en") : undefined}>
        <span className="spring" />
        <span className={paneCss.paneButtons}>
          {mode === "list" && samples.length > 0 && (
            <IconButton
              label="Search samples"
              tip={tooltip(app, "entry.search")}
              Icon={Search}
              onClick={() => focusSearch(app)}
            />
          )}
          {mode === "list" && samples.length > 1 && <GroupSwitch />}
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
      {samples.length > 0 && children}
      {mode === "text" ? <SampleText /> : samples.length === 0 ? <NoSamples /> : <FilteredList />}
    </section>
  );
}

function GroupSwitch() {
  const app = useApp();
  const isGrouped = useDerived("isGrouped");
  return (
    <IconButton
      label="Group by pattern"
      tip={tooltip(app, "samples.group", "Group by pattern")}
      aria-pressed={isGrouped}
      Icon={Layers}
      onClick={() => groupSamples(app, !isGrouped)}
    />
  );
}

function AddMenu() {
  const app = useApp();
  const samples = useAppState("document", (state) => state.samples);
  return (
    <Menu
      label="Add samples"
      className={buttonClass("quiet", "small")}
      items={[
        { label: "New entry…", icon: <FilePlus size={14} />, run: () => newEntry(app) },
        {
          label: "Type or paste lines",
          icon: <TextCursorInput size={14} />,
          run: () => setSamplesMode(app, "text"),
        },
        { label: "From a file…", icon: <FileUp size={14} />, run: () => runCommand(app, "samples.file") },
        {
          label: "From an example…",
          icon: <FolderOpen size={14} />,
          run: () => openDialog(app, { kind: "example-samples", edits: true }),
        },
        {
          label: "Set their times…",
          icon: <Clock size={14} />,
          separator: true,
          disabled: samples.length < 2,
          run: () => openDialog(app, { kind: "times", edits: true }),
        },
        {
          label: "Remove all samples",
          icon: <Trash2 size={14} />,
          disabled: samples.length === 0,
          run: () => clearSamples(app),
        },
      ]}
    >
      <Plus aria-hidden="true" size={14} /> <span className={paneCss.label}>Add</span>
    </Menu>
  );
}

function CommonLabels() {
  const app = useApp();
  const text = useAppState("document", (state) => state.commonLabels);
  const readOnly = useReadOnly();
  const parsed = useMemo(() => parseLabels(text), [text]);
  const given = useGivenLabels();
  const id = useId();
  return (
    <div className={css.commonLabels}>
      <label htmlFor={id}>Labels</label>
      <input
        id={id}
        className={`${controlsCss.field} mono`}
        spellCheck={false}
        autoComplete="off"
        placeholder={given.text === "" ? 'none, such as app="shop", env="prod"' : "more, or others"}
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
      {given.text !== "" && (
        <span
          className={`${css.givenLabels} mono muted cut`}
          title={`${given.text}\nSet by ${given.from}. Write a label of the same name to override it.`}
        >
          <span className="visually-hidden">Labels from {given.from}: </span>
          {given.text}
        </span>
      )}
      {!parsed.ok && (
        <span id={`${id}-error`} className={controlsCss.fieldError} role="alert">
          Not used yet: {parsed.message}.
        </span>
      )}
    </div>
  );
}

/** Labels that the sources set and the field does not override, as a text; empty: none. */
function useGivenLabels(): { readonly text: string; readonly from: string } {
  const given = useDerived("pipeline", (pipeline) => pipeline?.given);
  const written = useAppState("document", (state) => state.labels);
  const left = Object.entries(given?.labels ?? {}).filter(([name]) => !Object.hasOwn(written, name));
  return { text: formatPairs(left), from: given?.from.join(", ") ?? "" };
}

function NoSamples() {
  const app = useApp();
  if (useReadOnly()) return <p className={paneCss.empty}>No samples.</p>;
  return (
    <div className={`${paneCss.empty} ${css.emptySamples}`}>
      <p>No samples. Paste log lines, drop a log file here, or start with some:</p>
      <button type="button" className={buttonClass()} onClick={() => setSamplesMode(app, "text")}>
        <TextCursorInput aria-hidden="true" size={14} /> Type or paste lines
      </button>
      <button type="button" className={buttonClass()} onClick={() => runCommand(app, "samples.file")}>
        <FileUp aria-hidden="true" size={14} /> Open a log file
      </button>
      <button
        type="button"
        className={buttonClass()}
        onClick={() => openDialog(app, { kind: "example-samples", edits: true })}
      >
        <FolderOpen aria-hidden="true" size={14} /> Use an example’s
      </button>
    </div>
  );
}
