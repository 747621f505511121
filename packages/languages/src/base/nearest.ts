/** The known name that a mistyped one probably means. */

/** Longer names are not compared: the time for it grows with the square. */
const MAX_LENGTH = 200;

/**
 * The closest of `candidates` within two edits (one for names of two to four characters, none below), where two neighbours that are swapped
 * are one edit; undefined when none is. Capitals count for less than any other edit: `toupper` means `ToUpper`.
 */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const allowed = name.length > 4 ? 2 : name.length > 1 ? 1 : 0;
  const folded = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = allowed + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) > allowed) continue;
    // The same but for capitals is nearer than one edit, whatever their number.
    const capitals = candidate !== name && candidate.toLowerCase() === folded;
    const distance = capitals ? 0.5 : editDistance(name, candidate, bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** `limit` where there are as many edits or more: then the rest is not compared. */
function editDistance(a: string, b: string, limit: number): number {
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  let after = 0;
  while (after < Math.min(a.length, b.length) - start && a.at(-1 - after) === b.at(-1 - after)) after++;
  const width = b.length - start - after;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: width + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length - start - after; i++) {
    const row = [i];
    for (let j = 1; j <= width; j++) {
      const [from, to] = [start + i - 1, start + j - 1];
      const replaced = previous[j - 1]! + (a[from] === b[to] ? 0 : 1);
      const swaps = i > 1 && j > 1 && a[from] === b[to - 1] && a[from - 1] === b[to];
      const swapped = swaps ? beforePrevious[j - 2]! + 1 : limit;
      row.push(Math.min(previous[j]! + 1, row[j - 1]! + 1, replaced, swapped));
    }
    // A swap reaches back two rows.
    if ([...previous, ...row].every((edits) => edits >= limit)) return limit;
    beforePrevious = previous;
    previous = row;
  }
  return Math.min(limit, previous[width]!);
}
