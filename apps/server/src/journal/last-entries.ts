/** The newest entries of a journal, read from its files while it runs. */
import type { NumberedEntry } from "../core/component.ts";
import type { LogContent } from "../core/entries/receiver.ts";
import { entriesFrom } from "./numbered-entries.ts";
import type { JournalFiles } from "./store/files.ts";
import { readJournal } from "./store/journal-reader.ts";

export interface LastEntries {
  /** Numbers of the first one, and behind the last. */
  readonly from: number;
  readonly to: number;
  /** Of their texts: where they are more, those that are older are left out. */
  readonly bytes: number;
}

/** Throws what the file system throws, also where a file was removed meanwhile. */
export async function lastEntries(
  directory: string,
  files: JournalFiles,
  { from, to, bytes }: LastEntries,
): Promise<NumberedEntry[]> {
  const found: NumberedEntry[] = [];
  let held = 0;
  const content = await readJournal(directory, files, from);
  for await (const one of entriesFrom(content, from)) {
    if (one[0] >= to) break;
    found.push(one);
    held += bytesOf(one[1]);
    while (held > bytes) held -= bytesOf(found.shift()![1]);
  }
  return found;
}

function bytesOf({ line, labels, metadata }: LogContent): number {
  let units = line.length;
  for (const pairs of [labels, metadata]) for (const [name, value] of pairs) units += name.length + value.length;
  // At most three bytes for each unit.
  return 3 * units;
}
