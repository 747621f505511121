/** A note about an exported configuration. */
import type { Span } from "../../base/span.ts";

export interface ExportNote {
  /**
   * `left-out`: it is not in the result. `refused`: it is, and Alloy refuses it. `differs`: Alloy does something else. `doubtful`:
   * Alloy does the same, which is probably not meant.
   */
  readonly kind: "left-out" | "refused" | "differs" | "doubtful";
  /** Its subject: `logs.source.stdin "in"`, `encoding of logs.write "a"`. */
  readonly what: string;
  /** A sentence. */
  readonly why: string;
  /** Place in the document. */
  readonly span: Span | undefined;
}

/** `text` with a capital, unless a name begins it, and a full stop. */
export const sentence = (text: string): string =>
  (/^[a-z]+\./.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)) + (/[.?!]$/.test(text) ? "" : ".");
