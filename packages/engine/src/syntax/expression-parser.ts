/**
 * The part of the parser that reads expressions, by precedence climbing. It knows the height of each tree it builds, so
 * that chains which need no nesting in the text are limited too and walkers may recurse.
 */
import { type Span, span } from "../base/span.ts";
import type { BinaryOperator, Expression, LiteralExpression, LiteralKind, ObjectField, UnaryOperator } from "./ast.ts";
import { binaryPrecedence, type Token, type TokenKind } from "./token.ts";
import { MAX_HEIGHT, type TokenStream } from "./token-stream.ts";

const EXPRESSION_STOPS: ReadonlySet<TokenKind> = new Set(["TERMINATOR", ")", "}", "]", ","]);

const LITERALS: Partial<Record<TokenKind, LiteralKind>> = {
  STRING: "string",
  NUMBER: "number",
  FLOAT: "float",
  BOOL: "bool",
  NULL: "null",
};

const ELEMENT_STARTS: ReadonlySet<TokenKind> = new Set<TokenKind>([
  "STRING",
  "NUMBER",
  "FLOAT",
  "BOOL",
  "NULL",
  "IDENT",
  "(",
  "[",
  "{",
  "!",
  "-",
]);
const FIELD_STARTS: ReadonlySet<TokenKind> = new Set<TokenKind>(["STRING", "IDENT"]);
/** How a block begins. */
const BLOCK = /[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*[ \t]*(?:"[^"\n]*"[ \t]*)?\{/u.source;
/** What follows a line with an unclosed list of expressions: an attribute, a block, or the end of one. */
const ELEMENTS_END = new RegExp(`\\}|[\\p{L}_][\\p{L}\\p{N}_]*[ \\t]*=(?!=)|${BLOCK}`, "uy");
/** The same for fields, which look like attributes. */
const FIELDS_END = new RegExp(BLOCK, "uy");

/** Where a field's value begins, or the field ends. */
const FIELD_STOPS: ReadonlySet<TokenKind> = new Set(["=", ",", "}", "TERMINATOR"]);

export class ExpressionParser {
  readonly #tokens: TokenStream;
  readonly #skipBody: () => void;
  /** Height of the expression parsed last. */
  #height = 0;
  /** How many lists the parser is in. */
  #lists = 0;
  /** Whether a bracket is still open at the end of the current line. */
  #unclosed = false;

  /** `skipBody` reads the body of a block up to its closing brace: blocks may wrongly be in place of a value. */
  constructor(tokens: TokenStream, skipBody: () => void) {
    this.#tokens = tokens;
    this.#skipBody = skipBody;
  }

  #built<E extends Expression>(expression: E, height: number): E {
    this.#height = height;
    if (height > MAX_HEIGHT) this.#tokens.stopTooDeep(expression.span);
    return expression;
  }

  /** Reads one expression; what is missing becomes a null without any text. */
  parseExpression(): Expression {
    if (this.#tokens.token.kind !== "TERMINATOR") this.#unclosed = false;
    const expression = this.#tokens.enter() ? this.#parseBinary(1) : this.#missingExpression();
    this.#tokens.leave();
    return expression;
  }

  /** Binary operators that bind at least as tightly as `minimum` and group to the left. */
  #parseBinary(minimum: number): Expression {
    let left = this.#parsePower();
    let height = this.#height;
    for (;;) {
      const operator = this.#tokens.token;
      const precedence = binaryPrecedence(operator.kind);
      if (precedence < minimum) {
        this.#height = height;
        return left;
      }
      this.#tokens.next();
      const right = this.#parseBinary(precedence + 1);
      height = Math.max(height, this.#height) + 1;
      left = this.#built(binary(left, operator, right), height);
    }
  }

  /** UnaryExpr [ "^" PowExpr ], which groups to the right */
  #parsePower(): Expression {
    const left = this.#parseUnary();
    if (this.#tokens.token.kind !== "^") return left;
    const height = this.#height;
    const operator = this.#tokens.token;
    this.#tokens.next();
    const right = this.#tokens.enter() ? this.#parsePower() : this.#missingExpression();
    this.#tokens.leave();
    return this.#built(binary(left, operator, right), Math.max(height, this.#height) + 1);
  }

  #parseUnary(): Expression {
    const token = this.#tokens.token;
    if (token.kind !== "!" && token.kind !== "-") return this.#parseOperand();
    const operator: UnaryOperator = token.kind;
    this.#tokens.next();
    const value = this.#tokens.enter() ? this.#parseUnary() : this.#missingExpression();
    this.#tokens.leave();
    const at = span(token.start, value.span.end);
    return this.#built({ kind: "unary", operator, value, span: at }, this.#height + 1);
  }

  /** PrimaryExpr { "." identifier | "[" Expression "]" | "(" [ ExpressionList ] ")" } */
  #parseOperand(): Expression {
    let value = this.#parsePrimary();
    let height = this.#height;
    for (;;) {
      this.#height = height;
      const start = value.span.start;
      switch (this.#tokens.token.kind) {
        case ".": {
          this.#tokens.next();
          const name = this.#tokens.expect("IDENT");
          const found = name.kind === "IDENT";
          const nameSpan = found ? span(name.start, name.end) : span(name.start, name.start);
          const at = span(start, found ? name.end : this.#textEnd(name.start));
          value = this.#built({ kind: "access", value, name: found ? name.text : "", nameSpan, span: at }, height + 1);
          break;
        }
        case "[": {
          const open = this.#tokens.expect("[");
          const index = this.parseExpression();
          height = Math.max(height, this.#height);
          const bracketSpan = this.#close("]", open.start);
          const at = span(start, bracketSpan.end);
          value = this.#built({ kind: "index", value, index, bracketSpan, span: at }, height + 1);
          break;
        }
        case "(": {
          const open = this.#tokens.expect("(");
          const args = this.#tokens.kind() === ")" ? [] : this.#parseExpressionList(")");
          if (args.length > 0) height = Math.max(height, this.#height);
          const parenSpan = this.#close(")", open.start);
          value = this.#built({ kind: "call", value, args, parenSpan, span: span(start, parenSpan.end) }, height + 1);
          break;
        }
        case "STRING":
        case "{":
          if (!this.#rejectBlock(value)) return value;
          break;
        default:
          return value;
      }
      height++;
    }
  }

  /** End of the text before a missing token, in whose place another is at `start`. */
  #textEnd(start: number): number {
    return Math.min(start, Math.max(this.#tokens.lastEnd, 0));
  }

  /** Expects the closing bracket; the span from `start` to after it. */
  #close(kind: TokenKind, start: number): Span {
    if (this.#unclosed) {
      // It ends where the line does, as all brackets around it.
      if (this.#tokens.token.kind === "TERMINATOR") return span(start, Math.max(start, this.#tokens.lastEnd));
      this.#unclosed = false;
    }
    const token = this.#tokens.expect(kind);
    return span(start, Math.max(start, token.kind === kind ? token.end : token.start));
  }

  /** A block is in place of a value: skips and reports it. False if it is not a block either. */
  #rejectBlock(value: Expression): boolean {
    if (this.#tokens.token.kind === "STRING") this.#tokens.next();
    if (this.#tokens.kind() !== "{") {
      // In a list it is two texts without a comma between. What follows is not taken: it may be the end of the line.
      const code = this.#lists > 0 ? "syntax-missing-comma" : "syntax-unexpected-token";
      this.#tokens.error(code, `expected {, got ${this.#tokens.token.kind}`);
      if (!EXPRESSION_STOPS.has(this.#tokens.kind())) this.#tokens.consumeStatement();
      return false;
    }
    this.#tokens.next();
    this.#skipBody();
    const close = this.#tokens.expect("}");
    if (close.kind !== "}") {
      this.#tokens.structured = false;
      this.#tokens.consumeStatement();
      return false;
    }
    const at = span(value.span.start, close.end);
    this.#tokens.add("syntax-block-as-expression", "cannot use a block as an expression", at);
    return true;
  }

  #parsePrimary(): Expression {
    const token = this.#tokens.token;
    const at = span(token.start, token.end);
    const literal = LITERALS[token.kind];
    if (literal) {
      this.#tokens.next();
      return this.#built({ kind: "literal", literal, text: token.text, span: at }, 1);
    }
    switch (token.kind) {
      case "IDENT":
        this.#tokens.next();
        return this.#built({ kind: "identifier", name: token.text, span: at }, 1);
      case "(": {
        this.#tokens.next();
        const inner = this.parseExpression();
        const height = this.#height + 1;
        return this.#built({ kind: "paren", inner, span: this.#close(")", token.start) }, height);
      }
      case "[": {
        this.#tokens.next();
        const elements = this.#tokens.kind() === "]" ? [] : this.#parseExpressionList("]");
        const height = elements.length > 0 ? this.#height + 1 : 1;
        return this.#built({ kind: "array", elements, span: this.#close("]", token.start) }, height);
      }
      case "{": {
        this.#tokens.next();
        // The reference parser looks for the wrong bracket here, so `{]` skips the fields.
        const fields = this.#tokens.kind() === "]" ? [] : this.#parseFieldList("}");
        const height = fields.length > 0 ? this.#height + 1 : 1;
        return this.#built({ kind: "object", fields, span: this.#close("}", token.start) }, height);
      }
    }
    this.#tokens.error("syntax-unexpected-token", `expected expression, got ${token.kind}`);
    const missing = this.#missingExpression();
    this.#tokens.advanceTo(EXPRESSION_STOPS);
    return missing;
  }

  /** Placeholder for a missing expression: a null without any text. */
  #missingExpression(): LiteralExpression {
    this.#height = 1;
    const at = span(this.#tokens.token.start, this.#tokens.token.start);
    return { kind: "literal", literal: "null", text: "null", span: at };
  }

  /**
   * Takes the comma, or reports that it is missing; an item that follows is then the next one. False if the list is not
   * closed before the line ends: what follows is a statement of its own.
   */
  #readComma(list: string, starts: ReadonlySet<TokenKind>, end: RegExp): boolean {
    if (this.#tokens.token.kind === ",") {
      this.#tokens.next();
      return true;
    }
    this.#tokens.error("syntax-missing-comma", `missing ',' in ${list}`);
    if (this.#tokens.kind() === "TERMINATOR" && this.#tokens.isFollowedBy(end)) {
      this.#unclosed = true;
      return false;
    }
    if (!starts.has(this.#tokens.kind())) this.#tokens.next();
    return true;
  }

  /** Expression { "," Expression } [ "," ]; leaves the greatest height. */
  #parseExpressionList(until: TokenKind): Expression[] {
    const list: Expression[] = [];
    let height = 0;
    this.#lists++;
    while (this.#tokens.token.kind !== until && this.#tokens.token.kind !== "EOF") {
      list.push(this.parseExpression());
      height = Math.max(height, this.#height);
      if (this.#tokens.token.kind === until) break;
      if (!this.#readComma("expression list", ELEMENT_STARTS, ELEMENTS_END)) break;
    }
    this.#lists--;
    this.#height = height;
    return list;
  }

  /** Field { "," Field } [ "," ]; leaves the greatest height. */
  #parseFieldList(until: TokenKind): ObjectField[] {
    const list: ObjectField[] = [];
    let height = 0;
    this.#lists++;
    while (this.#tokens.token.kind !== until && this.#tokens.token.kind !== "EOF") {
      list.push(this.#parseField());
      height = Math.max(height, this.#height);
      if (this.#tokens.token.kind === until) break;
      if (!this.#readComma("field list", FIELD_STARTS, FIELDS_END)) break;
    }
    this.#lists--;
    this.#height = height;
    return list;
  }

  /** Field = ( string | identifier ) "=" Expression */
  #parseField(): ObjectField {
    const token = this.#tokens.token;
    let name = "";
    let quoted = false;
    let nameSpan = span(token.start, token.start);
    if (token.kind === "STRING" || token.kind === "IDENT") {
      // An empty string keeps its quotes as part of the name, as in Alloy.
      quoted = token.kind === "STRING" && token.text.length > 2;
      name = quoted ? token.text.slice(1, -1) : token.text;
      nameSpan = span(token.start, token.end);
      this.#tokens.next();
    } else {
      this.#tokens.error("syntax-unexpected-token", `expected field name (string or identifier), got ${token.kind}`);
      // Braces of a template without quotes, say: whose each is, is not known.
      if (token.kind === "{") this.#tokens.structured = false;
      this.#tokens.advanceTo(FIELD_STOPS);
    }
    if (this.#tokens.kind() === "=") this.#tokens.next();
    else {
      this.#tokens.error("syntax-unexpected-token", `expected =, got ${this.#tokens.token.kind}`);
      this.#tokens.advanceTo(FIELD_STOPS);
      if (this.#tokens.kind() === "=") this.#tokens.next();
      else return { name, nameSpan, quoted, value: this.#missingExpression(), span: nameSpan };
    }
    const value = this.parseExpression();
    return { name, nameSpan, quoted, value, span: span(nameSpan.start, Math.max(nameSpan.end, value.span.end)) };
  }
}

function binary(left: Expression, operator: Token, right: Expression): Expression {
  return {
    kind: "binary",
    operator: operator.kind as BinaryOperator,
    operatorSpan: span(operator.start, operator.end),
    left,
    right,
    span: span(left.span.start, right.span.end),
  };
}
