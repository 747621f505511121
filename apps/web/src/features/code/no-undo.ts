/**
 * Replaces the editor's undo service and remembers nothing: every change of the text is a transaction of the document,
 * whose single history also covers samples, labels and clock.
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
