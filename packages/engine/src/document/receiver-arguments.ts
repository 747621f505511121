/** The arguments that name receivers. */

/** Of all components that forward. */
export const FORWARD_TO = "forward_to";
/** Of those that pass on what they could not deliver. */
export const REJECTED_TO = "rejected_to";
