/** The rows of a tap, each an entry before and after. */
import { memo } from "react";
import { useStore } from "zustand";
import { ListRow, RowList, type RowPlace } from "../../ui/row-list.tsx";
import { StatusMark } from "../../ui/status-mark.tsx";
import { VisibleText } from "../../ui/value-text.tsx";
import * as css from "./tap.module.css";
import type { TapRow } from "./tap-rows.ts";
import type { TapSession } from "./tap-session.ts";
import { clockOf } from "./words.ts";

/** Pixels; the style sheet uses the same height. */
const ROW_HEIGHT = 48;
const OVERSCAN = 6;

export function TapList({ tap, rows }: { tap: TapSession; rows: readonly TapRow[] }) {
  const selected = useStore(tap.store, (state) => state.selected);
  const at = rows.findIndex(({ key }) => key === selected);
  return (
    <RowList
      className={css.tapList}
      aria-label="Entries, newest first"
      rows={rows}
      height={ROW_HEIGHT}
      overscan={OVERSCAN}
      keyOf={({ key }) => key}
      at={at}
      onKey={({ key }) => {
        if (key !== "Escape") return false;
        tap.select(null);
        return true;
      }}
      onStep={(by) => {
        const next = rows[Math.min(rows.length - 1, Math.max(0, at < 0 ? 0 : at + by))];
        if (next !== undefined) tap.select(next.key);
      }}
    >
      {(row, place) => <Row key={row.key} row={row} tap={tap} selected={row.key === selected} {...place} />}
    </RowList>
  );
}

interface RowProps extends RowPlace {
  readonly row: TapRow;
  readonly tap: TapSession;
  readonly selected: boolean;
}

const Row = memo(function Row({ row, tap, ...place }: RowProps) {
  const { entry, status, line, out } = row;
  return (
    <ListRow {...place} className={css.tapRow} onClick={() => tap.select(place.selected ? null : row.key)}>
      <span className="mono muted">{clockOf(entry.entered)}</span>
      <StatusMark status={status} />
      <span className={`${css.tapSide} muted`}>in</span>
      <span className={`${css.tapLine} mono`}>
        <VisibleText text={line} />
      </span>
      <span className={`${css.tapSide} ${css.tapOut} muted`}>out</span>
      <span className={`${css.tapLine} mono`}>
        {out.map(({ kind, text }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
          <span key={i} data-kind={kind}>
            <VisibleText text={text} />
          </span>
        ))}
      </span>
    </ListRow>
  );
});
