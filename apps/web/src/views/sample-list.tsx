/** Rows of the samples. Only those in sight are in the page, so that ten thousand cost no more than fifty. */
import { CircleAlert } from "lucide-react";
import { type KeyboardEvent, memo, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { formatPairs } from "../domain/label-text.ts";
import { describeOutcome, partsOfHeld, type RunContext, type SampleRow } from "../domain/sample-rows.ts";
import type { SampleEntry } from "../domain/samples.ts";
import { editEntry } from "../workspace/commands/edit-entry.ts";
import { moveEntry } from "../workspace/commands/move-entry.ts";
import { selectEntry } from "../workspace/commands/select-entry.ts";
import { setDrawer } from "../workspace/commands/settings.ts";
import { useApp, useAppState } from "./app-context.ts";
import { StatusMark } from "./status-mark.tsx";
import { useDerived } from "./use-derived.ts";
import { VisibleText } from "./value-text.tsx";

/** Pixels; the style sheet has the same. */
const ROW_HEIGHT = 46;
const OVERSCAN = 8;
/** Characters of a line that a row can show at most. */
const SHOWN = 300;

export function SampleList({ rows }: { rows: readonly SampleRow[] }) {
  const app = useApp();
  const selected = useAppState("selection", (state) => state.sampleId);
  const box = useRef<HTMLDivElement>(null);
  const listId = useId();
  const [view, setView] = useState({ top: 0, height: 600 });
  const at = rows.findIndex((row) => row.sample.id === selected);
  const context = useDerived("runContext");

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const element = box.current;
    if (element === null || at < 0) return;
    const top = at * ROW_HEIGHT;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + ROW_HEIGHT > element.scrollTop + element.clientHeight)
      element.scrollTop = top + ROW_HEIGHT - element.clientHeight;
  }, [at]);

  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(view.height / ROW_HEIGHT) - 1);
    const moves: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -rows.length,
      End: rows.length,
    };
    const by = moves[event.key];
    if (event.key === "Enter" && !event.shiftKey) editEntry(app, selected);
    else if (by !== undefined) moveEntry(app, by);
    else return;
    event.preventDefault();
  };

  const first = Math.max(0, Math.floor(view.top / ROW_HEIGHT) - OVERSCAN);
  const last = Math.min(rows.length, Math.ceil((view.top + view.height) / ROW_HEIGHT) + OVERSCAN);
  return (
    <div
      ref={box}
      className="sample-list dimmable"
      role="listbox"
      data-keys="samples"
      tabIndex={0}
      aria-label="Sample entries"
      aria-activedescendant={at >= first && at < last ? `${listId}-${selected}` : undefined}
      onScroll={(event) => setView({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: rows.length * ROW_HEIGHT, position: "relative" }}>
        {rows.slice(first, last).map((row, i) => (
          <Row
            key={row.sample.id}
            row={row}
            listId={listId}
            context={context}
            top={(first + i) * ROW_HEIGHT}
            selected={row.sample.id === selected}
            position={first + i + 1}
            size={rows.length}
          />
        ))}
      </div>
    </div>
  );
}

interface RowProps {
  readonly row: SampleRow;
  readonly listId: string;
  readonly context: RunContext;
  readonly top: number;
  readonly selected: boolean;
  readonly position: number;
  readonly size: number;
}

const Row = memo(function Row({ row, listId, context, top, selected, position, size }: RowProps) {
  const app = useApp();
  const { sample, number, outcome } = row;
  const about = outcome === undefined ? "" : describeOutcome(outcome, context);
  const held = outcome?.status === "held" ? partsOfHeld(outcome, context) : undefined;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list box has the keys
    <div
      id={`${listId}-${sample.id}`}
      className="sample-row"
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      aria-posinset={position}
      aria-setsize={size}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => {
        selectEntry(app, sample.id);
        setDrawer(app, true);
      }}
      onDoubleClick={() => editEntry(app, sample.id)}
    >
      <span className="sample-head">
        {outcome === undefined ? <span className="faint">not run yet</span> : <StatusMark status={outcome.status} />}
        {about !== "" && (
          <span className="sample-about" title={about}>
            {held?.holder ?? about}
          </span>
        )}
        {held !== undefined && held.wait !== "" && <span className="sample-wait"> {held.wait}</span>}
        {outcome !== undefined && outcome.missedBy.length > 0 && (
          <span
            className="sample-missed tone-warning"
            title={`Stage ${outcome.missedBy.join(", ")} did not find what it looks for`}
          >
            <CircleAlert aria-hidden="true" size={12} /> {outcome.missedBy.length} missed
          </span>
        )}
        {held === undefined && <Extras sample={sample} />}
        <span className="sample-number">{number}</span>
      </span>
      <span className="sample-line mono">
        {sample.line === "" ? (
          <span className="faint">(empty line)</span>
        ) : (
          <VisibleText text={sample.line.slice(0, SHOWN)} />
        )}
      </span>
    </div>
  );
});

/** What an entry has of its own, in short: the time before it, labels, metadata, a timestamp. */
function Extras({ sample: { advance, labels, metadata, timestamp } }: { sample: SampleEntry }) {
  const marks: string[] = [];
  const about: string[] = [];
  if (advance !== undefined) {
    marks.push(`+${advance}`);
    about.push(`Sent ${advance} after the entry before.`);
  }
  if (timestamp !== undefined) {
    marks.push("@");
    about.push(`Timestamp ${timestamp}.`);
  }
  if (labels !== undefined) {
    marks.push("{ }");
    about.push(`Labels ${formatPairs(Object.entries(labels))}.`);
  }
  if (metadata !== undefined) {
    marks.push("⋯");
    about.push(`Structured metadata ${formatPairs(metadata)}.`);
  }
  if (marks.length === 0) return null;
  return (
    <span className="sample-extras" title={about.join("\n")}>
      <span aria-hidden="true">{marks.join(" ")}</span>
      <span className="visually-hidden">{about.join(" ")}</span>
    </span>
  );
}
