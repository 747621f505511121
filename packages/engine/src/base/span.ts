import { utf8Length } from "@sluice/languages/base";

/** A half-open stretch of a source text, in UTF-16 offsets: what editors and `String.prototype.slice` use. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * A place for people: `line` and `column` count from 1, columns in bytes of UTF-8, as the configuration tools of the field
 * do.
 */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export const span = (start: number, end: number): Span => ({ start, end });

/** Finds lines and byte columns for offsets of one text. Built once per text; each look-up is a binary search. */
export class LineIndex {
  readonly text: string;
  readonly #starts: number[] = [0];

  constructor(text: string) {
    this.text = text;
    for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) this.#starts.push(i + 1);
  }

  get lineCount(): number {
    return this.#starts.length;
  }

  /** The line and byte column of `offset`; an offset past the end gives the end. */
  position(offset: number): Position {
    const at = Math.max(0, Math.min(offset, this.text.length));
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle]! <= at) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: utf8Length(this.text.slice(this.#starts[low]!, at)) + 1 };
  }

  /** Offset at which `line` (from 1) starts. */
  lineStart(line: number): number {
    return this.#starts[Math.max(0, Math.min(line, this.#starts.length) - 1)]!;
  }

  /** The text of `line` (from 1) without its line end. */
  lineText(line: number): string {
    const start = this.lineStart(line);
    const end = line < this.#starts.length ? this.#starts[line]! - 1 : this.text.length;
    return this.text.slice(start, end).replace(/\r$/, "");
  }
}

/** Whether a stretch overlaps one of `spans`. */
export function touchedBy(spans: readonly Span[]): (stretch: Span) => boolean {
  const sorted = spans.toSorted((a, b) => a.start - b.start);
  /** How far those up to each reach. */
  const reach: number[] = [];
  for (const { end } of sorted) reach.push(Math.max(reach.at(-1) ?? 0, end));
  return ({ start, end }) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]!.start < end) low = middle + 1;
      else high = middle;
    }
    return low > 0 && reach[low - 1]! > start;
  };
}

/** From `offset` to the end of its line; at the end of the text, the last line that says something. */
export function restOfLine(text: string, offset: number): Span {
  const lines = new LineIndex(text);
  const { line } = lines.position(Math.min(offset, text.trimEnd().length));
  const start = lines.lineStart(line);
  const end = start + lines.lineText(line).length;
  return { start: offset < end ? offset : start, end };
}
