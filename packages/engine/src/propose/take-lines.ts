/** The lines that are looked at: all of a short log, stretches from the whole of a long one. */

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

/** What lines with something secret have somewhere. */
const SUSPICIOUS =
  /pass|pwd|secret|token|key|auth|bearer|cookie|sess|@|:\/\/[^\s/]{0,80}:|eyJ|-----BEGIN|\d{4}[ -]?\d{4}[ -]?\d{4}|AKIA|[A-Z]{2}\d{2} ?[A-Z\d]{4}/i;
const MAX_SUSPICIOUS = 1000;

/** Lines of a long log that are not looked at otherwise, and may hold something secret. */
export function suspiciousLines(lines: readonly string[], taken: readonly TakenLine[]): string[] {
  const known = new Set(taken.map(({ index }) => index));
  const found: string[] = [];
  let length = 0;
  for (const [index, line] of lines.entries()) {
    if (found.length === MAX_SUSPICIOUS || length > MAX_LENGTH) break;
    if (known.has(index) || line.length >= 16_384 || !SUSPICIOUS.test(line)) continue;
    length += line.length;
    found.push(line);
  }
  return found;
}
