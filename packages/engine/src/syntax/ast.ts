/**
 * The syntax tree of a configuration file. Every node carries its `span` (UTF-16 offsets, half-open); lines and byte
 * columns come from the file's `LineIndex`. Nodes are plain immutable data: an edit is a text edit and a new parse.
 * Comments are not attached to nodes; the file lists them in order, as the printer wants them.
 */
import type { Diagnostic } from "../base/diagnostic.ts";
import type { LineIndex, Span } from "../base/span.ts";

/** One parsed text. After syntax errors `body` holds what could be understood. */
export interface SourceFile {
  readonly text: string;
  /** Lines and byte columns of `text`. */
  readonly lines: LineIndex;
  readonly body: readonly Statement[];
  /** Groups in order of appearance. A group has no blank line and no other token between its comments. */
  readonly comments: readonly CommentGroup[];
  /** The whole text. */
  readonly span: Span;
}

/** A tree, and every error found in one run. `file` is partial where there are errors. */
export interface ParseResult {
  readonly file: SourceFile;
  readonly diagnostics: readonly Diagnostic[];
  /**
   * Whether every error is within one statement, which is marked as broken, while the others and their blocks are as written:
   * then these can still be decoded.
   */
  readonly structured: boolean;
  /** The statement that each error is in, as a number of its own; in the order of `diagnostics`. */
  readonly statements: readonly number[];
}

export interface CommentGroup {
  readonly comments: readonly Comment[];
  readonly span: Span;
}

export interface Comment {
  readonly style: "line" | "block";
  /** With its delimiters and without carriage returns; a line comment holds no newline. */
  readonly text: string;
  /** Its place in the source, carriage returns included. */
  readonly span: Span;
}

export type Statement = AttributeStatement | BlockStatement;

/** `name = value` */
export interface AttributeStatement {
  readonly kind: "attribute";
  readonly name: string;
  readonly nameSpan: Span;
  readonly value: Expression;
  /** From the name to the end of the value. */
  readonly span: Span;
  /**
   * Set where it has a syntax error, so that its value is not known: `rest` where further statements may have been read over
   * together with it.
   */
  readonly broken?: "value" | "rest" | undefined;
}

/** `name.parts "label" { body }` */
export interface BlockStatement {
  readonly kind: "block";
  /** All parts with dots between: `stage.match`. */
  readonly name: string;
  readonly nameParts: readonly string[];
  readonly nameSpan: Span;
  /** The text between the quotes. An empty label (`""`) counts as none, but has a span. */
  readonly label?: string | undefined;
  /** Of the label with its quotes. */
  readonly labelSpan?: Span | undefined;
  readonly body: readonly Statement[];
  /** From the opening brace to after the closing one. */
  readonly bodySpan: Span;
  /** From the name to after the closing brace. */
  readonly span: Span;
}

export type Expression =
  | LiteralExpression
  | ArrayExpression
  | ObjectExpression
  | IdentifierExpression
  | AccessExpression
  | IndexExpression
  | CallExpression
  | UnaryExpression
  | BinaryExpression
  | ParenExpression;

/** `number` has digits only; `float` has a dot or an exponent. */
export type LiteralKind = "number" | "float" | "string" | "bool" | "null";

export interface LiteralExpression {
  readonly kind: "literal";
  readonly literal: LiteralKind;
  /** As written: a string with its quotes and escapes. */
  readonly text: string;
  readonly span: Span;
}

/** `[a, b]` */
export interface ArrayExpression {
  readonly kind: "array";
  readonly elements: readonly Expression[];
  readonly span: Span;
}

/** `{ a = 1, "b" = 2 }` */
export interface ObjectExpression {
  readonly kind: "object";
  readonly fields: readonly ObjectField[];
  readonly span: Span;
}

export interface ObjectField {
  /** The text between the quotes where `quoted`: escape sequences are not interpreted, as in Alloy. */
  readonly name: string;
  readonly nameSpan: Span;
  readonly quoted: boolean;
  readonly value: Expression;
  readonly span: Span;
}

export interface IdentifierExpression {
  readonly kind: "identifier";
  readonly name: string;
  readonly span: Span;
}

/** `value.name` */
export interface AccessExpression {
  readonly kind: "access";
  readonly value: Expression;
  readonly name: string;
  readonly nameSpan: Span;
  readonly span: Span;
}

/** `value[index]` */
export interface IndexExpression {
  readonly kind: "index";
  readonly value: Expression;
  readonly index: Expression;
  /** From the opening bracket to after the closing one. */
  readonly bracketSpan: Span;
  readonly span: Span;
}

/** `value(args…)` */
export interface CallExpression {
  readonly kind: "call";
  readonly value: Expression;
  readonly args: readonly Expression[];
  /** From the opening parenthesis to after the closing one. */
  readonly parenSpan: Span;
  readonly span: Span;
}

export type UnaryOperator = "!" | "-";

export interface UnaryExpression {
  readonly kind: "unary";
  readonly operator: UnaryOperator;
  readonly value: Expression;
  readonly span: Span;
}

export type BinaryOperator = "||" | "&&" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "+" | "-" | "*" | "/" | "%" | "^";

export interface BinaryExpression {
  readonly kind: "binary";
  readonly operator: BinaryOperator;
  readonly operatorSpan: Span;
  readonly left: Expression;
  readonly right: Expression;
  readonly span: Span;
}

/** `(inner)` */
export interface ParenExpression {
  readonly kind: "paren";
  readonly inner: Expression;
  readonly span: Span;
}
