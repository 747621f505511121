/** How long a run may take, unless it was asked to have no limit: a pattern can be slow without end, and many samples are not. */

/** Milliseconds that each run may take. */
export const RUN_LIMIT = 5000;
/** Milliseconds for a sample, where there are many. */
const EACH = 0.4;

/** Milliseconds after which a run of so many samples is stopped. */
export const runLimit = (samples: number): number => Math.max(RUN_LIMIT, Math.round(samples * EACH));
