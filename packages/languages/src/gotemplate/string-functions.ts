/** Functions of Go's package strings over Go strings (go-string.ts), shared by Alloy's functions and the library's. */
import type { CallContext } from "./functions.ts";
import { MAX_OUTPUT } from "./limits.ts";

/** Offset of the last code point of the first `end` units. */
function lastRuneAt(text: string, end: number): number {
  const isPair =
    end > 1 && (text.charCodeAt(end - 1) & 0xfc00) === 0xdc00 && (text.charCodeAt(end - 2) & 0xfc00) === 0xd800;
  return end - (isPair ? 2 : 1);
}

/** `strings.TrimLeft`: cuts leading code points that are in `cutset`. */
export function trimLeft(text: string, cutset: string): string {
  const runes = new Set(cutset);
  let start = 0;
  while (start < text.length) {
    const width = text.codePointAt(start)! > 0xffff ? 2 : 1;
    if (!runes.has(text.slice(start, start + width))) break;
    start += width;
  }
  return text.slice(start);
}

/** `strings.TrimRight`: cuts trailing code points that are in `cutset`. */
export function trimRight(text: string, cutset: string): string {
  const runes = new Set(cutset);
  let end = text.length;
  while (end > 0) {
    const at = lastRuneAt(text, end);
    if (!runes.has(text.slice(at, end))) break;
    end = at;
  }
  return text.slice(0, end);
}

/** `strings.Trim`. */
export const trim = (text: string, cutset: string): string => trimRight(trimLeft(text, cutset), cutset);

/** Characters full of places to replace that cost one unit of limits.ts. */
const LENGTH_OF_PLACES = 16;

/** `strings.Replace`: the first `count` places, all where it is negative; an empty `old` is between all code points. */
export function replaceText(text: string, old: string, by: string, count: number, ctx: CallContext): string {
  if (old === by || count === 0) return text;
  // Each place costs, and how many there are shows only afterwards.
  ctx.charge(Math.floor(text.length / (LENGTH_OF_PLACES * Math.max(old.length, 1))));
  if (count < 0 && old !== "" && text.length * (by.length + 1) <= MAX_OUTPUT) return text.replaceAll(old, () => by);
  const parts: string[] = [];
  let from = 0;
  let length = text.length;
  let left = count;
  // An empty `old` matches before each code point and at the end.
  let at = text.indexOf(old);
  while (at >= 0 && left !== 0) {
    parts.push(text.slice(from, at), by);
    length += by.length - old.length;
    if (length > MAX_OUTPUT) ctx.reserve(length);
    from = at + old.length;
    left--;
    if (old !== "") at = text.indexOf(old, from);
    else if (at >= text.length) break;
    else at += text.codePointAt(at)! > 0xffff ? 2 : 1;
  }
  parts.push(text.slice(from));
  return parts.join("");
}
