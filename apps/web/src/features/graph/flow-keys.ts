/** The keys that move between components in a graph, and the panning that keeps the focused one in sight. */
import { useReactFlow, useStoreApi } from "@xyflow/react";
import type { KeyboardEvent, RefObject } from "react";
import { type GraphStep, NODE_SIZES } from "./draw.ts";

const STEPS: Readonly<Record<string, GraphStep>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "first",
  End: "last",
};

/** Where a key leads from the focused component; undefined: not one of these keys, or the focus is elsewhere. */
export function stepOf({ key, target, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): GraphStep | undefined {
  const isOnNode = target instanceof HTMLElement && target.matches("[data-component]");
  return isOnNode && !altKey && !ctrlKey && !metaKey && !shiftKey ? STEPS[key] : undefined;
}

/** Pans until a component is fully in sight. */
export function useSight(): (id: string) => void {
  const flow = useReactFlow();
  const store = useStoreApi();
  return (id) => {
    const at = flow.getNode(id)?.position;
    if (at === undefined) return;
    const { width, height } = store.getState();
    const { x, y, zoom } = flow.getViewport();
    const [left, top] = [at.x * zoom + x, at.y * zoom + y];
    const fits =
      left >= 0 && top >= 0 && left + NODE_SIZES.width * zoom <= width && top + NODE_SIZES.height * zoom <= height;
    if (!fits) void flow.setCenter(at.x + NODE_SIZES.width / 2, at.y + NODE_SIZES.height / 2, { zoom });
  };
}

/** Puts the focus on a component and pans to it. Whether it exists, so that it can take the focus. */
export function useFocusNode(box: RefObject<HTMLElement | null>): (id: string | undefined) => boolean {
  const bringIntoSight = useSight();
  return (id) => {
    const button = box.current?.querySelector<HTMLElement>(`[data-component=${JSON.stringify(id ?? "")}]`);
    if (id === undefined || button == null) return false;
    // The library prevents the browser from scrolling.
    button.focus({ preventScroll: true });
    const found = button === document.activeElement;
    if (found) bringIntoSight(id);
    return found;
  };
}
