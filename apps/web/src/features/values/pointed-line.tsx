/** A line with selectable parts: a selection opens the menu of stages that can use it. */
import type { ValuePlace } from "@sluice/engine";
import { type MouseEvent, type ReactNode, useRef } from "react";
import { useReadOnly } from "../../core/page/app-context.ts";
import * as readingCss from "../../ui/reading.module.css";
import { selectedPart, selectionAnchor } from "./line-part.ts";
import { useValueMenu } from "./value-menu.tsx";

interface PointedLineProps {
  readonly line: string;
  /** The line's place in the pipeline; undefined: no stages can use it. */
  readonly place: ValuePlace | undefined;
  readonly className?: string | undefined;
  /** Its parts, with `data-from`. */
  readonly children: ReactNode;
}

/** Opens the menu for the selection in `box`, which shows `line`. False: nothing is selected. */
export function usePointing(): (box: Element, line: string, place: ValuePlace, returnTo?: HTMLElement) => boolean {
  const openMenu = useValueMenu();
  const readOnly = useReadOnly();
  return (box, line, place, returnTo) => {
    if (readOnly) return false;
    const part = selectedPart(box);
    const anchor = selectionAnchor();
    if (part === undefined || anchor === undefined) return false;
    openMenu({ selected: { kind: "line", selection: { line, ...part } }, place }, anchor, returnTo);
    return true;
  };
}

/** Calls `point` when the selection that begins with this press of the mouse has ended. */
export function afterSelecting(event: MouseEvent, point: () => void): void {
  if (event.button !== 0) return;
  // It may end outside, and a click on the selection clears it only after this event.
  document.addEventListener("mouseup", () => requestAnimationFrame(point), { once: true });
}

export function PointedLine({ line, place, className = "", children }: PointedLineProps) {
  const box = useRef<HTMLPreElement>(null);
  const openMenu = usePointing();
  const point = () => {
    if (box.current !== null && place !== undefined) openMenu(box.current, line, place);
  };
  return (
    <pre
      ref={box}
      className={`${readingCss.logBox} ${className}`.trim()}
      onMouseDown={place === undefined ? undefined : (event) => afterSelecting(event, point)}
    >
      {children}
    </pre>
  );
}
