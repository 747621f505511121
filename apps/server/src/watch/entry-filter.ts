/** Which entries somebody wants to see: by a LogQL selector and a text in the line. */
import type { EnteringEntry } from "@sluice/engine";
import { compileSelector, parseSelector } from "@sluice/languages/logql";

export type EntryFilter = (entry: EnteringEntry) => boolean;

export type EntryFilterResult =
  /** `filter`: undefined where all are wanted. */
  { readonly ok: true; readonly filter: EntryFilter | undefined } | { readonly ok: false; readonly message: string };

/** Empty texts want all. The schemas of requests (`FILTERS`) bound how long they are. */
export function compileEntryFilter(selector: string | undefined, text: string | undefined): EntryFilterResult {
  const wanted = text === "" ? undefined : text;
  if (selector === undefined || selector.trim() === "")
    return { ok: true, filter: wanted === undefined ? undefined : ({ line }) => line.includes(wanted) };
  const parsed = parseSelector(selector);
  if (!parsed.ok) return { ok: false, message: `selector: ${parsed.message}` };
  const made = compileSelector(parsed.selector);
  if (!made.ok) return { ok: false, message: `selector: ${made.message}` };
  const { compiled } = made;
  return {
    ok: true,
    filter: ({ labels, line }) =>
      (wanted === undefined || line.includes(wanted)) &&
      compiled.matchesLabels((name) => labels.get(name)) &&
      compiled.matchesLine(line),
  };
}
