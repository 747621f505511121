/**
 * The check before the library's parser. The library's errors have no places, its lexer reads some texts differently from the
 * Go library that the original uses, and its parser accepts what that one refuses. So the tokens are checked against the
 * original's grammar first, with its words and the place of what is wrong, and are then spelled out for the library in the
 * one way that both read alike: blanks between tokens, literals as plain JSON, the commas that may be missing. The tree, and
 * with it every question of precedence, is the library's.
 */
import { ExpressionError, TOKEN_NAMES, type Token, type TokenKind, tokenize } from "./lex.ts";
import { spellLiteral } from "./literal.ts";

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

/** An expression may nest and chain this far, so that no stack overflows. The original has no limit but its memory. */
export const MAX_EXPRESSION_DEPTH = 500;

/**
 * Variables as the library gets them: with an underscore, so that a name may begin with a digit, and so that bindings
 * that no variable can refer to (`let $a = 1, n = 2 in …`) have a name of their own, and those without any name, too.
 */
const UNREACHABLE = "unreachable";
export const NAMELESS = "nameless";

/** What the grammar needs to know about the left side of an operator. */
interface Operand {
  readonly field: boolean;
  /** What a binding of it would be called. */
  readonly name?: string;
}

const OTHER: Operand = { field: false };

/** Checks `expression` and spells it for the library; also gives its tokens. Throws {@link ExpressionError}. */
export function checkExpression(expression: string): { spelling: string; tokens: readonly Token[] } {
  const tokens = tokenize(expression);
  return { spelling: new Check(tokens).run(), tokens };
}

