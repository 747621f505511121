/** Settings of the graph library: mouse and key handling that the page does itself is off. */
import type { ReactFlowProps } from "@xyflow/react";
import type { Point } from "../../core/model/graph/graph-layout.ts";
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

/** The library's own labels are left out: the buttons inside have names. */
export const drawnAt = (position: Point) => ({
  position,
  width: NODE_SIZES.width,
  height: NODE_SIZES.height,
  domAttributes: { "aria-roledescription": undefined },
});
