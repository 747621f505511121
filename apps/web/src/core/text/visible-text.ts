/** Makes visible what a log line hides: control characters, odd blanks; and cuts long texts in the middle. */

export interface VisiblePart {
  readonly kind: "text" | "mark";
  /** What to show. */
  readonly text: string;
  /** What a mark stands for: `tab`, `U+00A0`. */
  readonly title: string;
}

const HIDDEN =
  /[\u0000-\u001f\u007f-\u009f\u00a0\u00ad\u061c\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ufff9-\ufffb]/g;
/** The title of the mark for a line end. */
export const LINE_FEED = "line feed";

const NAMED: Readonly<Record<string, readonly [string, string]>> = {
  "\n": ["↵", LINE_FEED],
  "\t": ["⇥", "tab"],
};

export function toVisible(text: string): VisiblePart[] {
  const parts: VisiblePart[] = [];
  let from = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index > from) parts.push({ kind: "text", text: text.slice(from, match.index), title: "" });
    parts.push(markOf(match[0]));
    from = match.index + 1;
  }
  if (from < text.length) parts.push({ kind: "text", text: text.slice(from), title: "" });
  return parts;
}

function markOf(character: string): VisiblePart {
  const named = NAMED[character];
  if (named !== undefined) return { kind: "mark", text: named[0], title: named[1] };
  const code = character.charCodeAt(0);
  const shown = code < 0x20 || code === 0x7f ? `^${String.fromCharCode(code ^ 0x40)}` : "·";
  const title = code === 0x0d ? "carriage return" : `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  return { kind: "mark", text: shown, title };
}

export interface CutText {
  readonly head: string;
  /** Characters left out. */
  readonly omitted: number;
  readonly tail: string;
}

/** `text` with its middle left out where it is longer than `limit`; never between two halves of a character. */
export function cutMiddle(text: string, limit: number): CutText {
  if (text.length <= limit) return { head: text, omitted: 0, tail: "" };
  let head = Math.ceil((limit * 2) / 3);
  let tail = text.length - (limit - head);
  if (isLow(text, head)) head--;
  if (isLow(text, tail)) tail++;
  return { head: text.slice(0, head), omitted: tail - head, tail: text.slice(tail) };
}

const isLow = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00;
