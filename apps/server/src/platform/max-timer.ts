/** The longest that a timer of the platform waits; a longer one is over at once. Milliseconds. */
export const MAX_TIMER = 2 ** 31 - 1;
