/** The lines that are looked at: all of a short log, stretches from the whole of a long one. */
import { addTo } from "../base/add-to.ts";
import { secretHints } from "../sensitive/index.ts";

export interface TakenLine {
  readonly line: string;
  /** Among those that were given. */
  readonly index: number;
}

/** Lines and characters at most. */
const MAX_LINES = 1000;
const MAX_LENGTH = 2 ** 21;
const STRETCHES = 8;

/** Blank lines are no entries. */
export function takeLines(lines: readonly string[]): TakenLine[] {
  const length = lines.reduce((sum, line) => sum + line.length, 0);
  const stretches = lines.length <= MAX_LINES && length <= MAX_LENGTH ? 1 : STRETCHES;
  const size = Math.min(MAX_LINES, lines.length) / stretches;
  return Array.from({ length: stretches }, (_, i) => {
    const from = stretches === 1 ? 0 : Math.floor((i * (lines.length - size)) / (stretches - 1));
    return stretch(lines, from, Math.min(lines.length, Math.floor(from + size)), MAX_LENGTH / stretches);
  }).flat();
}

function stretch(lines: readonly string[], from: number, to: number, most: number): TakenLine[] {
  const taken: TakenLine[] = [];
  let length = 0;
  for (let index = from; index < to && length < most; index++) {
    const line = lines[index]!;
    if (line.trim() === "") continue;
    length += line.length;
    taken.push({ line: line.endsWith("\r") ? line.slice(0, -1) : line, index });
  }
  return taken;
}

const MAX_SUSPICIOUS = 1000;
const MAX_LINE = 16_384;

/**
 * Lines of a long log that are not looked at otherwise, and may hold something secret: of each kind of hint some, so that a form
 * that all lines have does not hide the others.
 */
export function suspiciousLines(lines: readonly string[], taken: readonly TakenLine[]): string[] {
  const known = new Set(taken.map(({ index }) => index));
  const byHint = new Map<string, number[]>();
  for (const [index, line] of lines.entries()) {
    if (known.has(index) || line.length >= MAX_LINE) continue;
    const hints = [...secretHints(line), ...(line.includes("@") ? ["@"] : [])].join(" ");
    if (hints !== "" && (byHint.get(hints)?.length ?? 0) < MAX_SUSPICIOUS) addTo(byHint, hints, index);
  }
  const found: number[] = [];
  let length = 0;
  for (let turn = 0; turn < MAX_SUSPICIOUS; turn++) {
    for (const indexes of byHint.values()) {
      const index = indexes[turn];
      if (index === undefined) continue;
      if (found.length === MAX_SUSPICIOUS || length > MAX_LENGTH) return inOrder(lines, found);
      length += lines[index]!.length;
      found.push(index);
    }
  }
  return inOrder(lines, found);
}

const inOrder = (lines: readonly string[], found: readonly number[]): string[] =>
  [...found].sort((a, b) => a - b).map((index) => lines[index]!);
