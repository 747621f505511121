/** Entries of a journal's records, with their numbers. */
import type { NumberedEntry } from "../core/component.ts";
import { decodeEntries } from "./entry-codec.ts";
import type { JournalContent } from "./store/journal-reader.ts";

/** From that number on. Throws where a record is none of this server's, and what the file system throws. */
export async function* entriesFrom(content: JournalContent, from: number): AsyncGenerator<NumberedEntry> {
  for await (const { first, payload } of content.records(Math.max(from, content.first))) {
    let number = first;
    for (const entry of decodeEntries(payload)) {
      if (number >= from) yield [number, entry];
      number++;
    }
  }
}
