/**
 * Recursive-descent parser with Alloy's error recovery: it never stops at an error, reports at most one parse error per
 * line (errors of the scanner are always reported), and skips to where the next statement could start. Methods keep the
 * order of the reference parser, since recovery is defined by nothing else.
 *
 * Limits: nesting (MAX_NESTING levels of blocks, brackets and operators of the right side), the height of one
 * expression (MAX_HEIGHT, which bounds chains such as `a.b.c…` and `1 + 1 + …` too, so that walkers may recurse), and
 * the number of diagnostics.
 */
import type { Diagnostic } from "../base/diagnostic.ts";
import { LineIndex, type Span, span } from "../base/span.ts";
import type {
  AttributeStatement,
  BinaryOperator,
  BlockStatement,
  Comment,
  CommentGroup,
  Expression,
  LiteralExpression,
  LiteralKind,
  ObjectField,
  SourceFile,
  Statement,
  UnaryOperator,
} from "./ast.ts";
import { isValidIdentifier, quoteString } from "./characters.ts";
import { createLineFinder, type LineFinder } from "./line-finder.ts";
import { Scanner, stripCarriageReturns } from "./scanner.ts";
import { binaryPrecedence, type Token, type TokenKind } from "./token.ts";

/** How deep blocks and expressions may nest. */
export const MAX_NESTING = 500;
/** How high the tree of one expression may grow, chains included. */
export const MAX_HEIGHT = 1000;
/** How many diagnostics one parse reports. */
export const MAX_DIAGNOSTICS = 1000;

const EXPRESSION_STOPS: ReadonlySet<TokenKind> = new Set(["TERMINATOR", ")", "}", "]", ","]);

const LITERALS: Partial<Record<TokenKind, LiteralKind>> = {
  STRING: "string",
  NUMBER: "number",
  FLOAT: "float",
  BOOL: "bool",
  NULL: "null",
};

interface BlockName {
  readonly parts: string[];
  readonly span: Span;
  readonly label: string;
  readonly labelSpan: Span | undefined;
}

export class Parser {
  readonly #text: string;
  readonly #lines: LineFinder;
  readonly #scanner: Scanner;
  readonly #diagnostics: Diagnostic[] = [];
  readonly #comments: CommentGroup[] = [];
  #token: Token = { kind: "EOF", start: 0, end: 0, text: "" };
  /** End of the last token that was consumed. */
  #lastEnd = 0;
  /** Line of the last parse error; a second one on the same line is not reported. */
  #errorLine = 0;
  #depth = 0;
  /** Height of the expression parsed last. */
  #height = 0;
  #tooDeep = false;

  constructor(text: string) {
    this.#text = text;
    this.#lines = createLineFinder(text);
    this.#scanner = new Scanner(text, (start, end, code, message) => this.#add(code, message, span(start, end)));
    this.#next();
  }

  /** File = Body */
  parseFile(): { file: SourceFile; diagnostics: Diagnostic[] } {
    const body = this.#parseBody("EOF");
    const text = this.#text;
    const file: SourceFile = {
      text,
      lines: new LineIndex(text),
      body,
      comments: this.#comments,
      span: span(0, text.length),
    };
    return { file, diagnostics: this.#diagnostics };
  }

  /** Expression, and nothing behind it */
  parseExpressionAlone(): { expression: Expression; diagnostics: Diagnostic[] } {
    const expression = this.#parseExpression();
    this.#expect("TERMINATOR");
    return { expression, diagnostics: this.#diagnostics };
  }

  #next(): void {
    this.#lastEnd = this.#token.end;
    this.#scan();
    while (this.#token.kind === "COMMENT") this.#consumeCommentGroup();
  }

  #scan(): void {
    // Once the text is found to nest too deep, the rest of it is not looked at.
    const end = this.#text.length;
    this.#token = this.#tooDeep ? { kind: "EOF", start: end, end, text: "" } : this.#scanner.scan();
  }

  #consumeCommentGroup(): void {
    const comments: Comment[] = [];
    let endLine = this.#lines.lineAt(this.#token.start);
    while (this.#token.kind === "COMMENT" && this.#lines.lineAt(this.#token.start) <= endLine + 1) {
      const token = this.#token;
      endLine = this.#lines.lineAt(token.start);
      const style = token.text.startsWith("/*") ? "block" : "line";
      if (style === "block")
        for (let i = token.text.indexOf("\n"); i >= 0; i = token.text.indexOf("\n", i + 1)) endLine++;
      comments.push({ style, text: stripCarriageReturns(token.text), span: span(token.start, token.end) });
      this.#scan();
    }
    this.#comments.push({ comments, span: span(comments[0]!.span.start, comments.at(-1)!.span.end) });
  }