class Check {
  readonly #tokens: readonly Token[];
  readonly #out: string[] = [];
  #index = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  run(): string {
    this.#expression(0);
    if (this.#kind !== "end") {
      throw this.#error(`Unexpected token at the end of the expression: ${TOKEN_NAMES[this.#kind]}`);
    }
    return this.#out.join(" ");
  }

  #peek(offset = 0): Token {
    return this.#tokens[Math.min(this.#index + offset, this.#tokens.length - 1)]!;
  }

  get #kind(): TokenKind {
    return this.#peek().kind;
  }

  #take(): Token {
    const token = this.#peek();
    this.#index++;
    this.#out.push(spell(token));
    return token;
  }

  #error(message: string, token: Token = this.#peek()): ExpressionError {
    return new ExpressionError(`SyntaxError: ${message}`, token.start, token.end);
  }

  #expect(kind: TokenKind): void {
    if (this.#kind !== kind) {
      throw this.#error(`Expected ${TOKEN_NAMES[kind]}, received: ${TOKEN_NAMES[this.#kind]}`);
    }
    this.#take();
  }

  #expression(power: number): Operand {
    const depth = this.#depth;
    this.#deepen();
    const from = this.#out.length;
    let left = this.#prefix();
    while (power < (POWER[this.#kind] ?? 0)) {
      const token = this.#take();
      // Each operator adds one level above its left side: a long chain is a deep tree.
      this.#deepen();
      left = this.#infix(token, left, from);
    }
    this.#depth = depth;
    return left;
  }

  #deepen(): void {
    if (++this.#depth > MAX_EXPRESSION_DEPTH) {
      throw this.#error(`the expression nests deeper than ${MAX_EXPRESSION_DEPTH} levels`);
    }
  }

  #prefix(): Operand {
    const token = this.#take();
    switch (token.kind) {
      case "variable":
      case "string":
        return { field: false, name: token.value };
      case "json":
      case "current":
      case "root":
        return OTHER;
      case "identifier":
        if (token.value !== "let" || this.#kind !== "variable") return { field: true, name: token.value };
        this.#separated(() => this.#kind === "identifier" && this.#peek().value === "in");
        this.#expression(0);
        return OTHER;
      case "quoted":
        if (this.#kind === "lparen") throw this.#error("Can't have quoted identifier as function name.", token);
        return { field: true, name: token.value };
      case "plus":
      case "minus":
        this.#expression(POWER.minus!);
        return OTHER;
      case "star":
        if (this.#kind !== "rbracket") this.#projected("star");
        return OTHER;
      case "filter":
        return this.#filter();
      case "lbrace":
        return this.#hash();
      case "flatten":
        return this.#projected("flatten");
      case "lbracket":
        if (this.#kind === "number" || this.#kind === "colon") return this.#indexed();
        if (this.#kind === "star" && this.#peek(1).kind === "rbracket") {
          this.#take();
          this.#take();
          return this.#projected("star");
        }
        return this.#list();
      case "expref":
        this.#expression(0);
        return OTHER;
      case "not":
        this.#expression(POWER.not!);
        return OTHER;
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

  /** An operator, taken already, whose left side is spelled out from `from` on. */
  #infix(token: Token, left: Operand, from: number): Operand {
    const { kind } = token;
    switch (kind) {
      case "dot":
        if (this.#kind !== "star") return this.#member("dot");
        this.#take();
        return this.#projected("dot");
      case "lparen":
        // `(a.b)(c)` and the like: the text before the bracket must be a name.
        if (!left.field) throw this.#error("Invalid node as function name.", this.#peek(-2));
        this.#separated(() => this.#kind === "rparen");
        return { field: false, name: left.name! };
      case "filter":
        return this.#filter();
      case "flatten":
        return this.#projected("flatten");
      case "assign":
        // The library names a binding by its left side, with `$` or without: the two are distinguished here.
        this.#out.splice(from, this.#out.length - from, spellTarget(left.name), "=");
        this.#expression(0);
        return OTHER;
      case "pipe":
      case "or":
      case "and":
      case "plus":
      case "minus":
      case "star":
      case "multiply":
      case "divide":
      case "modulo":
      case "div":
      case "eq":
      case "ne":
      case "gt":
      case "gte":
      case "lt":
      case "lte":
        this.#expression(POWER[kind]!);
        return OTHER;
      case "lbracket":
        if (this.#kind === "number" || this.#kind === "colon") return this.#indexed();
        this.#expect("star");
        this.#expect("rbracket");
        return this.#projected("star");
      default:
        throw this.#error(`Unexpected token: ${TOKEN_NAMES[kind]}`);
    }
  }

  /** `[n]` or a slice, after the opening bracket. A slice projects. */
  #indexed(): Operand {
    if (this.#kind === "colon" || this.#peek(1).kind === "colon") {
      this.#slice();
      return this.#projected("star");
    }
    this.#integer();
    this.#expect("rbracket");
    return OTHER;
  }

  #integer(): void {
    const { value, start, end } = this.#peek();
    if (Math.abs(Number(value)) > 2 ** 63) {
      throw new ExpressionError(`strconv.Atoi: parsing "${value}": value out of range`, start, end);
    }
    this.#take();
  }

  #slice(): void {
    let colons = 0;
    while (this.#kind !== "rbracket") {
      if (this.#kind === "colon") {
        if (++colons === 3) throw this.#error("Too many colons in slice expression");
        this.#take();
      } else if (this.#kind === "number") this.#integer();
      else throw this.#error(`Expected tColon or tNumber, received: ${TOKEN_NAMES[this.#kind]}`);
    }
    this.#take();
  }

  #filter(): Operand {
    this.#expression(0);
    this.#expect("rbracket");
    if (this.#kind !== "flatten") this.#projected("filter");
    return OTHER;
  }

  /** What follows a dot. */
  #member(power: TokenKind): Operand {
    switch (this.#kind) {
      case "quoted":
      case "identifier":
      case "star":
        this.#expression(POWER[power]!);
        return OTHER;
      case "lbracket":
        this.#take();
        return this.#list();
      case "lbrace":
        this.#take();
        return this.#hash();
      default:
        throw this.#error("Expected identifier, lbracket, or lbrace");
    }
  }

  /** What a projection applies to each element. */
  #projected(power: TokenKind): Operand {
    const kind = this.#kind;
    if ((POWER[kind] ?? 0) < 10) return OTHER;
    if (kind === "lbracket" || kind === "filter") this.#expression(POWER[power]!);
    else if (kind === "dot") {
      this.#take();
      this.#member(power);
    } else throw this.#error("Error");
    return OTHER;
  }

  #list(): Operand {
    for (;;) {
      this.#expression(0);
      if (this.#kind === "rbracket") break;
      this.#expect("comma");
    }
    this.#take();
    return OTHER;
  }

  #hash(): Operand {
    for (;;) {
      if (this.#kind !== "identifier" && this.#kind !== "quoted") {
        throw this.#error("Expected tQuotedIdentifier or tUnquotedIdentifier");
      }
      this.#take();
      this.#expect("colon");
      this.#expression(0);
      if (this.#peek().kind === "rbrace") break;
      this.#comma();
    }
    this.#take();
    return OTHER;
  }

  /** Expressions up to and with the closing token. */
  #separated(isEnd: () => boolean): void {
    while (!isEnd()) {
      this.#expression(0);
      if (this.#kind === "comma" || !isEnd()) this.#comma();
    }
    this.#take();
  }

  /** A comma that may be missing, as in the original. */
  #comma(): void {
    if (this.#kind === "comma") this.#take();
    else this.#out.push(",");
  }
}

/** A token as the library reads it to the same meaning. */
function spell(token: Token): string {
  switch (token.kind) {
    case "variable":
      return `$_${token.value.slice(1)}`;
    case "quoted":
      return JSON.stringify(token.value);
    case "string":
      return quoteLiteral(JSON.stringify(token.value));
    case "json":
      return quoteLiteral(spellLiteral(token));
    default:
      return token.value;
  }
}

function quoteLiteral(json: string): string {
  return `\`${json.replaceAll("`", "\\u0060")}\``;
}

/** The left side of a binding called `name`. */
function spellTarget(name: string | undefined): string {
  if (name === undefined) return `$${NAMELESS}`;
  return /^\$\w+$/.test(name) ? `$_${name.slice(1)}` : `$${UNREACHABLE}`;
}
