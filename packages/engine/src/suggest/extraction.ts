/** A selected stretch of a line, and a way to find it in all lines. */

/** A stretch of a line; UTF-16 offsets. */
export interface LineSelection {
  readonly line: string;
  readonly start: number;
  readonly end: number;
}

export interface Extraction {
  readonly kind: "field" | "json" | "logfmt" | "pattern" | "regex" | "text";
  /** The expression, pattern, path, key, the name of a value that is extracted already, or the text itself. */
  readonly text: string;
  /** As configuration text; empty where nothing needs to be extracted. */
  readonly stage: string;
  /** Lines in which it finds a value, of all. */
  readonly matched: number;
  readonly total: number;
  /**
   * Lines that are not among these, in which it takes what is no value: a pattern the rest of the line where a literal is
   * missing, an expression a part of the value or more than the value.
   */
  readonly overrun: number;
  /** Some of the different values, in the order in which they come. */
  readonly examples: readonly string[];
  /** It matches by the value alone (an address, an id), at any place. */
  readonly byShape?: true;
}
