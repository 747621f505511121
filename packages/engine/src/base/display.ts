/** Texts on a terminal: how wide they are, and long ones cut. */

const ZERO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
const WIDE_EMOJI = /^\p{Emoji_Presentation}$/u;
/** Ranges of wide characters (East Asian Width W and F of the Unicode standard, blocks as a whole). */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x17000, 0x18cff],
  [0x1b000, 0x1b2ff],
  [0x20000, 0x3fffd],
];

/** Columns that one character takes on a terminal; 0 for those that combine with the one before. */
export function characterWidth(character: string): number {
  const code = character.codePointAt(0)!;
  if (code < 0x300) return 1;
  if (ZERO_WIDTH.test(character)) return 0;
  return WIDE.some(([from, to]) => code >= from && code <= to) || WIDE_EMOJI.test(character) ? 2 : 1;
}

/** Columns that a text without control characters takes. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

/** At most `limit` UTF-16 units of `text`: the middle gives way to a note of how much is left out. */
export function cutMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = wholeCharacters(text, 0, Math.ceil(limit * 0.7));
  const tail = text.length - Math.floor(limit * 0.3);
  const end = text.slice(isLowSurrogate(text, tail) ? tail + 1 : tail);
  return `${head}… ${text.length - head.length - end.length} more …${end}`;
}

/** `text.slice(from, to)` without half a surrogate pair at its ends. */
export function wholeCharacters(text: string, from: number, to: number): string {
  return text.slice(isLowSurrogate(text, from) ? from - 1 : from, isLowSurrogate(text, to) ? to - 1 : to);
}

function isLowSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
}
