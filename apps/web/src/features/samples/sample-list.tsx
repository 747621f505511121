/** The rows of the samples, one line each. */
import { useRef } from "react";
import type { SampleRow } from "../../core/model/sample-rows.ts";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { useFocusRequest } from "../../core/page/use-focus-request.ts";
import { moveEntry } from "../../core/select/move-entry.ts";
import { RowList } from "../../ui/row-list.tsx";
import * as rowsCss from "../../ui/rows.module.css";
import { EntryRow } from "./rows/entry-row.tsx";
import { useEntryRows } from "./rows/use-entry-rows.ts";

/** Pixels; the style sheet uses the same height. */
const ROW_HEIGHT = 28;

export function SampleList({ rows }: { rows: readonly SampleRow[] }) {
  const app = useApp();
  const selected = useAppState("selection", (state) => state.sampleId);
  const box = useRef<HTMLDivElement>(null);
  const at = rows.findIndex((row) => row.sample.id === selected);
  const entries = useEntryRows(box, rows[at]);
  useFocusRequest("entries", () => box.current?.focus());
  return (
    <>
      <RowList
        className={`${rowsCss.list} dimmable`}
        data-keys="samples"
        aria-label="Sample entries"
        box={box}
        rows={rows}
        height={ROW_HEIGHT}
        keyOf={({ sample }) => sample.id}
        at={at}
        onKey={entries.onKey}
        onStep={(by) => moveEntry(app, by)}
        onMouseDown={(event) => {
          const target = event.target instanceof Element ? event.target : undefined;
          const row = rows[Number(target?.closest("[aria-posinset]")?.getAttribute("aria-posinset")) - 1];
          entries.onMouseDown(event, target, row);
        }}
      >
        {({ sample, number, outcome }, place) => (
          <EntryRow
            key={sample.id}
            sample={sample}
            number={number}
            outcome={outcome}
            values={entries.valuesOf(sample.id)}
            {...entries.shown}
            selected={sample.id === selected}
            {...place}
          />
        )}
      </RowList>
      <span className="visually-hidden" aria-live="polite">
        {entries.said}
      </span>
    </>
  );
}
