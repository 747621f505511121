/** JSON literals of expressions, by Go's `encoding/json`: the platform's parser, numbers in range, U+FFFD for half pairs. */
import { nestsTooDeeply, parseNative } from "../json/grammar.ts";
import { encodeGoJson } from "../json/index.ts";
import { ExpressionError, quoteCharacter, type Token } from "./lex.ts";

/** An escaped backslash, a pair of surrogates, or half of one. */
const SURROGATES = /\\\\|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[dD][89a-fA-F][\da-fA-F]{2}/g;

/** The JSON text of a JSON literal token, without half pairs and blanks around it. Throws {@link ExpressionError}. */
export function spellLiteral(token: Token): string {
  const text = token.value.replace(SURROGATES, (found) => (found.length === 6 ? "\\ufffd" : found));
  const value = parseNative(text);
  if (value === undefined) throw new ExpressionError(describe(token.value), token.start, token.end);
  if (nestsTooDeeply(token.value)) throw new ExpressionError("exceeded max depth", token.start, token.end);
  if (encodeGoJson(value) === undefined) {
    throw new ExpressionError("json: cannot unmarshal number into Go value of type float64", token.start, token.end);
  }
  return text.trim();
}

/** Go's message for the mistake, as far as the ends show it. */
function describe(text: string): string {
  const start = text.replace(/^[ \t\n\r]+/, "");
  if (start === "") return "unexpected end of JSON input";
  if (!/^[[{"\dtfn-]/.test(start)) {
    return `invalid character ${quoteCharacter(String.fromCodePoint(start.codePointAt(0)!))} looking for beginning of value`;
  }
  for (const word of ["true", "false", "null"]) {
    if (start[0] !== word[0] || start.startsWith(word)) continue;
    let same = 1;
    while (start[same] === word[same]) same++;
    const wrong = start.codePointAt(same);
    if (wrong === undefined) return "unexpected end of JSON input";
    const found = quoteCharacter(String.fromCodePoint(wrong));
    return `invalid character ${found} in literal ${word} (expecting '${word[same]}')`;
  }
  const scalar = /^(?:null|true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)[ \t\n\r]*(?=(.))/s.exec(start);
  if (scalar?.[1]) return `invalid character ${quoteCharacter(scalar[1])} after top-level value`;
  return `invalid JSON literal \`${text}\``;
}
