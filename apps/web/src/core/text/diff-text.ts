/** Word-level differences of two texts, for marking what a stage changed in a line. */

export interface TextPart {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** Words, runs of blanks, and single other characters. */
const WORDS = /[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu;
/** Pairs of words compared at most; texts that need more are shown as wholly replaced between their common ends. */
const MAX_CELLS = 1_000_000;

/** Whether marks in one text say it better than two texts below each other: at least half of the longer one stayed. */
export function isAlike(parts: readonly TextPart[]): boolean {
  const size = { same: 0, removed: 0, added: 0 };
  for (const { kind, text } of parts) size[kind] += text.length;
  return size.same >= (size.same + Math.max(size.removed, size.added)) / 2;
}

/** Parts of `before` (same, removed) and `after` (same, added) in reading order. */
export function diffText(before: string, after: string): TextPart[] {
  if (before === after) return before === "" ? [] : [{ kind: "same", text: before }];
  const around = diffAround(before, after);
  if (around !== undefined) return around;
  const a = before.match(WORDS) ?? [];
  const b = after.match(WORDS) ?? [];
  let front = 0;
  while (front < a.length && front < b.length && a[front] === b[front]) front++;
  let back = 0;
  while (back < a.length - front && back < b.length - front && a[a.length - 1 - back] === b[b.length - 1 - back])
    back++;
  const parts = new Parts();
  for (const word of a.slice(0, front)) parts.add("same", word);
  diffMiddle(a.slice(front, a.length - back), b.slice(front, b.length - back), parts);
  for (const word of a.slice(a.length - back)) parts.add("same", word);
  return joinReplaced(parts.list);
}

/** Signs and blanks at the most; a word between two changes is worth keeping, since it is often a name. */
const BETWEEN = /^[^\p{L}\p{N}_]{1,3}$/u;

/**
 * Times, addresses and phrases read as one: where two replacements have only a sign or a blank between them, they become
 * one (`08:00` was replaced by `09:30`, not 08 by 09 and 00 by 30).
 */
function joinReplaced(parts: readonly TextPart[]): TextPart[] {
  const joined: TextPart[] = [];
  for (let i = 0; i < parts.length; i++) {
    const [removed, added] = [joined.at(-2), joined.at(-1)];
    const [between, nextRemoved, nextAdded] = parts.slice(i, i + 3);
    if (
      removed?.kind === "removed" &&
      added?.kind === "added" &&
      between?.kind === "same" &&
      BETWEEN.test(between.text) &&
      nextRemoved?.kind === "removed" &&
      nextAdded?.kind === "added"
    ) {
      joined.splice(
        -2,
        2,
        { kind: "removed", text: removed.text + between.text + nextRemoved.text },
        { kind: "added", text: added.text + between.text + nextAdded.text },
      );
      i += 2;
    } else joined.push(between!);
  }
  return joined;
}

/**
 * Where one text stands whole in the other, as what a stage takes out of a line, that is what stayed: times of the same
 * day before and in it would be taken for each other.
 */
function diffAround(before: string, after: string): TextPart[] | undefined {
  const [long, short, kind] =
    before.length > after.length ? ([before, after, "removed"] as const) : ([after, before, "added"] as const);
  if (short === "" || long.startsWith(short)) return undefined;
  const at = long.lastIndexOf(short);
  if (at < 0) return undefined;
  const end = at + short.length;
  return [
    { kind, text: long.slice(0, at) },
    { kind: "same", text: short },
    ...(end < long.length ? [{ kind, text: long.slice(end) }] : []),
  ];
}

/** Collects parts, joining neighbours of one kind. */
class Parts {
  readonly list: { kind: TextPart["kind"]; text: string }[] = [];

  add(kind: TextPart["kind"], text: string): void {
    const last = this.list.at(-1);
    if (last?.kind === kind) last.text += text;
    else this.list.push({ kind, text });
  }
}

function diffMiddle(a: readonly string[], b: readonly string[], parts: Parts): void {
  if (a.length * b.length > MAX_CELLS || a.length === 0 || b.length === 0) {
    if (a.length > 0) parts.add("removed", a.join(""));
    if (b.length > 0) parts.add("added", b.join(""));
    return;
  }
  const lengths = longestCommon(a, b);
  const width = b.length + 1;
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      parts.add("same", a[i]!);
      i++;
      j++;
    } else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) parts.add("removed", a[i++]!);
    else parts.add("added", b[j++]!);
  }
  while (i < a.length) parts.add("removed", a[i++]!);
  while (j < b.length) parts.add("added", b[j++]!);
}

/** For each pair of places the length of the longest common subsequence after them. */
function longestCommon(a: readonly string[], b: readonly string[]): Uint32Array {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
    }
  }
  return lengths;
}
