/** Values that rows show instead of the line: a selection in one opens the menu of stages that can use it. */
import { type KeyboardEvent, type MouseEvent, type RefObject, useState } from "react";
import type { SampleRow } from "../../core/model/sample-rows.ts";
import { useApp, useReadOnly } from "../../core/page/app-context.ts";
import { afterSelecting, pointInRow, selectionAnchor, useValueMenu } from "../values/index.ts";

/** `list` has the rows, `row` is the selected one. A value's element has its name in `data-name`. */
export function useRowCells(list: RefObject<HTMLElement | null>, row: SampleRow | undefined) {
  const app = useApp();
  const openMenu = useValueMenu();
  const readOnly = useReadOnly();
  const [chosen, setChosen] = useState<{ readonly id: number; readonly name: string } | null>(null);
  const current = chosen !== null && chosen.id === row?.sample.id ? chosen.name : undefined;
  const cells = () => [
    ...(list.current?.querySelectorAll<HTMLElement>('[aria-selected="true"] [data-part=values] > [data-name]') ?? []),
  ];
  const point = async (cell: HTMLElement, sampleId: number) => {
    const anchor = selectionAnchor();
    const { name } = cell.dataset;
    if (readOnly || name === undefined || anchor === undefined || !isSelected(cell)) return;
    const pointed = await pointInRow(app, sampleId, name);
    if (pointed !== undefined) openMenu(pointed, anchor, list.current ?? undefined);
  };
  /** The next value of the selected row. */
  const take = (by: 1 | -1): HTMLElement | undefined => {
    const all = cells();
    const at = all.findIndex(({ dataset }) => dataset.name === current);
    const next = all[at < 0 ? (by === 1 ? 0 : all.length - 1) : at + by];
    if (next === undefined || row === undefined) return undefined;
    getSelection()?.selectAllChildren(next);
    setChosen({ id: row.sample.id, name: next.dataset.name! });
    return next;
  };
  return {
    /** The selection made with keys, for screen readers. */
    said:
      current === undefined
        ? ""
        : `${current} ${cells().find(({ dataset }) => dataset.name === current)?.textContent ?? ""}`,
    /** Handles the left and right arrows, and the menu keys, if the selected row shows values. */
    onKeyDown(event: KeyboardEvent): boolean {
      if (event.altKey || event.ctrlKey || event.metaKey || row === undefined || cells().length === 0) return false;
      if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
        const cell = cells().find(isSelected) ?? take(1);
        if (cell !== undefined) void point(cell, row.sample.id);
      } else if (!event.shiftKey && (event.key === "ArrowRight" || event.key === "ArrowLeft"))
        take(event.key === "ArrowRight" ? 1 : -1);
      else return false;
      event.preventDefault();
      return true;
    },
    /** A double click edits the entry. */
    onMouseDown(event: MouseEvent, target: Element | undefined, { sample }: SampleRow): void {
      const cell = target?.closest<HTMLElement>("[data-part=values] > [data-name]");
      if (cell != null && event.detail < 2) afterSelecting(event, () => void point(cell, sample.id));
    },
  };
}

function isSelected(cell: HTMLElement): boolean {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.rangeCount > 0 && selection.containsNode(cell, true);
}
