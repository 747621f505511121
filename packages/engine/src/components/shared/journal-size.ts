/** Bytes: less would not hold one push of the largest size and what waits beside it. */
export const MIN_JOURNAL_SIZE = 16 * 1024 * 1024;
