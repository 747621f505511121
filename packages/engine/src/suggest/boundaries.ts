/** Whether a value that an expression finds in another line ends where the value there ends. */
import type { LineSelection } from "./extraction.ts";

/** What closes a value, where it stands right behind it. */
const CLOSING = /^["'\])};,|]$/;

/** Whether the text at `end` goes on with what is before it: a letter or a digit, or the rest of a name, a number, an address. */
function goesOn(text: string, end: number): boolean {
  const last = text[end - 1] ?? "";
  const next = text[end] ?? "";
  if (!/\w/.test(last)) return false;
  const after = text[end + 1] ?? "";
  return (
    /\w/.test(next) || (/[.-]/.test(next) && /\w/.test(after)) || (next === ":" && /\d/.test(last) && /\d/.test(after))
  );
}

/**
 * For the stretch that is found in a line: whether it is part of a value, or more than one. Nothing is known where the
 * selection itself is a part of a word.
 */
export function endsWrong({ line, start, end }: LineSelection): (text: string, from: number, to: number) => boolean {
  if (goesOn(line, end)) return () => false;
  const isMore = runsOver({ line, start, end });
  return (text, from, to) => goesOn(text, to) || isMore(text.slice(from, to));
}

/** Whether a found text is more than a value: it has blanks, or what closes the selected one. */
export function runsOver({ line, start, end }: LineSelection): (found: string) => boolean {
  const value = line.slice(start, end);
  const spaced = /\s/.test(value);
  const next = line[end] ?? "";
  const closing = CLOSING.test(next) && !value.includes(next) ? next : undefined;
  return (found) => (!spaced && /\s/.test(found)) || (closing !== undefined && found.includes(closing));
}
