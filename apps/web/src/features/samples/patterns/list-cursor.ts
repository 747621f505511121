/** The cursor of the grouped list: on a row it is the selected entry, on a head the first entry of its group. */
import type { ListItem } from "../../../core/model/sample-patterns.ts";
import type { StoresPart } from "../../../core/page/app.ts";
import { selectEntry } from "../../../core/select/select-entry.ts";

/** Moves the list's cursor to a group or a row. On a group its first entry is the selected one. */
export function selectItem(app: StoresPart, item: ListItem): void {
  const isGroup = item.kind === "group";
  const first = isGroup ? item.group.rows[0] : item.row;
  if (first === undefined) return;
  const sampleId = first.sample.id;
  selectEntry(app, sampleId);
  if (isGroup) app.stores.patterns.setState({ cursor: { number: item.group.number, sampleId } });
}

/** Where the grouped list's cursor is; -1: nowhere. */
export function cursorIndex(
  items: readonly ListItem[],
  sampleId: number | null,
  cursor: { readonly number: number; readonly sampleId: number } | null,
): number {
  const onGroup = cursor !== null && cursor.sampleId === sampleId ? cursor.number : undefined;
  return items.findIndex((item) => {
    if (item.kind === "row") return item.row.sample.id === sampleId;
    const { number, isOpen, rows } = item.group;
    if (onGroup === number) return true;
    return !isOpen && rows.some(({ sample }) => sample.id === sampleId);
  });
}
