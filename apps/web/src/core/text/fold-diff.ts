/** The lines of two texts as they are shown: what differs with some lines around it, the rest folded. */
import type { DiffLine } from "@sluice/engine";

const CONTEXT = 3;
/** Lines that are drawn at once; a stretch that is longer is cut, and shown on demand. */
export const MAX_DRAWN = 1000;

export interface DiffPart {
  readonly kind: "shown" | "folded" | "cut";
  readonly lines: readonly DiffLine[];
}

export interface DiffCounts {
  readonly added: number;
  readonly removed: number;
}

export function countDiff(lines: readonly DiffLine[]): DiffCounts {
  let added = 0;
  let removed = 0;
  for (const { mark } of lines) {
    if (mark === "+") added++;
    else if (mark === "-") removed++;
  }
  return { added, removed };
}

/** Parts in reading order. One line between two changes is not worth folding. */
export function foldDiff(lines: readonly DiffLine[]): DiffPart[] {
  const isShown = new Uint8Array(lines.length);
  lines.forEach(({ mark }, i) => {
    if (mark !== " ") isShown.fill(1, Math.max(0, i - CONTEXT), i + CONTEXT + 1);
  });
  const parts: DiffPart[] = [];
  let drawn = 0;
  for (let from = 0; from < lines.length; ) {
    let to = from;
    while (to < lines.length && isShown[to] === isShown[from]) to++;
    const shown = isShown[from] === 1 || to - from === 1;
    const room = shown ? Math.max(0, MAX_DRAWN - drawn) : to - from;
    const stretch = lines.slice(from, from + Math.min(to - from, room));
    if (stretch.length > 0) parts.push({ kind: shown ? "shown" : "folded", lines: stretch });
    if (shown) drawn += stretch.length;
    if (shown && to - from > room) parts.push({ kind: "cut", lines: lines.slice(from + room) });
    if (shown && to - from > room) return parts;
    from = to;
  }
  return parts;
}
