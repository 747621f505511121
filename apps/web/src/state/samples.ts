/**
 * Sample entries. An entry keeps its id while the list is edited as text, so that the selection (and what is set on a
 * single entry) survives typing.
 */

export interface SampleEntry {
  /** Unique within the document and never used again. */
  readonly id: number;
  readonly line: string;
  /** Own labels, over the common ones. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** RFC 3339; without it the entry carries the time at which it is sent. */
  readonly timestamp?: string | undefined;
}

/** Entries at most; what is beyond is refused with a message. */
export const MAX_SAMPLES = 10_000;
/** UTF-16 units of all lines together at most. */
export const MAX_SAMPLE_TEXT = 4_000_000;

/** One line for each entry. */
export function samplesToText(samples: readonly SampleEntry[]): string {
  return samples.map((sample) => sample.line).join("\n");
}

/** The lines of a text; one line end at the very end adds none. */
export function splitLines(text: string): string[] {
  if (text === "") return [];
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

export interface LimitedLines {
  readonly lines: readonly string[];
  /** Lines that were left out because a limit was reached. */
  readonly refused: number;
}

/** As many of `lines` as the limits allow behind `existing` entries. */
export function limitLines(lines: readonly string[], existing: readonly SampleEntry[]): LimitedLines {
  let room = MAX_SAMPLE_TEXT - existing.reduce((sum, sample) => sum + sample.line.length, 0);
  const most = Math.max(0, MAX_SAMPLES - existing.length);
  let taken = 0;
  while (taken < lines.length && taken < most && lines[taken]!.length <= room) room -= lines[taken++]!.length;
  return { lines: lines.slice(0, taken), refused: lines.length - taken };
}

/**
 * `previous` after its text was edited to `lines`. Entries in front of and behind the edit keep their ids; inside it,
 * entries are matched by position.
 */
export function editSamples(
  previous: readonly SampleEntry[],
  lines: readonly string[],
  nextId: number,
): { samples: SampleEntry[]; nextId: number } {
  let front = 0;
  while (front < previous.length && front < lines.length && previous[front]!.line === lines[front]) front++;
  let back = 0;
  while (
    back < previous.length - front &&
    back < lines.length - front &&
    previous[previous.length - 1 - back]!.line === lines[lines.length - 1 - back]
  )
    back++;
  const samples: SampleEntry[] = previous.slice(0, front);
  let id = nextId;
  for (let i = front; i < lines.length - back; i++) {
    const old = i < previous.length - back ? previous[i] : undefined;
    samples.push(old === undefined ? { id: id++, line: lines[i]! } : { ...old, line: lines[i]! });
  }
  samples.push(...previous.slice(previous.length - back));
  return { samples, nextId: id };
}
