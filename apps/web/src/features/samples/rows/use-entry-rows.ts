/** What lists of samples have in common: what their rows show, and selections in them that open the menu of values. */
import type { ValuePlace } from "@sluice/engine";
import { type KeyboardEvent, type MouseEvent, type RefObject, useMemo } from "react";
import type { RowValues } from "../../../core/model/run.ts";
import type { SampleRow } from "../../../core/model/sample-rows.ts";
import { useApp, useAppState } from "../../../core/page/app-context.ts";
import { useDerived } from "../../../core/page/use-derived.ts";
import { afterSelecting, usePointing } from "../../values/index.ts";
import { commonParts } from "../common-parts.ts";
import { editEntry } from "../edit-entry.ts";
import { useRowCells } from "../row-cells.ts";
import { useShownRowNames } from "../row-values.tsx";
import { useRowWords } from "./row-words.ts";

/** `row` is the selected one, if the list shows it. */
export function useEntryRows(box: RefObject<HTMLDivElement | null>, row: SampleRow | undefined) {
  const app = useApp();
  const samples = useAppState("document", (state) => state.samples);
  const context = useDerived("runContext");
  const common = useMemo(() => commonParts(samples.map(({ line }) => line)), [samples]);
  const names = useShownRowNames();
  const values = useAppState("preview", (state) => state.values);
  const columns = useMemo(() => columnsOf(names, values), [names, values]);
  const first = useDerived("pipeline")?.stages[0];
  const place = useMemo(
    (): ValuePlace => (first === undefined ? { side: "end" } : { side: "before", path: first.path }),
    [first],
  );
  const pointing = usePointing();
  const point = (line: Element, { sample }: SampleRow) => pointing(line, sample.line, place, box.current!);
  const words = useRowWords(box, row);
  const cells = useRowCells(box, row);
  return {
    /** What each row is given. */
    shown: { context, common, columns, names },
    valuesOf: (id: number) => (columns === undefined ? undefined : values?.values.get(id)),
    /** A part of the selected row is selected with keys. */
    isInRow: cells.said !== "" || words.said !== "",
    /** That part, for screen readers. */
    said: cells.said === "" ? words.said : cells.said,
    onKey(event: KeyboardEvent): boolean {
      if (cells.onKeyDown(event) || words.onKeyDown(event)) return true;
      if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
        const line = words.select();
        if (line !== undefined && row !== undefined) point(line, row);
      } else if (event.key === "Enter" && !event.shiftKey && row !== undefined) editEntry(app, row.sample.id);
      else return false;
      event.preventDefault();
      return true;
    },
    onMouseDown(event: MouseEvent, target: Element | undefined, at: SampleRow | undefined): void {
      if (at === undefined) return;
      const line = target?.closest("[data-part=line]") ?? undefined;
      cells.onMouseDown(event, target, at);
      // A double click edits the entry.
      if (line !== undefined && event.detail < 2) afterSelecting(event, () => point(line, at));
    },
  };
}

/** Column widths for the shown values; undefined until they are known, or if none are chosen. */
function columnsOf(names: readonly string[], values: RowValues | null): readonly string[] | undefined {
  if (values === null || names.length === 0 || names.join("\n") !== values.names.join("\n")) return undefined;
  const rows = [...values.values.values()];
  return names.map((_, i) => {
    if (i === names.length - 1) return "auto";
    const longest = rows.reduce((most, row) => Math.max(most, row[i]?.length ?? 0), 1);
    return `${Math.min(longest, 14)}ch`;
  });
}
