/** Reasons why a document cannot be edited, shared by several edits. */

export const NOT_PARSED = "The configuration does not parse. Fix it in the code first, or undo the last change.";
export const STAGE_GONE = "The stage is no longer there.";
