/**
 * Tokens of JMESPath, community dialect. The rules (and the oddities: only spaces, tabs, newlines and carriage returns
 * are blanks, identifiers are ASCII, a hyphen before a digit starts a number) are those of the Go library that the
 * original uses.
 */
export type TokenKind =
  | "star"
  | "dot"
  | "filter"
  | "flatten"
  | "lparen"
  | "rparen"
  | "lbracket"
  | "rbracket"
  | "lbrace"
  | "rbrace"
  | "or"
  | "pipe"
  | "number"
  | "identifier"
  | "quoted"
  | "comma"
  | "colon"
  | "plus"
  | "minus"
  | "multiply"
  | "divide"
  | "modulo"
  | "div"
  | "lt"
  | "lte"
  | "gt"
  | "gte"
  | "eq"
  | "ne"
  | "json"
  | "string"
  | "current"
  | "root"
  | "expref"
  | "and"
  | "not"
  | "variable"
  | "assign"
  | "end";

/** How error texts call the kinds (the specification's spelling: `tNumber`). */
export const TOKEN_NAMES: Readonly<Record<TokenKind, string>> = {
  star: "tStar",
  dot: "tDot",
  filter: "tFilter",
  flatten: "tFlatten",
  lparen: "tLparen",
  rparen: "tRparen",
  lbracket: "tLbracket",
  rbracket: "tRbracket",
  lbrace: "tLbrace",
  rbrace: "tRbrace",
  or: "tOr",
  pipe: "tPipe",
  number: "tNumber",
  identifier: "tUnquotedIdentifier",
  quoted: "tQuotedIdentifier",
  comma: "tComma",
  colon: "tColon",
  plus: "tPlus",
  minus: "tMinus",
  multiply: "tMultiply",
  divide: "tDivide",
  modulo: "tModulo",
  div: "tDiv",
  lt: "tLT",
  lte: "tLTE",
  gt: "tGT",
  gte: "tGTE",
  eq: "tEQ",
  ne: "tNE",
  json: "tJSONLiteral",
  string: "tStringLiteral",
  current: "tCurrent",
  root: "tRoot",
  expref: "tExpref",
  and: "tAnd",
  not: "tNot",
  variable: "tVarref",
  assign: "tAssign",
  end: "tEOF",
};

/** One token; offsets are UTF-16 in the expression; `value` is decoded for quoted names and literals. */
export interface Token {
  readonly kind: TokenKind;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** A mistake in an expression, thrown inside this folder only and returned as data at its edge. */
export class ExpressionError extends Error {
  readonly start: number;
  readonly end: number;

  constructor(message: string, start: number, end: number) {
    super(message);
    this.start = start;
    this.end = end;
  }
}

const FIXED: readonly (readonly [string, TokenKind])[] = [
  ["[?", "filter"],
  ["[]", "flatten"],
  ["//", "div"],
  ["||", "or"],
  ["<=", "lte"],
  [">=", "gte"],
  ["!=", "ne"],
  ["==", "eq"],
  ["&&", "and"],
  [".", "dot"],
  ["*", "star"],
  [",", "comma"],
  [":", "colon"],
  ["{", "lbrace"],
  ["}", "rbrace"],
  ["[", "lbracket"],
  ["]", "rbracket"],
  ["(", "lparen"],
  [")", "rparen"],
  ["@", "current"],
  ["+", "plus"],
  ["-", "minus"],
  ["\u2212", "minus"],
  ["%", "modulo"],
  ["\u00d7", "multiply"],
  ["/", "divide"],
  ["\u00f7", "divide"],
  ["|", "pipe"],
  ["<", "lt"],
  [">", "gt"],
  ["!", "not"],
  ["=", "assign"],
  ["&", "expref"],
];

const WORD = /([A-Za-z_][A-Za-z0-9_]*)|(\$[A-Za-z0-9_]*)|(-?[0-9]+)|([ \t\n\r]+)/y;
// A backslash before a quote or a backslash always takes it along, even where that leaves the text unclosed.
const RAW_STRING = /'((?:\\['\\]|\\(?!['\\])|[^'\\])*)'/y;

