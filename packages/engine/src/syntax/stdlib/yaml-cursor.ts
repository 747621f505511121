/**
 * A place in a YAML text: matching, skipping of blanks and comments, columns and lines, errors.
 */

/** Internal to the reader: ends reading at the first error. */
export class YamlError {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

const MARKER = /(?:---|\.\.\.)(?=\s|$)/y;

export class YamlCursor {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  }

  /** Ends reading with an error on the line of `at`. */
  fail(message: string, at = this.at): never {
    const line = this.line(at);
    // The first line is not named, as in Go.
    throw new YamlError(`yaml: ${line > 1 ? `line ${line}: ` : ""}${message}`);
  }

  /** The line, from 1, of an offset. */
  line(at: number): number {
    return this.text.slice(0, at).split("\n").length;
  }

  /** Matches here and moves behind the match. */
  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const m = pattern.exec(this.text);
    if (m) this.at += m[0].length;
    return m;
  }

  /** Whether the pattern matches here. */
  test(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    return pattern.test(this.text);
  }

  /** Characters before this place on its line. */
  column(): number {
    return this.at - 1 - this.text.lastIndexOf("\n", this.at - 1);
  }

  lineEnd(): number {
    const end = this.text.indexOf("\n", this.at);
    return end < 0 ? this.text.length : end;
  }

  /** Whether a document begins or ends here. */
  atMarker(): boolean {
    return this.column() === 0 && this.test(MARKER);
  }

  skipSpace(): void {
    while (this.text[this.at] === " " || this.text[this.at] === "\t") this.at++;
  }

  /** Skips blanks and a comment; whether the line ends here. */
  atLineEnd(): boolean {
    const start = this.at;
    this.skipSpace();
    const char = this.text[this.at];
    if (char === "#" && (this.at > start || this.column() === 0)) this.at = this.lineEnd();
    return this.at >= this.text.length || this.text[this.at] === "\n";
  }

  /** Skips blanks, comments and line ends. */
  skipBlank(): void {
    while (this.atLineEnd() && this.at < this.text.length) this.at++;
  }

  /** To the next line of a block, where tabs must not indent. */
  skipToContent(): void {
    this.skipBlank();
    const indentation = this.text.slice(this.at - this.column(), this.at);
    if (this.at < this.text.length && /^ *\t\s*$/.test(indentation))
      this.fail("found character that cannot start any token");
  }

  /** Skips blanks and line ends, but no comments. */
  skipLines(): void {
    while (this.text[this.at] === "\n" || this.text[this.at] === " " || this.text[this.at] === "\t") this.at++;
  }
}
