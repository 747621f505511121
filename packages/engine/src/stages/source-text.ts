/**
 * What a stage with a `source` argument reads: the line, or an extracted value as text. One place says why there is
 * nothing to read.
 */

import { goString } from "@sluice/languages/govalue";
import type { Entry } from "../base/entry.ts";
import type { Env } from "../pipeline/stage.ts";
import { kindOf, shown } from "./explain-text.ts";

/** The text that `source` names in `entry`; `undefined` source is the line. Undefined, and explained, when it has none. */
export function readSource(entry: Entry, source: string | undefined, env: Env): string | undefined {
  if (source === undefined) return entry.line;
  const value = entry.extracted.get(source);
  if (typeof value === "string") return value;
  const text = goString(value);
  if (text === undefined) explainUnread(entry, source, env);
  return text;
}

function explainUnread(entry: Entry, source: string, env: Env): void {
  const value = entry.extracted.get(source);
  if (value === undefined) {
    env.log.write("debug", "source does not exist in the set of extracted values", () => ({ source }));
    env.explain?.because({
      code: "source-missing",
      missed: true,
      text: `Unchanged: ${shown(source)} is not set by any stage before this one`,
      evidence: { source },
    });
    return;
  }
  env.log.write("debug", "failed to convert source value to string", () => ({
    source,
    err: `can't convert ${JSON.stringify(value)} to string`,
  }));
  env.explain?.because({
    code: "cannot-convert",
    missed: true,
    text: `Unchanged: ${shown(source)} is ${kindOf(value)}, which has no text`,
    evidence: { source, value },
  });
}
