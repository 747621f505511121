/**
 * The last two steps of formatting, which decide every blank of the result: elastic tab stops (Go's `text/tabwriter`
 * with the settings of Alloy's printer: padding 1 with blanks, tabs for indentation, empty columns discarded) and
 * trimming of line ends. Both work on all text but comments, so tabs and blanks inside raw strings change too; that is
 * what `alloy fmt` does.
 */

/** Brackets text that is copied unchanged. A lone surrogate, which no text that parses contains. */
export const ESCAPE = "\udfff";

const ESCAPE_UNIT = 0xdfff;
const TAB = 0x09;
const NEWLINE = 0x0a;
const VERTICAL_TAB = 0x0b;
const FORM_FEED = 0x0c;
const BLANK = 0x20;

const TAB_WIDTH = 8;
const PADDING = 1;

interface Cell {
  readonly text: string;
  /** In code points. */
  readonly width: number;
  /** Ended by a tab, not a vertical tab: then an empty column is kept. */
  readonly hard: boolean;
}

/** Lays out `source` (cells end in `\t` or `\v`, lines in `\n` or `\f`) and gives the finished text. */
export function alignColumns(source: string): string {
  const trimmer = new Trimmer();
  const block = new ColumnBlock(trimmer);
  let start = 0;
  let escapes = 0;
  let escaped = false;
  for (let i = 0; i < source.length; i++) {
    const unit = source.charCodeAt(i);
    if (unit === ESCAPE_UNIT) {
      escaped = !escaped;
      escapes++;
      continue;
    }
    if (escaped || (unit !== TAB && unit !== VERTICAL_TAB && unit !== NEWLINE && unit !== FORM_FEED)) continue;
    const cells = block.addCell(source.slice(start, i), escapes, unit === TAB);
    start = i + 1;
    escapes = 0;
    if (unit === TAB || unit === VERTICAL_TAB) continue;
    block.addLine();
    // A line of one cell does not influence the lines below it.
    if (unit === FORM_FEED || cells === 1) block.flush();
  }
  if (start < source.length) block.addCell(source.slice(start), escapes, false);
  block.flush();
  return trimmer.text;
}

/** Lines that are aligned with each other. */
class ColumnBlock {
  readonly #trimmer: Trimmer;
  #lines: Cell[][] = [[]];

  constructor(trimmer: Trimmer) {
    this.#trimmer = trimmer;
  }

  /** Adds a cell to the last line; gives the number of its cells. */
  addCell(text: string, escapes: number, hard: boolean): number {
    const line = this.#lines.at(-1)!;
    line.push({ text, width: countCodePoints(text) - escapes, hard });
    return line.length;
  }

  addLine(): void {
    this.#lines.push([]);
  }

  /**
   * Writes all lines. A column is a run of lines that have a cell there (the last cell of a line belongs to none); to its
   * right the lines are processed anew, which Go does by recursion and this by a stack, since a line may have any number of
   * tabs.
   */
  flush(): void {
    const lines = this.#lines;
    const widths: number[] = [];
    const stack = [{ from: 0, at: 0, to: lines.length }];
    for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
      const column = widths.length;
      while (frame.at < frame.to && column >= lines[frame.at]!.length - 1) frame.at++;
      if (frame.at >= frame.to) {
        this.#writeLines(frame.from, frame.to, widths);
        stack.pop();
        widths.pop();
        continue;
      }
      this.#writeLines(frame.from, frame.at, widths);
      const start = frame.at;
      let end = start;
      let width = 0;
      let discardable = true;
      for (; end < frame.to && column < lines[end]!.length - 1; end++) {
        const cell = lines[end]![column]!;
        width = Math.max(width, cell.width + PADDING);
        if (cell.width > 0 || cell.hard) discardable = false;
      }
      widths.push(discardable ? 0 : width);
      frame.from = end;
      frame.at = end + 1;
      stack.push({ from: start, at: start, to: end });
    }
    this.#lines = [[]];
  }

  #writeLines(from: number, to: number, widths: readonly number[]): void {
    for (let i = from; i < to; i++) {
      let useTabs = true;
      const line = this.#lines[i]!;
      for (let j = 0; j < line.length; j++) {
        const cell = line[j]!;
        const width = widths[j];
        if (cell.text !== "") {
          useTabs = false;
          this.#trimmer.write(cell.text);
        }
        if (width === undefined) continue;
        if (useTabs) this.#trimmer.write("\t".repeat(Math.ceil(width / TAB_WIDTH)));
        else this.#trimmer.write(" ".repeat(width - cell.width));
      }
      if (i + 1 < this.#lines.length) this.#trimmer.write("\n");
    }
  }
}

/** Drops blanks and tabs at line ends, and the escape marks. Each `write` begins outside of escaped text. */
class Trimmer {
  text = "";
  /** Blanks that are written only when something follows on the line. */
  #pending = "";

  write(chunk: string): void {
    let start = 0;
    let state: "space" | "text" | "escape" = "space";
    for (let i = 0; i < chunk.length; i++) {
      const unit = chunk.charCodeAt(i);
      if (state === "escape") {
        if (unit !== ESCAPE_UNIT) continue;
        this.text += chunk.slice(start, i);
        state = "space";
        this.#pending = "";
      } else if (unit === TAB || unit === BLANK || unit === VERTICAL_TAB) {
        if (state === "text") {
          this.text += chunk.slice(start, i);
          this.#pending = "";
          state = "space";
        }
        this.#pending += unit === BLANK ? " " : "\t";
      } else if (unit === NEWLINE || unit === FORM_FEED) {
        if (state === "text") this.text += chunk.slice(start, i);
        this.text += "\n";
        this.#pending = "";
        state = "space";
      } else if (unit === ESCAPE_UNIT) {
        this.text += state === "text" ? chunk.slice(start, i) : this.#pending;
        state = "escape";
        start = i + 1;
      } else if (state === "space") {
        this.text += this.#pending;
        state = "text";
        start = i;
      }
    }
    if (state === "space") return;
    this.text += chunk.slice(start);
    this.#pending = "";
  }
}

function countCodePoints(text: string): number {
  let count = text.length;
  for (let i = 1; i < text.length; i++)
    if ((text.charCodeAt(i) & 0xfc00) === 0xdc00 && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800) count--;
  return count;
}
