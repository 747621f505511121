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
    const distance = editDistance(name, candidate);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      row.push(Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    previous = row;
  }
  return previous[b.length]!;
}
