/**
 * Lexical tokens. A token kind is named as messages name it, so `expected TERMINATOR, got IDENT` needs no table.
 */

export type TokenKind =
  | "ILLEGAL"
  | "EOF"
  | "COMMENT"
  | "IDENT"
  | "NUMBER"
  | "FLOAT"
  | "STRING"
  | "BOOL"
  | "NULL"
  | "||"
  | "&&"
  | "!"
  | "="
  | "=="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "+"
  | "-"
  | "*"
  | "/"
  | "%"
  | "^"
  | "{"
  | "}"
  | "("
  | ")"
  | "["
  | "]"
  | ","
  | "."
  | "TERMINATOR";

/** `text` is the literal as written for literals, identifiers, keywords, comments and illegal characters, else empty. */
export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** How tightly a binary operator binds; 0 for everything that is none. */
export function binaryPrecedence(kind: TokenKind): number {
  switch (kind) {
    case "||":
      return 1;
    case "&&":
      return 2;
    case "==":
    case "!=":
    case "<":
    case "<=":
    case ">":
    case ">=":
      return 3;
    case "+":
    case "-":
      return 4;
    case "*":
    case "/":
    case "%":
      return 5;
    case "^":
      return 6;
    default:
      return 0;
  }
}
