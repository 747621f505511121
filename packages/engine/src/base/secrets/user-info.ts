/** User and password of addresses in a text. */
import type { Span } from "../span.ts";

/** Scheme and slashes, then everything up to the last `@` before the path. Bounded, so that no text takes long. */
const USER_INFO = /[a-z][a-z0-9+.-]{0,30}:[\\/]{1,4}([^\s\\/?#]{1,4000})@/gi;
/** The same where the whole text is an address: blanks inside of it are the platform's to read. */
const WHOLE_USER_INFO = /^\s*[a-z][a-z0-9+.-]{0,30}:[\\/]{1,4}([^\\/?#]{1,4000})@/gi;
/** What has the place of a port, before a character that ends it, and is none: a password with such a character. */
const NO_PORT =
  /[a-z][a-z0-9+.-]{0,30}:[\\/]{1,4}(?=[^\s\\/?#@:[\]"'`<>]{0,200}:(?!\d{0,5}(?!\w))[^\s\\/?#@"'`<>]{0,4000}[\\/?#])/gi;
/** End of an address in prose. */
const END = /\s|(?<!\\)["'`<>]/g;

/** `whole`: the text is one value, which may be an address. */
export function* userInfos(text: string, whole: boolean): Iterable<Span> {
  if (!text.includes("@")) return;
  for (const match of text.matchAll(USER_INFO)) yield spanOf(match);
  if (whole) for (const match of text.matchAll(WHOLE_USER_INFO)) yield spanOf(match);
  yield* withoutHost(text, whole);
}

const spanOf = ({ index, 0: { length }, 1: part = "" }: RegExpExecArray): Span => ({
  start: index + length - 1 - part.length,
  end: index + length - 1,
});

/** Up to the last `@`, in `http://user:pass/word@host/`. Each character is read once. */
function* withoutHost(text: string, whole: boolean): Iterable<Span> {
  NO_PORT.lastIndex = 0;
  for (let match = NO_PORT.exec(text); match !== null; match = NO_PORT.exec(text)) {
    const start = match.index + match[0].length;
    END.lastIndex = start;
    const end = whole ? text.length : (END.exec(text)?.index ?? text.length);
    const last = text.slice(start, end).lastIndexOf("@");
    if (last > 0) yield { start, end: start + last };
    NO_PORT.lastIndex = end;
  }
}
