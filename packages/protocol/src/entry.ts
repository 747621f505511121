/** Entries as the trace has them (docs/trace.md), and what all routes that show entries have in common. */
import type { EntryJson, ExtractedValue } from "@sluice/engine";
import * as v from "valibot";
import { oneOf, textUpTo } from "./body.ts";
import { count, list, number, text, texts, word } from "./schema.ts";

/** Characters of a selector and of other short texts. */
export const MAX_FILTER = 4096;
/** Characters of a text that lines must contain: beyond, the platform's search may take time by the product of both lengths. */
export const MAX_FILTER_TEXT = 250;

const value = v.custom<ExtractedValue>(() => true);

export const Entry: v.GenericSchema<EntryJson> = v.object({
  line: text("The line; what is no UTF-8 is U+FFFD"),
  timestamp: text("RFC 3339, in UTC with nanoseconds"),
  labels: texts("Labels by name"),
  structured_metadata: v.pipe(
    v.array(v.tuple([v.string(), v.string()])),
    v.description("Pairs of name and value, in order"),
  ),
  extracted: v.pipe(v.record(v.string(), value), v.description("Extracted values by name")),
  origins: v.pipe(v.array(v.number()), v.description("Indexes of the entries that it was made from")),
});

/** What a client does not know of is shown as passed. */
export const Status = word(
  ["passed", "unchanged", "changed", "missed", "dropped", "held", "merged", "split", "error"],
  "What the pipeline did to the entry, as in the trace",
  "passed",
);

/** Filters of entering entries. */
export const FILTERS = {
  selector: textUpTo(MAX_FILTER, "LogQL stream selector with line filters; entries are matched as they enter"),
  text: textUpTo(MAX_FILTER_TEXT, "Text that the incoming line must contain"),
};
export const Only = oneOf(["dropped", "changed", "missed"], "Only entries to which this happened");

export const Stage = v.object({
  path: text("Its place: 4.1 is the first stage in the fourth"),
  name: text("Its name: json"),
});
export const Stages = list(Stage, "Its stages, in order");

/** Entries and bytes of their lines in UTF-8. */
export const flow = (note: string) =>
  v.pipe(v.object({ entries: number("Entries"), bytes: number("Bytes of lines, in UTF-8") }), v.description(note));

/** Of what runs and of a draft. */
export const both = (note: string) =>
  v.pipe(
    v.object({ active: count("In the running configuration"), draft: count("In the draft") }),
    v.description(note),
  );
