/** Why a document cannot be edited, in sentences that several edits say. */

export const NOT_PARSED = "The configuration does not parse. Fix it in the code first, or undo the last change.";
export const STAGE_GONE = "The stage is no longer there.";
