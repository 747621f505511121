/**
 * The flame graph: a canvas of the visible size that stays in place while its rows scroll. For keys and screen readers
 * it is one control: arrows move from frame to frame, and a sentence describes the focused one.
 */
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { type FlameView, type FrameBox, layOut, rowCount, stepFrame } from "../reading/flame-layout.ts";
import { type Painted, paint, ROW, readPalette } from "./flame-paint.ts";
import * as css from "./profiles.module.css";

interface FlameGraphProps extends Painted {
  readonly totals: Float64Array;
  readonly label: string;
  readonly theme: "light" | "dark";
  onFocus(node: number): void;
  onZoom(node: number): void;
  onZoomOut(): void;
  /** Undefined: none. */
  onHover(node: number | undefined): void;
}

/** The visible size and the scroll position. */
interface Seen {
  readonly width: number;
  readonly height: number;
  readonly top: number;
}

export function FlameGraph(props: FlameGraphProps) {
  const { tree, totals, zoomed, focused, label, theme, onFocus, onZoom, onZoomOut, onHover } = props;
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const seen = useSeen(host);
  const rows = useMemo(() => rowCount({ tree, zoomed }), [tree, zoomed]);
  const view: FlameView = useMemo(
    () => ({ tree, totals, zoomed, width: seen.width }),
    [tree, totals, zoomed, seen.width],
  );
  const boxes = useMemo(
    () => layOut(view, Math.floor(seen.top / ROW), Math.ceil((seen.top + seen.height) / ROW)),
    [view, seen.top, seen.height],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: tokens follow the theme; the fonts of texts are not React's
  useEffect(() => {
    if (seen.width > 0) draw(canvas.current!, boxes, seen, props);
  }, [boxes, seen, theme, props.found, props.compared, focused]);

  // Keep the focused frame in sight.
  useEffect(() => scrollToFrame(host.current!, tree.depths[focused]! * ROW), [tree, focused]);

  const boxAt = (event: MouseEvent): FrameBox | undefined => {
    const { left, top } = canvas.current!.getBoundingClientRect();
    const x = event.clientX - left;
    const row = Math.floor((event.clientY - top + seen.top) / ROW);
    return boxes.find((box) => box.row === row && x >= box.x && x < box.x + box.width);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") onZoom(focused);
    else if (event.key === "Escape") {
      if (zoomed === 0) return;
      onZoomOut();
    } else if (event.key.startsWith("Arrow") || event.key === "Home") onFocus(stepFrame(view, focused, event.key));
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={host}
      className={css.flame}
      style={{ height: rows * ROW }}
      role="application"
      aria-roledescription="flame graph"
      aria-label={label}
      aria-describedby="flame-frame"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it has keys of its own
      tabIndex={0}
      onKeyDown={onKeyDown}
      onMouseMove={(event) => onHover(boxAt(event)?.node)}
      onMouseLeave={() => onHover(undefined)}
      onClick={(event) => {
        const box = boxAt(event);
        if (box === undefined) return;
        onFocus(box.node);
        onZoom(box.node);
      }}
    >
      <div style={{ height: rows * ROW }}>
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a canvas has no focus; the control around it has */}
        <canvas ref={canvas} aria-hidden="true" style={{ width: seen.width, height: seen.height }} />
      </div>
    </div>
  );
}

function useSeen(host: RefObject<HTMLElement | null>): Seen {
  const [seen, setSeen] = useState<Seen>({ width: 0, height: 0, top: 0 });
  useEffect(() => {
    const element = host.current!;
    const look = () => setSeen({ width: element.clientWidth, height: element.clientHeight, top: element.scrollTop });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [host]);
  return seen;
}

/** Draws one canvas pixel for each of the screen. */
function draw(canvas: HTMLCanvasElement, boxes: readonly FrameBox[], seen: Seen, painted: Painted): void {
  const context = canvas.getContext("2d");
  if (context === null) return;
  const ratio = devicePixelRatio || 1;
  canvas.width = Math.round(seen.width * ratio);
  canvas.height = Math.round(seen.height * ratio);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  paint(context, boxes, seen.top, painted, readPalette(canvas));
}

function scrollToFrame(host: HTMLElement, at: number): void {
  if (at < host.scrollTop) host.scrollTop = at;
  else if (at + ROW > host.scrollTop + host.clientHeight) host.scrollTop = at + ROW - host.clientHeight;
}
