/** Two texts compared line by line, as `diff -u` shows it. */

/** Maximum number of different lines for a shortest diff; beyond it, all of them are replaced. */
const MAX_DIFFERENT = 1000;
const CONTEXT = 3;

export interface LineDiff {
  readonly added: number;
  readonly removed: number;
  /** Empty where both are the same. */
  readonly text: string;
}

/** A line of one of the texts, or of both. */
export interface DiffLine {
  readonly mark: " " | "+" | "-";
  readonly text: string;
  /** Places, from 0, in both texts. */
  readonly a: number;
  readonly b: number;
}

/** All lines of both texts, in reading order. */
export const compareLines = (before: string, after: string): DiffLine[] =>
  compareLists(linesOf(before), linesOf(after));

export function diffLines(before: string, after: string): LineDiff {
  const lines = compareLines(before, after);
  const changed = lines.flatMap(({ mark }, i) => (mark === " " ? [] : [i]));
  const hunks: [number, number][] = [];
  for (const i of changed) {
    const last = hunks.at(-1);
    const [from, to] = [Math.max(0, i - CONTEXT), Math.min(lines.length, i + CONTEXT + 1)];
    if (last !== undefined && from <= last[1]) last[1] = to;
    else hunks.push([from, to]);
  }
  const text = hunks.map(([from, to]) => hunkText(lines.slice(from, to))).join("");
  const count = (wanted: DiffLine["mark"]) => lines.filter(({ mark }) => mark === wanted).length;
  return { added: count("+"), removed: count("-"), text };
}

const linesOf = (text: string): string[] => {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
};

function hunkText(lines: readonly DiffLine[]): string {
  const first = lines[0]!;
  const inA = lines.filter(({ mark }) => mark !== "+").length;
  const inB = lines.filter(({ mark }) => mark !== "-").length;
  const range = (start: number, length: number) => `${length === 0 ? start : start + 1},${length}`;
  const head = `@@ -${range(first.a, inA)} +${range(first.b, inB)} @@\n`;
  return head + lines.map(({ mark, text }) => `${mark}${text}\n`).join("");
}

/** The same of any two lists of texts. */
export function compareLists(a: readonly string[], b: readonly string[]): DiffLine[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const marks = [
    ..." ".repeat(start),
    ...shortestWay(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ..." ".repeat(end),
  ] as DiffLine["mark"][];
  let [x, y] = [0, 0];
  return marks.map((mark) => {
    const line = { mark, text: mark === "+" ? b[y]! : a[x]!, a: x, b: y };
    if (mark !== "+") x++;
    if (mark !== "-") y++;
    return line;
  });
}

/** Myers' greedy algorithm: the fewest lines removed and added that turn `a` into `b`. */
function shortestWay(a: readonly string[], b: readonly string[]): string {
  const all = () => "-".repeat(a.length) + "+".repeat(b.length);
  const most = Math.min(a.length + b.length, MAX_DIFFERENT);
  /** By the number of differences: how far in `a` each diagonal reached. */
  const reached: Int32Array[] = [];
  for (let d = 0; d <= most; d++) {
    const now = new Int32Array(2 * d + 1);
    const last = reached[d - 1];
    /** Reach of diagonal `k`, one difference earlier; -1 where it did not exist. */
    const before = (k: number) => (last === undefined || Math.abs(k) > d - 1 ? -1 : last[k + d - 1]!);
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && before(k - 1) < before(k + 1));
      let x = d === 0 ? 0 : down ? before(k + 1) : before(k - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      now[k + d] = x;
      if (x >= a.length && x - k >= b.length) return wayBack([...reached, now], a.length, b.length);
    }
    reached.push(now);
  }
  return all();
}

function wayBack(reached: readonly Int32Array[], length: number, other: number): string {
  const marks: string[] = [];
  let [x, y] = [length, other];
  for (let d = reached.length - 1; d > 0; d--) {
    const last = reached[d - 1]!;
    const before = (k: number) => (Math.abs(k) > d - 1 ? -1 : last[k + d - 1]!);
    const k = x - y;
    const down = k === -d || (k !== d && before(k - 1) < before(k + 1));
    const fromX = down ? before(k + 1) : before(k - 1);
    const fromY = fromX - (down ? k + 1 : k - 1);
    const [toX, toY] = down ? [fromX, fromY + 1] : [fromX + 1, fromY];
    marks.push(" ".repeat(x - toX), down ? "+" : "-");
    [x, y] = [fromX, fromY];
    if (toY < 0) break;
  }
  marks.push(" ".repeat(x));
  return marks.reverse().join("");
}
