/** The entries that differ, with a chip for each kind of difference. */
import { DIFFERENT_PARTS, PART_WORDS } from "@sluice/engine";
import { X } from "lucide-react";
import { type KeyboardEvent, useMemo } from "react";
import { useStore } from "zustand";
import { counted } from "../../core/text/counted.ts";
import * as controlsCss from "../../ui/controls.module.css";
import * as paneCss from "../../ui/pane.module.css";
import { PaneHead } from "../../ui/pane-head.tsx";
import { hasModifier, ListRow, RowList } from "../../ui/row-list.tsx";
import * as rowsCss from "../../ui/rows.module.css";
import { StatusIcon } from "../../ui/status-mark.tsx";
import { VisibleText } from "../../ui/value-text.tsx";
import * as css from "./compare.module.css";
import { type CompareFilter, type CompareResult, filterRows, rowWords } from "./compare.ts";
import type { CompareSession } from "./compare-session.ts";

/** Pixels; the style sheet uses the same height. */
const ROW_HEIGHT = 28;
/** The most characters of a line that a row can show. */
const SHOWN = 200;

export function CompareList({ session, result }: { session: CompareSession; result: CompareResult }) {
  const { filter, chosen } = useStore(session.store);
  const rows = useMemo(() => filterRows(result.rows, filter), [result, filter]);
  const { compared, different, parts } = result.summary;
  const at = rows.findIndex(({ sampleId }) => sampleId === chosen);
  const onKey = (event: KeyboardEvent): boolean => {
    if (hasModifier(event)) return true;
    const by = event.key === "j" ? 1 : event.key === "k" ? -1 : undefined;
    if (by === undefined) return false;
    event.preventDefault();
    session.move(by);
    return true;
  };
  return (
    <section className={paneCss.pane} aria-label="Entries that differ">
      <PaneHead title="Differences" count={`${different.toLocaleString("en")} of ${compared.toLocaleString("en")}`} />
      <div className={rowsCss.filters}>
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
          <button
            type="button"
            className={controlsCss.chip}
            aria-pressed="true"
            onClick={() => session.setFilter({ kind: "all" })}
          >
            One stage <b>{rows.length}</b> <X aria-label="show all" size={12} />
          </button>
        )}
      </div>
      <RowList
        className={rowsCss.list}
        data-keys="compare"
        aria-label="Entries that differ"
        rows={rows}
        height={ROW_HEIGHT}
        keyOf={({ sampleId }) => sampleId}
        at={at}
        onKey={onKey}
        onStep={(by) => session.move(by)}
      >
        {(row, place) => (
          <ListRow
            key={row.sampleId}
            {...place}
            className={rowsCss.row}
            selected={row.sampleId === chosen}
            onClick={() => session.select(row.sampleId)}
          >
            <span className={rowsCss.number}>{row.index + 1}</span>
            <span className={`${rowsCss.line} mono`}>
              <VisibleText text={row.input.line.slice(0, SHOWN)} />
            </span>
            <span className={`${css.what} ${row.differs.includes("outcome") ? "" : "muted"}`} title={rowWords(row)}>
              {row.differs.includes("outcome") && <StatusIcon status={row.b.status} />} {rowWords(row)}
            </span>
          </ListRow>
        )}
      </RowList>
      <p className={`${paneCss.paneFoot} muted`}>
        {counted(compared - different, "entry is", "entries are")} the same in both
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
    <button type="button" className={controlsCss.chip} aria-pressed={isOn} onClick={() => session.setFilter(filter)}>
      {name} <b>{count.toLocaleString("en")}</b>
    </button>
  );
}
