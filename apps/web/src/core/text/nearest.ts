/** Selects the nearest row when a list no longer shows the selected one. */

/** The row at `place`, or the next one after it, or the last; `rows` are in the order of their places. */
export const nearest = <T>(rows: readonly T[], place: number, placeOf: (row: T) => number): T | undefined =>
  rows.find((row) => placeOf(row) >= place) ?? rows.at(-1);
