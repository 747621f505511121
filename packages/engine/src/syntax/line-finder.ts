/**
 * Line numbers of offsets, without columns. `LineIndex` measures the line in bytes at each look-up; parser and printer
 * ask for the line of nearly every token, which on one huge line would take quadratic time.
 */
export interface LineFinder {
  /** The line, from 1, that `offset` is on. */
  lineAt(offset: number): number;
}

/** Finds lines in `text`. Look-ups near the one before are free. */
export function createLineFinder(text: string): LineFinder {
  const starts = [0];
  for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) starts.push(i + 1);
  return createLineFinderFrom(starts);
}

/** Finds lines by the offsets at which they start, in whatever unit these are. */
export function createLineFinderFrom(starts: readonly number[]): LineFinder {
  let last = 0;
  const holds = (line: number, offset: number): boolean =>
    starts[line]! <= offset && (line + 1 >= starts.length || offset < starts[line + 1]!);
  return {
    lineAt(offset) {
      if (holds(last, offset)) return last + 1;
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (starts[middle]! <= offset) low = middle;
        else high = middle - 1;
      }
      last = low;
      return low + 1;
    },
  };
}
