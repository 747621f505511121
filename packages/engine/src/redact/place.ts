/** A place whose syntax an expression can name. */

/** Findings of one shape are of one expression, which has the names of all. */
export interface Place {
  readonly shape: string;
  readonly name: string;
  /** Punctuation with which the value ends. */
  readonly closer: string;
  /** The expression with names, with closers, and for values of that length at least. */
  readonly write: Write;
  /** The same for what that does not reach. */
  readonly writeWider?: Write | undefined;
  /** Further ones, where these do not reach it. */
  readonly writeOthers?: readonly Write[] | undefined;
}

export type Write = (names: readonly string[], closers: string, least: number) => string;
