/** The entries that differ, with chips for what they differ in. Only those in sight are in the page. */
import { DIFFERENT_PARTS } from "@sluice/engine";
import { useVirtualizer } from "@tanstack/react-virtual";
import { X } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef } from "react";
import { useStore } from "zustand";
import { type CompareFilter, type CompareResult, filterRows, PART_WORDS, rowWords } from "../../domain/compare.ts";
import type { CompareSession } from "../../workspace/compare-session.ts";
import { PaneHead } from "../pane-head.tsx";
import { StatusIcon } from "../status-mark.tsx";
import { VisibleText } from "../value-text.tsx";

/** Pixels; the style sheet has the same. */
const ROW_HEIGHT = 28;
/** Characters of a line that a row can show at most. */
const SHOWN = 200;

export function CompareList({ session, result }: { session: CompareSession; result: CompareResult }) {
  const { filter, chosen } = useStore(session.store);
  const rows = useMemo(() => filterRows(result.rows, filter), [result, filter]);
  const { compared, different, parts } = result.summary;
  const box = useRef<HTMLDivElement>(null);
  const listId = useId();
  const at = rows.findIndex(({ sampleId }) => sampleId === chosen);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.sampleId ?? index,
    overscan: 8,
    initialRect: { width: 0, height: 600 },
  });
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: "auto" });
  }, [at, virtual]);
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1);
    const moves: Record<string, number> = {
      ArrowDown: 1,
      j: 1,
      ArrowUp: -1,
      k: -1,
      PageDown: page,
      PageUp: -page,
      Home: -rows.length,
      End: rows.length,
    };
    const by = moves[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    session.move(by);
  };
  const inSight = virtual.getVirtualItems();
  return (
    <section className="pane compare-list-pane" aria-label="Entries that differ">
      <PaneHead title="Differ" count={`${different.toLocaleString("en")} of ${compared.toLocaleString("en")}`} />
      <div className="filters">
        <Chip session={session} filter={{ kind: "all" }} name="All" count={different} />
        {DIFFERENT_PARTS.filter((part) => parts[part] > 0).map((part) => (
          <Chip
            key={part}
            session={session}
            filter={{ kind: "part", part }}
            name={capital(PART_WORDS[part])}
            count={parts[part]}
          />
        ))}
        {filter.kind === "cause" && (
          <button type="button" className="chip" aria-pressed="true" onClick={() => session.setFilter({ kind: "all" })}>
            One stage <b>{rows.length}</b> <X aria-label="show all" size={12} />
          </button>
        )}
      </div>
      <div
        ref={box}
        className="sample-list"
        role="listbox"
        data-keys="compare"
        tabIndex={0}
        aria-label="Entries that differ"
        aria-activedescendant={inSight.some(({ index }) => index === at) ? `${listId}-${chosen}` : undefined}
        onKeyDown={onKeyDown}
      >
        <div style={{ height: virtual.getTotalSize(), position: "relative" }} role="presentation">
          {inSight.map(({ index, start }) => {
            const row = rows[index];
            return row === undefined ? null : (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
              <div
                key={row.sampleId}
                id={`${listId}-${row.sampleId}`}
                className="sample-row"
                role="option"
                tabIndex={-1}
                aria-selected={row.sampleId === chosen}
                aria-posinset={index + 1}
                aria-setsize={rows.length}
                style={{ transform: `translateY(${start}px)` }}
                onClick={() => session.select(row.sampleId)}
              >
                <span className="sample-number">{row.index + 1}</span>
                <span className="sample-line mono">
                  <VisibleText text={row.input.line.slice(0, SHOWN)} />
                </span>
                <span className={`compare-what ${row.differs.includes("outcome") ? "" : "muted"}`}>
                  {row.differs.includes("outcome") && <StatusIcon status={row.b.status} />} {rowWords(row)}
                </span>
              </div>
            );
          })}
        </div>
      </div>
      <p className="pane-foot muted">
        {(compared - different).toLocaleString("en")} are the same in both
        {result.more > 0 && `; ${result.more.toLocaleString("en")} more differ and are not listed`}
      </p>
    </section>
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface ChipProps {
  readonly session: CompareSession;
  readonly filter: CompareFilter;
  readonly name: string;
  readonly count: number;
}

function Chip({ session, filter, name, count }: ChipProps) {
  const current = useStore(session.store, (state) => state.filter);
  const isOn =
    current.kind === filter.kind &&
    (current.kind !== "part" || (filter.kind === "part" && current.part === filter.part));
  return (
    <button type="button" className="chip" aria-pressed={isOn} onClick={() => session.setFilter(filter)}>
      {name} <b>{count.toLocaleString("en")}</b>
    </button>
  );
}
