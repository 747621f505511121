/** A selector for entries with any labels, by their line. */
import { quoteString } from "../syntax/index.ts";

/**
 * A selector needs a label, and `.*` matches whatever that is, and where it is missing. `label`: any, best one that the entries
 * have; `filter`: `|~` for an expression, `|=` for a text.
 */
export const anySelector = (filter: "|~" | "|=", text: string, label = "level"): string =>
  `{${label}=~".*"} ${filter} ${quoteString(text)}`;
