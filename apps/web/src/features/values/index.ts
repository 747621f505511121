/** What other features may use of this one. */
export { pointAtLine, pointInRow } from "./from-value.ts";
export { selectedPart, selectionAnchor, selectPart } from "./line-part.ts";
export { afterSelecting, PointedLine, usePointing } from "./pointed-line.tsx";
export { useContextMenu, ValueActions } from "./value-actions.tsx";
export { useValueMenu } from "./value-menu.tsx";
