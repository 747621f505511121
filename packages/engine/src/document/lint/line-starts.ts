/** How patterns of lines begin, compared as texts: whether one can only match lines that another matches, too. */

/** An escape, a class, the beginning of a group, or a character. */
const TOKEN = /\\[pP]\{\w+\}|\\.|\[(?:\\.|[^\]\\])*\]|\(\?P?<\w+>|\(\?[a-zA-Z]*:|\(|\)|./gsu;

/** Compared tokens of a pattern at most. */
const MAX_TOKENS = 200;

/** The tokens of a pattern, without the brackets of its groups; undefined if it does not begin with `^`. */
function startOf(pattern: string): string[] | undefined {
  if (!pattern.startsWith("^")) return undefined;
  const tokens: string[] = [];
  for (const [token] of pattern.slice(1).matchAll(TOKEN)) {
    if (tokens.length >= MAX_TOKENS) break;
    if (!token.startsWith("(") && token !== ")") tokens.push(token);
  }
  return tokens;
}

/** Whether both are anchored and `pattern` begins with all of `start`. */
export function beginsLike(pattern: string, start: string): boolean {
  const [own, wanted] = [startOf(pattern), startOf(start)];
  if (own === undefined || wanted === undefined || wanted.length === 0 || wanted.includes("|")) return false;
  while (wanted.at(-1) === "+" || wanted.at(-1) === "*") wanted.pop();
  return wanted.length > 0 && wanted.every((token, i) => own[i] === token);
}

/** Whether lines that match begin with a date or a time: `^\d{4}-`, `^\[?\d\d:`, `^20\d\d`. */
export const seeksDate = (pattern: string): boolean =>
  /^\^(?:\(\?:|\(|\\\[\??|\[\[\]\??)*(?:(?:\\d|\[0-9\])(?:\{[1-4](?:,[2-4])?\}|\\d|\[0-9\]|\+[-/:.])|20\d\d|20\\d)/.test(
    pattern,
  );
