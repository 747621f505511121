/** Rows of a tap, each an entry before and after. Only those in sight are in the page, so that ten thousand cost no more than fifty. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, memo, useEffect, useId, useRef } from "react";
import { useStore } from "zustand";
import type { TapRow } from "../../domain/live/tap-rows.ts";
import { clockOf } from "../../domain/live/words.ts";
import type { TapSession } from "../../workspace/live/tap-session.ts";
import { StatusMark } from "../status-mark.tsx";
import { VisibleText } from "../value-text.tsx";

/** Pixels; the style sheet has the same. */
const ROW_HEIGHT = 48;
const OVERSCAN = 6;

export function TapList({ tap, rows }: { tap: TapSession; rows: readonly TapRow[] }) {
  const box = useRef<HTMLDivElement>(null);
  const listId = useId();
  const selected = useStore(tap.store, (state) => state.selected);
  const at = rows.findIndex(({ entry }) => entry.seq === selected);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.entry.seq ?? index,
    overscan: OVERSCAN,
    initialRect: { width: 0, height: 600 },
  });
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: "auto" });
  }, [at, virtual]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") return tap.select(null);
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1);
    const moves: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -rows.length,
      End: rows.length,
    };
    const by = moves[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = rows[Math.min(rows.length - 1, Math.max(0, at < 0 ? 0 : at + by))];
    if (next !== undefined) tap.select(next.entry.seq);
  };
  const inSight = virtual.getVirtualItems();
  return (
    <div
      ref={box}
      className="tap-list"
      role="listbox"
      tabIndex={0}
      aria-label="Entries, the newest first"
      aria-activedescendant={inSight.some(({ index }) => index === at) ? `${listId}-${selected}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: virtual.getTotalSize(), position: "relative" }} role="presentation">
        {inSight.map(({ index, start }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <Row
              key={row.entry.seq}
              row={row}
              tap={tap}
              id={`${listId}-${row.entry.seq}`}
              top={start}
              selected={row.entry.seq === selected}
              position={index + 1}
              size={rows.length}
            />
          );
        })}
      </div>
    </div>
  );
}

interface RowProps {
  readonly row: TapRow;
  readonly tap: TapSession;
  readonly id: string;
  readonly top: number;
  readonly selected: boolean;
  readonly position: number;
  readonly size: number;
}

const Row = memo(function Row({ row, tap, id, top, selected, position, size }: RowProps) {
  const { entry, status, line, out } = row;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      className="tap-row"
      aria-selected={selected}
      aria-posinset={position}
      aria-setsize={size}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => tap.select(selected ? null : entry.seq)}
    >
      <span className="mono muted">{clockOf(entry.entered)}</span>
      <StatusMark status={status} />
      <span className="tap-side muted">in</span>
      <span className="mono tap-line">
        <VisibleText text={line} />
      </span>
      <span className="tap-side muted tap-out">out</span>
      <span className="mono tap-line">
        {out.map(({ kind, text }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
          <span key={i} data-kind={kind}>
            <VisibleText text={text} />
          </span>
        ))}
      </span>
    </div>
  );
});
