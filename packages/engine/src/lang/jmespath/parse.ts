/**
 * The syntax tree of a JMESPath expression (community dialect): a precedence parser with the binding powers and the
 * leniencies of the Go library that the original uses (commas between arguments may be missing, `n = m` parses and
 * fails when evaluated).
 */

import type { ExtractedValue } from "../../base/extracted.ts";
import { ExpressionError, TOKEN_NAMES, type Token, type TokenKind, tokenize } from "./lex.ts";
import { parseLiteral } from "./literal.ts";

/** One node type per name of `T`, so that the type narrows by name. */
type Binary<T extends string> = T extends string
  ? { readonly type: T; readonly left: Node; readonly right: Node }
  : never;
type Operation<T extends string> = T extends string
  ? { readonly type: T; readonly op: TokenKind; readonly left: Node; readonly right: Node }
  : never;
type Unary<T extends string> = T extends string ? { readonly type: T; readonly operand: Node } : never;

export type Node =
  | { readonly type: "field"; readonly name: string }
  | { readonly type: "index"; readonly index: number }
  | { readonly type: "slice"; readonly parts: readonly (number | undefined)[] }
  | { readonly type: "literal"; readonly value: ExtractedValue }
  | { readonly type: "variable"; readonly name: string }
  | { readonly type: "current" | "root" | "identity" }
  | { readonly type: "unary"; readonly op: TokenKind; readonly operand: Node }
  | Operation<"arithmetic" | "compare">
  | Binary<"or" | "and" | "pipe" | "sub" | "projection" | "values" | "binding">
  | Unary<"not" | "flatten" | "expref">
  | { readonly type: "filter"; readonly left: Node; readonly right: Node; readonly condition: Node }
  | { readonly type: "call"; readonly name: string; readonly args: readonly Node[] }
  | { readonly type: "list"; readonly items: readonly Node[] }
  | { readonly type: "hash"; readonly fields: readonly { readonly name: string; readonly value: Node }[] }
  | { readonly type: "let"; readonly bindings: readonly Node[]; readonly body: Node };

const POWER: Partial<Record<TokenKind, number>> = {
  assign: 1,
  pipe: 1,
  or: 2,
  and: 3,
  eq: 5,
  lt: 5,
  lte: 5,
  gt: 5,
  gte: 5,
  ne: 5,
  minus: 6,
  plus: 6,
  div: 7,
  divide: 7,
  modulo: 7,
  multiply: 7,
  flatten: 9,
  star: 20,
  filter: 21,
  dot: 40,
  not: 45,
  lbrace: 50,
  lbracket: 55,
  lparen: 60,
};

/** An expression may nest and chain this far. The original has no limit but its memory. */
export const MAX_EXPRESSION_DEPTH = 500;

const IDENTITY: Node = { type: "identity" };

/** Parses `expression`; also gives its tokens. Throws {@link ExpressionError}. */
export function parseExpression(expression: string): { node: Node; tokens: readonly Token[] } {
  const tokens = tokenize(expression);
  const node = new Parser(tokens).parse();
  return { node, tokens };
}

