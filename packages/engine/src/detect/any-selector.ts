/** A selector for entries with any labels, by their line. */
import { quoteString } from "../syntax/index.ts";

/**
 * A selector needs a label, and `.*` matches whatever that is, and where it is missing. `label`: any, best one that the entries
 * have; `filter`: `|~` for an expression, `|=` for a text; `without`: an expression that the line must not match.
 */
export function anySelector(filter: "|~" | "|=", text: string, label = "level", without?: string): string {
  const selector = `{${label}=~".*"} ${filter} ${quoteString(text)}`;
  return without === undefined ? selector : `${selector} !~ ${quoteString(without)}`;
}
