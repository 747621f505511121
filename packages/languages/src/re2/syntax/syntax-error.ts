/**
 * A mistake in a pattern, on its way from the place in the parser that found it to the result. It never leaves this
 * folder as an exception.
 */
export class RegexSyntaxError extends Error {
  /** Offending stretch of the pattern, in UTF-16 offsets. */
  readonly start: number;
  readonly end: number;

  /** `expression` is what Go quotes, which for some mistakes is more than the offending stretch. */
  constructor(code: string, expression: string, start: number, end: number) {
    super(`error parsing regexp: ${code}: \`${expression}\``);
    this.name = "RegexSyntaxError";
    this.start = start;
    this.end = end;
  }
}