class Parser {
  readonly #tokens: readonly Token[];
  #index = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): Node {
    const node = this.#expression(0);
    if (this.#kind !== "end") {
      throw this.#error(`Unexpected token at the end of the expression: ${TOKEN_NAMES[this.#kind]}`);
    }
    return node;
  }

  #peek(offset = 0): Token {
    return this.#tokens[Math.min(this.#index + offset, this.#tokens.length - 1)]!;
  }

  get #kind(): TokenKind {
    return this.#peek().kind;
  }

  #error(message: string, token: Token = this.#peek()): ExpressionError {
    return new ExpressionError(`SyntaxError: ${message}`, token.start, token.end);
  }

  #expect(kind: TokenKind): void {
    if (this.#kind !== kind) {
      throw this.#error(`Expected ${TOKEN_NAMES[kind]}, received: ${TOKEN_NAMES[this.#kind]}`);
    }
    this.#index++;
  }

  #expression(power: number): Node {
    const depth = this.#depth;
    this.#deepen();
    const first = this.#peek();
    this.#index++;
    let left = this.#prefix(first);
    while (power < (POWER[this.#kind] ?? 0)) {
      const token = this.#peek();
      this.#index++;
      // Each operator puts one level above what stands left of it: a long chain is a deep tree.
      this.#deepen();
      left = this.#infix(token, left);
    }
    this.#depth = depth;
    return left;
  }

  #deepen(): void {
    if (++this.#depth > MAX_EXPRESSION_DEPTH) {
      throw this.#error(`the expression nests deeper than ${MAX_EXPRESSION_DEPTH} levels`);
    }
  }

  #prefix(token: Token): Node {
    switch (token.kind) {
      case "variable":
        return { type: "variable", name: token.value };
      case "json":
        return { type: "literal", value: parseLiteral(token) };
      case "string":
        return { type: "literal", value: token.value };
      case "identifier":
        return token.value === "let" && this.#kind === "variable" ? this.#let() : { type: "field", name: token.value };
      case "quoted":
        if (this.#kind === "lparen") throw this.#error("Can't have quoted identifier as function name.", token);
        return { type: "field", name: token.value };
      case "plus":
      case "minus":
        return { type: "unary", op: token.kind, operand: this.#expression(POWER.minus!) };
      case "star":
        return {
          type: "values",
          left: IDENTITY,
          right: this.#kind === "rbracket" ? IDENTITY : this.#projected("star"),
        };
      case "filter":
        return this.#filter(IDENTITY);
      case "lbrace":
        return this.#hash();
      case "flatten":
        return { type: "projection", left: { type: "flatten", operand: IDENTITY }, right: this.#projected("flatten") };
      case "lbracket":
        if (this.#kind === "number" || this.#kind === "colon") return this.#indexed(IDENTITY);
        if (this.#kind === "star" && this.#peek(1).kind === "rbracket") {
          this.#index += 2;
          return { type: "projection", left: IDENTITY, right: this.#projected("star") };
        }
        return this.#list();
      case "current":
      case "root":
        return { type: token.kind };
      case "expref":
        return { type: "expref", operand: this.#expression(0) };
      case "not":
        return { type: "not", operand: this.#expression(POWER.not!) };
      case "lparen": {
        const inner = this.#expression(0);
        this.#expect("rparen");
        return inner;
      }
      case "end":
        throw this.#error("Incomplete expression", token);
      default:
        throw this.#error(`Invalid token: ${TOKEN_NAMES[token.kind]}`, token);
    }
  }

  #infix(token: Token, left: Node): Node {
    const { kind } = token;
    switch (kind) {
      case "dot":
        if (this.#kind !== "star") return { type: "sub", left, right: this.#member("dot") };
        this.#index++;
        return { type: "values", left, right: this.#projected("dot") };
      case "pipe":
      case "or":
      case "and":
        return { type: kind, left, right: this.#expression(POWER[kind]!) };
      case "lparen":
        // `(a)(b)` and the like: what stands before the bracket must be a name.
        if (left.type !== "field") throw this.#error("Invalid node as function name.", this.#peek(-2));
        return { type: "call", name: left.name, args: this.#separated(() => this.#kind === "rparen") };
      case "filter":
        return this.#filter(left);
      case "flatten":
        return { type: "projection", left: { type: "flatten", operand: left }, right: this.#projected("flatten") };
      case "plus":
      case "minus":
      case "star":
      case "multiply":
      case "divide":
      case "modulo":
      case "div":
        return { type: "arithmetic", op: kind, left, right: this.#expression(POWER[kind]!) };
      case "assign":
        return { type: "binding", left, right: this.#expression(0) };
      case "eq":
      case "ne":
      case "gt":
      case "gte":
      case "lt":
      case "lte":
        return { type: "compare", op: kind, left, right: this.#expression(POWER[kind]!) };
      case "lbracket":
        if (this.#kind === "number" || this.#kind === "colon") return this.#indexed(left);
        this.#expect("star");
        this.#expect("rbracket");
        return { type: "projection", left, right: this.#projected("star") };
      default:
        throw this.#error(`Unexpected token: ${TOKEN_NAMES[kind]}`);
    }
  }

  /** `[n]` or a slice, behind the opening bracket. A slice projects. */
  #indexed(left: Node): Node {
    if (this.#kind === "colon" || this.#peek(1).kind === "colon") {
      const sliced: Node = { type: "sub", left, right: this.#slice() };
      return { type: "projection", left: sliced, right: this.#projected("star") };
    }
    const index = this.#integer();
    this.#expect("rbracket");
    return { type: "sub", left, right: { type: "index", index } };
  }

  #integer(): number {
    const token = this.#peek();
    const value = Number(token.value);
    if (Math.abs(value) > 2 ** 63) {
      const message = `strconv.Atoi: parsing "${token.value}": value out of range`;
      throw new ExpressionError(message, token.start, token.end);
    }
    this.#index++;
    return value;
  }

  #slice(): Node {
    const parts: (number | undefined)[] = [undefined, undefined, undefined];
    let part = 0;
    while (this.#kind !== "rbracket") {
      if (this.#kind === "colon") {
        if (++part === 3) throw this.#error("Too many colons in slice expression");
        this.#index++;
      } else if (this.#kind === "number") parts[part] = this.#integer();
      else throw this.#error(`Expected tColon or tNumber, received: ${TOKEN_NAMES[this.#kind]}`);
    }
    this.#index++;
    return { type: "slice", parts };
  }

  #filter(left: Node): Node {
    const condition = this.#expression(0);
    this.#expect("rbracket");
    const right = this.#kind === "flatten" ? IDENTITY : this.#projected("filter");
    return { type: "filter", left, right, condition };
  }

  /** What follows a dot. */
  #member(power: TokenKind): Node {
    switch (this.#kind) {
      case "quoted":
      case "identifier":
      case "star":
        return this.#expression(POWER[power]!);
      case "lbracket":
        this.#index++;
        return this.#list();
      case "lbrace":
        this.#index++;
        return this.#hash();
      default:
        throw this.#error("Expected identifier, lbracket, or lbrace");
    }
  }

  /** What a projection applies to each element. */
  #projected(power: TokenKind): Node {
    const kind = this.#kind;
    if ((POWER[kind] ?? 0) < 10) return IDENTITY;
    if (kind === "lbracket" || kind === "filter") return this.#expression(POWER[power]!);
    if (kind !== "dot") throw this.#error("Error");
    this.#index++;
    return this.#member(power);
  }

  #list(): Node {
    const items: Node[] = [];
    for (;;) {
      items.push(this.#expression(0));
      if (this.#kind === "rbracket") break;
      this.#expect("comma");
    }
    this.#index++;
    return { type: "list", items };
  }

  #hash(): Node {
    const fields: { name: string; value: Node }[] = [];
    for (;;) {
      const key = this.#peek();
      if (key.kind !== "identifier" && key.kind !== "quoted") {
        throw this.#error("Expected tQuotedIdentifier or tUnquotedIdentifier");
      }
      this.#index++;
      this.#expect("colon");
      fields.push({ name: key.value, value: this.#expression(0) });
      if (this.#kind === "comma") this.#index++;
      else if (this.#kind === "rbrace") {
        this.#index++;
        return { type: "hash", fields };
      }
    }
  }

  #let(): Node {
    const bindings = this.#separated(() => this.#kind === "identifier" && this.#peek().value === "in");
    return { type: "let", bindings, body: this.#expression(0) };
  }

  /** Expressions up to and with the closing token. The commas between them are optional, as in the original. */
  #separated(isEnd: () => boolean): Node[] {
    const nodes: Node[] = [];
    while (!isEnd()) {
      nodes.push(this.#expression(0));
      if (this.#kind === "comma") this.#index++;
    }
    this.#index++;
    return nodes;
  }
}
