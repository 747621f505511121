/** The known name that a mistyped one probably means. */

/** Longer names are not compared: the time for it grows with the square. */
const MAX_LENGTH = 200;

/** The closest of `candidates` within two edits (one for names of up to four characters); undefined when none is. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const allowed = name.length <= 4 ? 1 : 2;
  let best: string | undefined;
  let bestDistance = allowed + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) > allowed) continue;
    const distance = editDistance(name, candidate, bestDistance);
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
  let previous = Array.from({ length: width + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length - start - after; i++) {
    const row = [i];
    for (let j = 1; j <= width; j++) {
      const replaced = previous[j - 1]! + (a[start + i - 1] === b[start + j - 1] ? 0 : 1);
      row.push(Math.min(previous[j]! + 1, row[j - 1]! + 1, replaced));
    }
    if (row.every((edits) => edits >= limit)) return limit;
    previous = row;
  }
  return Math.min(limit, previous[width]!);
}