  #advanceTo(stops: ReadonlySet<TokenKind>): void {
    while (this.#token.kind !== "EOF" && !stops.has(this.#token.kind)) this.#next();
  }

  /** Consumes the next token, whatever it is, and reports when it is not a `kind`. */
  #expect(kind: TokenKind): Token {
    const token = this.#token;
    if (token.kind !== kind) this.#error("syntax-unexpected-token", `expected ${kind}, got ${token.kind}`);
    this.#next();
    return token;
  }

  #add(code: string, message: string, at: Span): void {
    if (this.#diagnostics.length >= MAX_DIAGNOSTICS) return;
    const end = Math.min(Math.max(at.end, at.start), this.#text.length);
    this.#diagnostics.push({ severity: "error", code, message, span: span(at.start, end) });
  }

  #error(code: string, message: string): void {
    if (this.#tooDeep) return;
    const token = this.#token;
    const line = this.#lines.lineAt(token.start);
    if (this.#errorLine === line) return;
    this.#errorLine = line;
    this.#add(code, message, span(token.start, token.end));
  }

  #stopTooDeep(at: Span): void {
    if (this.#tooDeep) return;
    this.#add("syntax-too-deep", `nested too deep: more than ${MAX_NESTING} levels, or ${MAX_HEIGHT} in a chain`, at);
    this.#tooDeep = true;
    this.#next();
  }

  /** Enters one level of nesting; false when that is one too many. */
  #enter(): boolean {
    this.#depth++;
    if (this.#depth <= MAX_NESTING) return true;
    this.#stopTooDeep(span(this.#token.start, this.#token.end));
    return false;
  }

  #leave(): void {
    this.#depth--;
  }

  #built<E extends Expression>(expression: E, height: number): E {
    this.#height = height;
    if (height > MAX_HEIGHT) this.#stopTooDeep(expression.span);
    return expression;
  }

  /** Body = [ Statement { terminator Statement } ] */
  #parseBody(until: TokenKind): Statement[] {
    const body: Statement[] = [];
    if (this.#enter()) {
      while (this.#token.kind !== until && this.#token.kind !== "EOF") {
        const statement = this.#parseStatement();
        if (statement) body.push(statement);
        if (this.#token.kind === until) break;
        if (this.#token.kind !== "TERMINATOR") {
          this.#error("syntax-unexpected-token", `expected TERMINATOR, got ${this.#token.kind}`);
          this.#consumeStatement();
        }
        this.#next();
      }
    }
    this.#leave();
    return body;
  }

  /** Skips the rest of a statement, up to a terminator outside of all brackets that were opened on the way. */
  #consumeStatement(): void {
    let curly = 0;
    let bracket = 0;
    let paren = 0;
    for (; this.#token.kind !== "EOF"; this.#next()) {
      switch (this.#token.kind) {
        case "{":
          curly++;
          break;
        case "}":
          curly--;
          break;
        case "[":
          bracket++;
          break;
        case "]":
          bracket--;
          break;
        case "(":
          paren++;
          break;
        case ")":
          paren--;
          break;
        case "TERMINATOR":
          // Counts fall below zero where the statement began inside of brackets.
          if (curly <= 0 && bracket <= 0 && paren <= 0) return;
      }
    }
  }

  /** Statement = identifier "=" Expression | BlockName "{" Body "}" */
  #parseStatement(): Statement | undefined {
    const name = this.#parseBlockName();
    if (!name) {
      this.#advanceTo(new Set<TokenKind>(["IDENT"]));
      return undefined;
    }
    if (this.#token.kind === "=") return this.#parseAttribute(name);
    if (this.#token.kind === "{") return this.#parseBlock(name);
    const wanted = name.parts.length === 1 && name.label === "" ? "attribute assignment or block body" : "block body";
    this.#error("syntax-unexpected-token", `expected ${wanted}, got ${this.#token.kind}`);
    this.#advanceTo(new Set<TokenKind>(["IDENT"]));
    return undefined;
  }

  #parseAttribute(name: BlockName): AttributeStatement {
    this.#next();
    if (name.parts.length !== 1) {
      const message = 'attribute names may only consist of a single identifier with no "."';
      this.#add("syntax-attribute-name", message, span(name.span.start, name.span.start + name.parts.join(".").length));
    } else if (name.labelSpan) {
      this.#add("syntax-attribute-name", "attribute names may not have labels", name.labelSpan);
    }
    const first = name.parts[0]!;
    const nameSpan = span(name.span.start, name.span.start + first.length);
    const value = this.#parseExpression();
    return { kind: "attribute", name: first, nameSpan, value, span: span(nameSpan.start, value.span.end) };
  }

  #parseBlock(name: BlockName): BlockStatement {
    const open = this.#expect("{");
    const body = this.#parseBody("}");
    const close = this.#expect("}");
    const end = Math.max(open.end, close.kind === "}" ? close.end : close.start);
    return {
      kind: "block",
      name: name.parts.join("."),
      nameParts: name.parts,
      nameSpan: name.span,
      label: name.label === "" ? undefined : name.label,
      labelSpan: name.labelSpan,
      body,
      bodySpan: span(open.start, end),
      span: span(name.span.start, end),
    };
  }

  /** BlockName = identifier { "." identifier } [ string ] */
  #parseBlockName(): BlockName | undefined {
    if (this.#token.kind !== "IDENT") {
      this.#error("syntax-unexpected-token", `expected identifier, got ${this.#token.kind}`);
      return undefined;
    }
    const start = this.#token.start;
    const parts = [this.#token.text];
    this.#next();
    while (this.#kind() === ".") {
      this.#next();
      if (this.#kind() !== "IDENT")
        this.#error("syntax-unexpected-token", `expected identifier, got ${this.#token.kind}`);
      parts.push(this.#kind() === "TERMINATOR" ? "" : this.#token.text);
      this.#next();
    }
    const nameSpan = span(start, this.#lastEnd);
    if (this.#kind() === "=" || this.#kind() === "{") return { parts, span: nameSpan, label: "", labelSpan: undefined };
    return { parts, span: nameSpan, ...this.#parseLabel() };
  }

  #parseLabel(): { label: string; labelSpan: Span | undefined } {
    const token = this.#token;
    let label = "";
    let labelSpan: Span | undefined;
    if (token.kind === "STRING") {
      if (!token.text.startsWith('"')) {
        const got = quoteString(token.text);
        this.#error("syntax-label", `expected block label to be a double quoted string, but got ${got}`);
      }
      if (token.text.length > 2) {
        label = token.text.slice(1, -1);
        if (!isValidIdentifier(label)) {
          const got = quoteString(label);
          this.#error("syntax-label", `expected block label to be a valid identifier, but got ${got}`);
        }
      }
      labelSpan = span(token.start, token.end);
    } else this.#error("syntax-unexpected-token", `expected block label, got ${token.kind}`);
    this.#next();
    return { label, labelSpan };
  }

  /** The kind of the current token, read afresh (the compiler cannot see that `#next` changes it). */
  #kind(): TokenKind {
    return this.#token.kind;
  }

  #parseExpression(): Expression {
    const expression = this.#enter() ? this.#parseBinary(1) : this.#missingExpression();
    this.#leave();
    return expression;
  }

  /** Binary operators that bind at least as tightly as `minimum` and group to the left. */
  #parseBinary(minimum: number): Expression {
    let left = this.#parsePower();
    let height = this.#height;
    for (;;) {
      const operator = this.#token;
      const precedence = binaryPrecedence(operator.kind);
      if (precedence < minimum) {
        this.#height = height;
        return left;
      }
      this.#next();
      const right = this.#parseBinary(precedence + 1);
      height = Math.max(height, this.#height) + 1;
      left = this.#built(binary(left, operator, right), height);
    }
  }

  /** UnaryExpr [ "^" PowExpr ], which groups to the right */
  #parsePower(): Expression {
    const left = this.#parseUnary();
    if (this.#token.kind !== "^") return left;
    const height = this.#height;
    const operator = this.#token;
    this.#next();
    const right = this.#enter() ? this.#parsePower() : this.#missingExpression();
    this.#leave();
    return this.#built(binary(left, operator, right), Math.max(height, this.#height) + 1);
  }

  #parseUnary(): Expression {
    const token = this.#token;
    if (token.kind !== "!" && token.kind !== "-") return this.#parseOperand();
    const operator: UnaryOperator = token.kind;
    this.#next();
    const value = this.#enter() ? this.#parseUnary() : this.#missingExpression();
    this.#leave();
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
      switch (this.#token.kind) {
        case ".": {
          this.#next();
          const name = this.#expect("IDENT");
          const found = name.kind === "IDENT";
          const nameSpan = found ? span(name.start, name.end) : span(name.start, name.start);
          const at = span(start, found ? name.end : this.#textEnd(name.start));
          value = this.#built({ kind: "access", value, name: found ? name.text : "", nameSpan, span: at }, height + 1);
          break;
        }
        case "[": {
          const open = this.#expect("[");
          const index = this.#parseExpression();
          height = Math.max(height, this.#height);
          const bracketSpan = this.#close("]", open.start);
          const at = span(start, bracketSpan.end);
          value = this.#built({ kind: "index", value, index, bracketSpan, span: at }, height + 1);
          break;
        }
        case "(": {
          const open = this.#expect("(");
          const args = this.#kind() === ")" ? [] : this.#parseExpressionList(")");
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

  /** End of the text before a token that is missing and stands as another one at `start`. */
  #textEnd(start: number): number {
    return Math.min(start, Math.max(this.#lastEnd, 0));
  }

  /** Expects the closing bracket; the span from `start` to behind it. */
  #close(kind: TokenKind, start: number): Span {
    const token = this.#expect(kind);
    return span(start, Math.max(start, token.kind === kind ? token.end : token.start));
  }

  /** A block stands where a value should: reads over it and says so. False when it was no block either. */
  #rejectBlock(value: Expression): boolean {
    if (this.#token.kind === "STRING") this.#next();
    if (this.#expect("{").kind !== "{") {
      this.#consumeStatement();
      return false;
    }
    this.#parseBody("}");
    const close = this.#expect("}");
    if (close.kind !== "}") {
      this.#consumeStatement();
      return false;
    }
    const at = span(value.span.start, close.end);
    this.#add("syntax-block-as-expression", "cannot use a block as an expression", at);
    return true;
  }

  #parsePrimary(): Expression {
    const token = this.#token;
    const at = span(token.start, token.end);
    const literal = LITERALS[token.kind];
    if (literal) {
      this.#next();
      return this.#built({ kind: "literal", literal, text: token.text, span: at }, 1);
    }
    switch (token.kind) {
      case "IDENT":
        this.#next();
        return this.#built({ kind: "identifier", name: token.text, span: at }, 1);
      case "(": {
        this.#next();
        const inner = this.#parseExpression();
        const height = this.#height + 1;
        return this.#built({ kind: "paren", inner, span: this.#close(")", token.start) }, height);
      }
      case "[": {
        this.#next();
        const elements = this.#kind() === "]" ? [] : this.#parseExpressionList("]");
        const height = elements.length > 0 ? this.#height + 1 : 1;
        return this.#built({ kind: "array", elements, span: this.#close("]", token.start) }, height);
      }
      case "{": {
        this.#next();
        // The reference parser looks for the wrong bracket here, so `{]` skips the fields.
        const fields = this.#kind() === "]" ? [] : this.#parseFieldList("}");
        const height = fields.length > 0 ? this.#height + 1 : 1;
        return this.#built({ kind: "object", fields, span: this.#close("}", token.start) }, height);
      }
    }
    this.#error("syntax-unexpected-token", `expected expression, got ${token.kind}`);
    const missing = this.#missingExpression();
    this.#advanceTo(EXPRESSION_STOPS);
    return missing;
  }

  /** What stands for an expression that is not there: a null without any text. */
  #missingExpression(): LiteralExpression {
    this.#height = 1;
    const at = span(this.#token.start, this.#token.start);
    return { kind: "literal", literal: "null", text: "null", span: at };
  }

  /** Expression { "," Expression } [ "," ]; leaves the greatest height. */
  #parseExpressionList(until: TokenKind): Expression[] {
    const list: Expression[] = [];
    let height = 0;
    while (this.#token.kind !== until && this.#token.kind !== "EOF") {
      list.push(this.#parseExpression());
      height = Math.max(height, this.#height);
      if (this.#token.kind === until) break;
      if (this.#token.kind !== ",") this.#error("syntax-missing-comma", "missing ',' in expression list");
      this.#next();
    }
    this.#height = height;
    return list;
  }

  /** Field { "," Field } [ "," ]; leaves the greatest height. */
  #parseFieldList(until: TokenKind): ObjectField[] {
    const list: ObjectField[] = [];
    let height = 0;
    while (this.#token.kind !== until && this.#token.kind !== "EOF") {
      list.push(this.#parseField());
      height = Math.max(height, this.#height);
      if (this.#token.kind === until) break;
      if (this.#token.kind !== ",") this.#error("syntax-missing-comma", "missing ',' in field list");
      this.#next();
    }
    this.#height = height;
    return list;
  }

  /** Field = ( string | identifier ) "=" Expression */
  #parseField(): ObjectField {
    const token = this.#token;
    let name = "";
    let quoted = false;
    let nameSpan = span(token.start, token.start);
    if (token.kind === "STRING" || token.kind === "IDENT") {
      // An empty string keeps its quotes as part of the name, as in Alloy.
      quoted = token.kind === "STRING" && token.text.length > 2;
      name = quoted ? token.text.slice(1, -1) : token.text;
      nameSpan = span(token.start, token.end);
      this.#next();
    } else {
      this.#error("syntax-unexpected-token", `expected field name (string or identifier), got ${token.kind}`);
      this.#advanceTo(new Set<TokenKind>(["="]));
    }
    this.#expect("=");
    const value = this.#parseExpression();
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
