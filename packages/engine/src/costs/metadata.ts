/** What structured metadata takes, by name, and whether it only repeats what the line holds. */
import type { PreviewOutput } from "../preview/outcome.ts";
import { bytesOfPair } from "./volume.ts";

export interface MetadataVolume {
  readonly name: string;
  /** Entries of the output that have it. */
  readonly entries: number;
  /** Of names and values. */
  readonly bytes: number;
  /** Each value is a copy of a text in its line. */
  readonly copied: boolean;
}

export interface MetadataReport {
  /** Those with most bytes first. */
  readonly metadata: readonly MetadataVolume[];
  /** Names that are not listed, summed up. */
  readonly otherMetadata: { readonly names: number; readonly bytes: number };
}

/** Names that are listed. */
const MAX_NAMES = 50;
/** Entries that are read at once. */
const STEP = 200;
/** Characters that are searched at once. */
const STEP_LENGTH = 1_000_000;
/** Places of a value in its line that are looked at: it may be as short as one digit. */
const MAX_PLACES = 50;
const IN_WORD = /[\p{L}\p{N}_]/u;

export function* metadataVolumes(outputs: readonly PreviewOutput[]): Generator<undefined, MetadataReport> {
  const sums = new Map<string, Sums>();
  for (const [i, { entry }] of outputs.entries()) {
    if (i % STEP === 0) yield;
    for (const pair of entry.metadata) {
      let one = sums.get(pair[0]);
      if (one === undefined) {
        one = { name: pair[0], entries: 0, bytes: 0, copied: true, last: -1 };
        sums.set(pair[0], one);
      }
      // A list may hold a name more than once. No stage sets such a list, so none is a copy.
      if (one.last === i) one.copied = false;
      else one.entries++;
      one.last = i;
      one.bytes += bytesOfPair(pair);
    }
  }
  const all = [...sums.values()].sort((a, b) => b.bytes - a.bytes);
  const listed = all.slice(0, MAX_NAMES);
  yield* findCopies(outputs, new Map(listed.map((one) => [one.name, one])));
  return {
    metadata: listed.map(({ name, entries, bytes, copied }) => ({ name, entries, bytes, copied })),
    otherMetadata: sumOfMetadata(all.slice(MAX_NAMES)),
  };
}

interface Sums {
  readonly name: string;
  entries: number;
  bytes: number;
  copied: boolean;
  /** The last output that has it. */
  last: number;
}

/** Only of those that are listed: each is looked for in the whole line. */
function* findCopies(outputs: readonly PreviewOutput[], listed: ReadonlyMap<string, Sums>): Generator<undefined, void> {
  let searched = 0;
  for (const { entry } of outputs) {
    for (const [name, value] of entry.metadata) {
      const one = listed.get(name);
      if (one === undefined || !one.copied) continue;
      one.copied = isCopied(value, entry.line);
      searched += entry.line.length;
    }
    if (searched < STEP_LENGTH) continue;
    searched = 0;
    yield;
  }
}

/** Names and bytes of rows that a table leaves out. */
export const sumOfMetadata = (rows: readonly { readonly bytes: number }[]): MetadataReport["otherMetadata"] => ({
  names: rows.length,
  bytes: rows.reduce((all, { bytes }) => all + bytes, 0),
});

/** As words of their own, written plainly or with the escapes of JSON and logfmt. */
function isCopied(value: string, line: string): boolean {
  if (value === "") return true;
  if (isWordIn(value, line)) return true;
  const escaped = JSON.stringify(value).slice(1, -1);
  return escaped !== value && isWordIn(escaped, line);
}

function isWordIn(text: string, line: string): boolean {
  let at = line.indexOf(text);
  for (let places = 0; at >= 0 && places < MAX_PLACES; places++) {
    const before = line[at - 1];
    const after = line[at + text.length];
    const begins = before === undefined || !IN_WORD.test(before) || !IN_WORD.test(text[0]!);
    const ends = after === undefined || !IN_WORD.test(after) || !IN_WORD.test(text.at(-1)!);
    if (begins && ends) return true;
    at = line.indexOf(text, at + 1);
  }
  return false;
}
