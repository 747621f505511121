/** Selects words of a row with keys, as the mouse does. */
import { type KeyboardEvent, type RefObject, useState } from "react";
import type { SampleRow } from "../../../core/model/sample-rows.ts";
import { type LineSpan, wordFrom } from "../../../core/text/line-words.ts";
import { selectedPart, selectPart } from "../../values/index.ts";

/** Characters of a line that are looked through for the next visible word; left-out words are skipped. */
const LOOKED_THROUGH = 2000;

/**
 * Moves through the words of the selected row with the left and right arrows, which select them as the mouse does.
 */
export function useRowWords(list: RefObject<HTMLElement | null>, row: SampleRow | undefined) {
  const [word, setWord] = useState<{ readonly id: number; readonly span: LineSpan } | null>(null);
  const line = () => list.current?.querySelector('[aria-selected="true"] [data-part=line]:not([hidden])') ?? undefined;
  const current = word !== null && word.id === row?.sample.id ? word.span : undefined;
  /** The next visible word. */
  const take = (by: 1 | -1): boolean => {
    const box = line();
    if (row === undefined || box === undefined) return false;
    const text = row.sample.line.slice(0, LOOKED_THROUGH);
    let span = wordFrom(text, current, by);
    while (span !== undefined && !selectPart(box, span)) span = wordFrom(text, span, by);
    if (span === undefined) return false;
    setWord({ id: row.sample.id, span });
    return true;
  };
  return {
    /** The selection made with keys, for screen readers. */
    said: current === undefined ? "" : row!.sample.line.slice(current.start, current.end),
    /** Selects a word, or keeps the selection; returns its line. */
    select(): Element | undefined {
      const box = line();
      return box === undefined || selectedPart(box) !== undefined || take(1) ? box : undefined;
    },
    onKeyDown(event: KeyboardEvent): boolean {
      const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : undefined;
      if (by === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
      take(by);
      event.preventDefault();
      return true;
    },
  };
}
