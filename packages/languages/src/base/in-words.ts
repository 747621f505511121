/** How a text of few characters stands in a sentence: in backticks, or by its name if it would show as nothing. */

const NAMES: readonly (readonly [text: RegExp, one: string, several: string])[] = [
  [/^ +$/, "a blank", "blanks"],
  [/^\t+$/, "a tab", "tabs"],
  [/^\n+$/, "a line break", "line breaks"],
];

/** `` `abc` ``, `a blank`, `2 tabs`. */
export function inWords(text: string): string {
  const name = NAMES.find(([pattern]) => pattern.test(text));
  if (name !== undefined) return text.length === 1 ? name[1] : `${text.length} ${name[2]}`;
  return text !== "" && text.trim() === "" ? "white space" : `\`${text}\``;
}
