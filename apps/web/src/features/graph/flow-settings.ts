/** How graphs of components are drawn by the library: what the page does by itself, with the mouse and by keys, is off. */
import type { ReactFlowProps } from "@xyflow/react";
import type { Point } from "../../core/model/graph-layout.ts";
import { NODE_SIZES } from "./draw.ts";

export const FLOW_SETTINGS = {
  fitView: true,
  minZoom: 0.2,
  maxZoom: 2,
  nodesDraggable: false,
  nodesFocusable: false,
  edgesFocusable: false,
  elementsSelectable: false,
  disableKeyboardA11y: true,
  deleteKeyCode: null,
  selectionKeyCode: null,
  multiSelectionKeyCode: null,
  panActivationKeyCode: null,
  zoomOnDoubleClick: false,
  proOptions: { hideAttribution: true },
} satisfies ReactFlowProps;

/** The library's own names of parts are left out: the buttons inside say what they are. */
export const drawnAt = (position: Point) => ({
  position,
  width: NODE_SIZES.width,
  height: NODE_SIZES.height,
  domAttributes: { "aria-roledescription": undefined },
});