/** All tokens of `expression`, ending in one `end`. Throws {@link ExpressionError}. */
export function tokenize(expression: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < expression.length) {
    WORD.lastIndex = at;
    const word = WORD.exec(expression);
    if (word) {
      const end = at + word[0].length;
      const kind = word[1] ? "identifier" : word[2] ? (word[2] === "$" ? "root" : "variable") : word[3] ? "number" : "";
      if (kind) tokens.push({ kind, value: word[0], start: at, end });
      at = end;
      continue;
    }
    const token = readQuoted(expression, at) ?? readFixed(expression, at);
    if (token === undefined) {
      const character = String.fromCodePoint(expression.codePointAt(at)!);
      const message = `SyntaxError: Unknown char: ${quoteCharacter(character)}`;
      throw new ExpressionError(message, at, at + character.length);
    }
    tokens.push(token);
    at = token.end;
  }
  tokens.push({ kind: "end", value: "", start: at, end: at });
  return tokens;
}

function readFixed(expression: string, at: number): Token | undefined {
  const found = FIXED.find(([text]) => expression.startsWith(text, at));
  return found && { kind: found[1], value: found[0], start: at, end: at + found[0].length };
}

function readQuoted(expression: string, start: number): Token | undefined {
  const quote = expression[start];
  if (quote === "'") {
    RAW_STRING.lastIndex = start;
    const found = RAW_STRING.exec(expression);
    if (!found) throw unclosed(expression, start, quote);
    const value = found[1]!.replace(/\\(['\\])/g, "$1");
    return { kind: "string", value, start, end: start + found[0].length };
  }
  if (quote !== '"' && quote !== "`") return undefined;
  let at = start + 1;
  while (at < expression.length && expression[at] !== quote) at += expression[at] === "\\" ? 2 : 1;
  if (at >= expression.length) throw unclosed(expression, start, quote);
  const inside = expression.slice(start + 1, at);
  const end = at + 1;
  if (quote === "`") return { kind: "json", value: inside.replaceAll("\\`", "`"), start, end };
  return { kind: "quoted", value: decodeName(inside, start, end), start, end };
}

function unclosed(expression: string, start: number, quote: string): ExpressionError {
  return new ExpressionError(`SyntaxError: Unclosed delimiter: ${quote}`, start, expression.length);
}

/** A quoted name is a JSON string. */
function decodeName(inside: string, start: number, end: number): string {
  try {
    return replaceLoneSurrogates(JSON.parse(`"${inside}"`) as string);
  } catch {
    const bad = /\\(?!["\\/bfnrt]|u[\da-fA-F]{4})(.?)/su.exec(inside);
    const message = bad
      ? `invalid character ${quoteCharacter(bad[1] || '"')} in string escape code`
      : "invalid character in string literal";
    throw new ExpressionError(message, start, end);
  }
}

/** Go decodes an escape of half a pair as U+FFFD. */
function replaceLoneSurrogates(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");
}

/** A character in single quotes and in ASCII, as Go's `strconv.QuoteRuneToASCII` shows one. */
export function quoteCharacter(character: string): string {
  const code = character.codePointAt(0)!;
  if (code === 39 || code === 92) return `'\\${String.fromCharCode(code)}'`;
  if (code >= 32 && code < 127) return `'${String.fromCharCode(code)}'`;
  const short = SHORT_ESCAPES.get(code);
  if (short) return `'\\${short}'`;
  const hex = code.toString(16);
  if (code < 128) return `'\\x${hex.padStart(2, "0")}'`;
  return code > 0xffff ? `'\\U${hex.padStart(8, "0")}'` : `'\\u${hex.padStart(4, "0")}'`;
}

const SHORT_ESCAPES: ReadonlyMap<number, string> = new Map([
  [7, "a"],
  [8, "b"],
  [9, "t"],
  [10, "n"],
  [11, "v"],
  [12, "f"],
  [13, "r"],
]);
