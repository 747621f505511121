/**
 * What a stage with a `source` argument reads: the line, or an extracted value as text. One place says why there is
 * nothing to read.
 */

import { goString } from "@sluice/languages/govalue";
import type { Entry } from "../../base/entry.ts";
import type { Env } from "../../pipeline/stage.ts";
import { hasNoText, notSet } from "./explain-text.ts";

/** The text that `source` names in `entry`; `undefined` source is the line. Undefined, with a note, when it has none. */
export function readSource(entry: Entry, source: string | undefined, env: Env): string | undefined {
  if (source === undefined) return entry.line;
  const value = entry.extracted.get(source);
  if (typeof value === "string") return value;
  const text = goString(value);
  if (text === undefined) noteUnread(entry, source, env);
  return text;
}

function noteUnread(entry: Entry, source: string, env: Env): void {
  const value = entry.extracted.get(source);
  if (value === undefined) {
    env.note.debug?.({
      code: "source-missing",
      missed: true,
      text: `Unchanged: ${notSet(source, env, entry)}`,
      evidence: { source },
      message: "source does not exist in the set of extracted values",
      fields: { source },
    });
    return;
  }
  env.note.debug?.({
    code: "cannot-convert",
    missed: true,
    text: `Unchanged: ${hasNoText(source, value)}`,
    evidence: { source, value },
    message: "failed to convert source value to string",
    fields: { source, err: `can't convert ${JSON.stringify(value)} to string` },
  });
}
