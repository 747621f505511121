/**
 * The editor keeps no undo stack of its own: every change of its text is a transaction of the document, whose one history
 * also has samples, labels and clock. This stands in the place of the editor's service and remembers nothing.
 */
export const noUndo = {
  pushElement: () => {},
  getLastElement: () => null,
  getElements: () => ({ past: [], future: [] }),
  hasElements: () => false,
  setElementsValidFlag: () => {},
  removeElements: () => {},
  createSnapshot: (resource: unknown) => ({ resource, elements: [] }),
  restoreSnapshot: () => {},
  canUndo: () => false,
  canRedo: () => false,
  undo: () => {},
  redo: () => {},
  getUriComparisonKey: (resource: { toString(): string }) => resource.toString(),
  registerUriComparisonKeyComputer: () => ({ dispose: () => {} }),
};
