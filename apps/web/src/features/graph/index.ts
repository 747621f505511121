/** What other features may use of this one. */

export { type GraphLayout, type GraphShape, layOut, type Point } from "../../core/model/graph/graph-layout.ts";
export { chooseShape, edgePath, NODE_SIZES, stepFrom, whyNotDrawn } from "./draw.ts";
export { stepOf, useFocusNode, useSight } from "./flow-keys.ts";
export { drawnAt, FLOW_SETTINGS } from "./flow-settings.ts";
