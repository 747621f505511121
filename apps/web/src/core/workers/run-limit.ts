/** A run is stopped after this many milliseconds, unless it was asked to have no limit. */
export const RUN_LIMIT = 5000;
