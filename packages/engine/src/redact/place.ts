/** A place whose syntax an expression can name. */

/** Which values an expression is for. */
export interface ValueLimits {
  /** Units at least. */
  readonly least: number;
  /** Whether also for those that begin as references, templates and masks do: `${…}`, `$(…)`, `{{…}}`, `****`. */
  readonly anyStart: boolean;
}

/** Findings of one shape are of one expression, which has the names of all. */
export interface Place {
  readonly shape: string;
  readonly name: string;
  /** Punctuation with which the value ends. */
  readonly closer: string;
  /** The expression with names, with closers, and within these limits. */
  readonly write: Write;
  /** The same for what that does not reach. */
  readonly writeWider?: Write | undefined;
  /** Further ones, where these do not reach it. */
  readonly writeOthers?: readonly Write[] | undefined;
}

export type Write = (names: readonly string[], closers: string, limits: ValueLimits) => string;
