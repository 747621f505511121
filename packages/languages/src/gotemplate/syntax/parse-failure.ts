/** Ends the parsing of a template. */

/** An error in a template, at its place; thrown within the parser. */
export class ParseFailure {
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** The function that is unknown, if that is the mistake. */
  readonly unknown: string | undefined;

  constructor(message: string, start: number, end: number, unknown?: string) {
    this.message = message;
    this.start = start;
    this.end = end;
    this.unknown = unknown;
  }
}
