/** The selected part of a shown line. */
import { joinParts, type ShownPart } from "./selected-part.ts";

/** Selected offsets in the line whose parts are in `box`, each with its place in `data-from`; undefined if none are. */
export function selectedPart(box: Element): { readonly start: number; readonly end: number } | undefined {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  if (!range.intersectsNode(box)) return undefined;
  const parts = [...box.querySelectorAll<HTMLElement>("[data-from]")]
    .filter((part) => range.intersectsNode(part))
    .map((part): ShownPart => {
      const text = part.firstChild;
      const shown = text?.textContent?.length ?? 0;
      const { from, length } = part.dataset;
      return {
        from: Number(from),
        length: length === undefined ? shown : Number(length),
        start: range.startContainer === text ? range.startOffset : 0,
        end: range.endContainer === text ? range.endOffset : range.comparePoint(part, 0) > 0 ? 0 : shown,
      };
    });
  return joinParts(parts);
}

/** Selects `start` to `end` of the line whose parts are in `box`, as far as they are shown. */
export function selectPart(box: Element, { start, end }: { readonly start: number; readonly end: number }): boolean {
  const parts = [...box.querySelectorAll<HTMLElement>("[data-from]")].map((part) => ({
    text: part.firstChild,
    from: Number(part.dataset.from),
    length: part.firstChild?.textContent?.length ?? 0,
  }));
  const first = parts.find(({ from, length }) => from <= start && start < from + length);
  const last = parts.find(({ from, length }) => from < end && end <= from + length);
  if (first?.text == null || last?.text == null) return false;
  getSelection()?.setBaseAndExtent(first.text, start - first.from, last.text, end - last.from);
  return true;
}

/** The position of the selection, for a menu next to it. */
export function selectionAnchor(): { getBoundingClientRect: () => DOMRect } | undefined {
  const selection = getSelection();
  if (selection === null || selection.rangeCount === 0) return undefined;
  const rect = selection.getRangeAt(0).getBoundingClientRect();
  return { getBoundingClientRect: () => rect };
}
