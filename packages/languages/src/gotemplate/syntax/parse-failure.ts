/** Ends the parsing of a template. */

/** An error in a template, at its place; thrown within the parser. */
export class ParseFailure {
  readonly message: string;
  readonly start: number;
  readonly end: number;

  constructor(message: string, start: number, end: number) {
    this.message = message;
    this.start = start;
    this.end = end;
  }
}
