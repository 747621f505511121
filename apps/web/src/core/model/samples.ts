/**
 * Sample entries. An entry keeps its id while the list is edited as text, so that the selection survives typing.
 */
import type { SampleContent } from "@sluice/engine";

export interface SampleEntry extends SampleContent {
  /** Unique within the document and never used again. */
  readonly id: number;
}

/** Entries at most; what is beyond is refused with a message. Workers and lists carry them: see `docs/performance.md`. */
export const MAX_SAMPLES = 100_000;
/** UTF-16 units of all lines together at most. */
export const MAX_SAMPLE_TEXT = 32_000_000;

/** A text that is equal for equal entries. */
function keyOf({ line, labels, metadata, timestamp, extracted, advance }: SampleContent): string {
  const own = [labels, metadata, timestamp, extracted, advance];
  return own.every((one) => one === undefined) ? line : JSON.stringify([line, ...own]);
}

export const sameEntry = (a: SampleContent, b: SampleContent): boolean => keyOf(a) === keyOf(b);

export interface LimitedSamples {
  readonly entries: readonly SampleContent[];
  /** Entries that were left out because a limit was reached. */
  readonly refused: number;
}

/** As many of `entries` as the limits allow after `existing` ones. */
export function limitSamples(entries: readonly SampleContent[], existing: readonly SampleContent[]): LimitedSamples {
  let room = MAX_SAMPLE_TEXT - existing.reduce((sum, sample) => sum + sample.line.length, 0);
  const most = Math.max(0, MAX_SAMPLES - existing.length);
  let taken = 0;
  while (taken < entries.length && taken < most && entries[taken]!.line.length <= room)
    room -= entries[taken++]!.line.length;
  return { entries: entries.slice(0, taken), refused: entries.length - taken };
}

/** Entries with ids from `nextId` on. */
export function identify(entries: readonly SampleContent[], nextId: number): SampleEntry[] {
  return entries.map((entry, i) => ({ ...entry, id: nextId + i }));
}

/**
 * `previous` after it was edited to `entries`. Those before and after the edit keep their ids; inside it, entries
 * are matched by position.
 */
export function editSamples(
  previous: readonly SampleEntry[],
  entries: readonly SampleContent[],
  nextId: number,
): { samples: SampleEntry[]; nextId: number } {
  let front = 0;
  while (front < previous.length && front < entries.length && sameEntry(previous[front]!, entries[front]!)) front++;
  let back = 0;
  while (
    back < previous.length - front &&
    back < entries.length - front &&
    sameEntry(previous[previous.length - 1 - back]!, entries[entries.length - 1 - back]!)
  )
    back++;
  const samples: SampleEntry[] = previous.slice(0, front);
  let id = nextId;
  for (let i = front; i < entries.length - back; i++) {
    const old = i < previous.length - back ? previous[i] : undefined;
    samples.push({ ...entries[i]!, id: old === undefined ? id++ : old.id });
  }
  return { samples: samples.concat(previous.slice(previous.length - back)), nextId: id };
}
