/** White space as Go's `unicode.IsSpace` counts it: JavaScript's adds U+FEFF and lacks U+0085. */

/** The characters, for use inside brackets of a regular expression. */
export const GO_SPACES = "\\t\\n\\v\\f\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

const SPACE = new RegExp(`[${GO_SPACES}]`);

/** Whether the UTF-16 unit is white space. */
export function isGoSpace(unit: number): boolean {
  if (unit < 128) return unit === 32 || (unit >= 9 && unit <= 13);
  return SPACE.test(String.fromCharCode(unit));
}

/** `strings.TrimSpace`; the sides can be chosen. */
export function trimGoSpace(text: string, left = true, right = true): string {
  let start = 0;
  let end = text.length;
  if (left) while (start < end && isGoSpace(text.charCodeAt(start))) start++;
  if (right) while (end > start && isGoSpace(text.charCodeAt(end - 1))) end--;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}
