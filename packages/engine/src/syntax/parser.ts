/**
 * Recursive-descent parser with Alloy's error recovery: it never stops at an error and skips to where the next statement
 * could start. Methods keep the order of the reference parser, since recovery is defined by nothing else. This part
 * reads statements.
 */

import { decodeGo, encodeUtf8 } from "@sluice/languages/base";
import type { Diagnostic } from "../base/diagnostic.ts";
import { LineIndex, type Span, span } from "../base/span.ts";
import type { AttributeStatement, BlockStatement, Expression, ParseResult, SourceFile, Statement } from "./ast.ts";
import { isValidIdentifier, quoteString } from "./characters.ts";
import { ExpressionParser } from "./expression-parser.ts";
import type { TokenKind } from "./token.ts";
import { TokenStream } from "./token-stream.ts";

const IDENTIFIER: ReadonlySet<TokenKind> = new Set(["IDENT"]);
/** A block's brace, on a line of its own. */
const OPENING = /\{/y;

interface BlockName {
  readonly parts: string[];
  readonly span: Span;
  readonly label: string;
  readonly labelSpan: Span | undefined;
}

export class Parser {
  readonly #tokens: TokenStream;
  readonly #expressions: ExpressionParser;
  #statements = 0;
  /** Of the statement read last: whether something was read over that may be another one. */
  #isRestLost = false;

  constructor(text: string) {
    this.#tokens = new TokenStream(text);
    this.#expressions = new ExpressionParser(this.#tokens, () => {
      this.#parseBody("}");
      this.#isRestLost = true;
    });
  }

  /** File = Body */
  parseFile(): ParseResult {
    const body = this.#parseBody("EOF");
    const text = this.#tokens.text;
    const file: SourceFile = {
      text,
      lines: new LineIndex(text),
      body,
      comments: this.#tokens.comments,
      span: span(0, text.length),
    };
    const { diagnostics, structured, statements } = this.#tokens;
    return { file, diagnostics, structured, statements };
  }

  /** Expression, and nothing after it */
  parseExpressionAlone(): { expression: Expression; diagnostics: Diagnostic[] } {
    const expression = this.#expressions.parseExpression();
    this.#tokens.expect("TERMINATOR");
    return { expression, diagnostics: this.#tokens.diagnostics };
  }

  /** Body = [ Statement { terminator Statement } ] */
  #parseBody(until: TokenKind): Statement[] {
    const body: Statement[] = [];
    if (this.#tokens.enter()) {
      const outer = this.#tokens.statement;
      while (this.#tokens.token.kind !== until && this.#tokens.token.kind !== "EOF") {
        this.#tokens.statement = ++this.#statements;
        const statement = this.#parseWholeStatement(until);
        if (statement) body.push(statement);
        if (this.#tokens.token.kind === until) break;
        this.#tokens.next();
      }
      this.#tokens.statement = outer;
    }
    this.#tokens.leave();
    return body;
  }

  /** A statement up to its end; anything else there is reported. */
  #parseWholeStatement(until: TokenKind): Statement | undefined {
    const { length } = this.#tokens.diagnostics;
    const statement = this.#parseStatement(until);
    let rest = false;
    if (this.#tokens.token.kind !== until && this.#tokens.token.kind !== "TERMINATOR") {
      this.#tokens.error("syntax-unexpected-token", `expected TERMINATOR, got ${this.#tokens.token.kind}`);
      rest = true;
      this.#skipRest(until);
    }
    if (statement?.kind !== "attribute" || this.#tokens.diagnostics.length === length) return statement;
    return { ...statement, broken: rest || this.#isRestLost ? "rest" : "value" };
  }

  /** Reads over what is left of a statement. */
  #skipRest(until: TokenKind): void {
    this.#isRestLost = true;
    // What is lost at the top may be a component that others name.
    if (this.#tokens.consumeStatement() && until === "EOF") this.#tokens.structured = false;
    if (this.#tokens.kind() === "}" && until === "EOF") this.#tokens.structured = false;
  }

  /** Statement = identifier "=" Expression | BlockName "{" Body "}" */
  #parseStatement(until: TokenKind): Statement | undefined {
    this.#isRestLost = false;
    const { start, end, text, kind } = this.#tokens.token;
    const name = this.#parseBlockName();
    if (!name) {
      if (kind === "}") {
        this.#tokens.structured = false;
        this.#tokens.advanceTo(IDENTIFIER);
        return undefined;
      }
      this.#skipRest(until);
      return this.#lostAttribute(
        kind === "STRING" ? cutQuotes(text) : this.#tokens.text.slice(start, end),
        span(start, end),
      );
    }
    if (this.#tokens.token.kind === "=") return this.#parseAttribute(name);
    if (this.#tokens.token.kind === "{") return this.#parseBlock(name);
    const wanted = name.parts.length === 1 && name.label === "" ? "attribute assignment or block body" : "block body";
    this.#tokens.error("syntax-unexpected-token", `expected ${wanted}, got ${this.#tokens.token.kind}`);
    if (this.#tokens.kind() === "TERMINATOR" && this.#tokens.isFollowedBy(OPENING)) {
      this.#tokens.next();
      return this.#parseBlock(name);
    }
    if (name.parts.length > 1) {
      // A block without an opening brace, or one that ends with its name.
      this.#tokens.structured = false;
      this.#tokens.advanceTo(IDENTIFIER);
      return undefined;
    }
    this.#skipRest(until);
    return this.#lostAttribute(name.parts[0]!, name.span);
  }

  /** Placeholder for a statement whose value could not be read at all. */
  #lostAttribute(name: string, nameSpan: Span): AttributeStatement {
    this.#isRestLost = true;
    const value = { kind: "literal", literal: "null", text: "null", span: span(nameSpan.end, nameSpan.end) } as const;
    return { kind: "attribute", name, nameSpan, value, span: nameSpan, broken: "rest" };
  }

  #parseAttribute(name: BlockName): AttributeStatement {
    this.#tokens.next();
    if (name.parts.length !== 1) {
      const message = 'attribute names may only consist of a single identifier with no "."';
      this.#tokens.add(
        "syntax-attribute-name",
        message,
        span(name.span.start, name.span.start + name.parts.join(".").length),
      );
    } else if (name.labelSpan) {
      this.#tokens.add("syntax-attribute-name", "attribute names may not have labels", name.labelSpan);
    }
    const first = name.parts[0]!;
    const nameSpan = span(name.span.start, name.span.start + first.length);
    const value = this.#expressions.parseExpression();
    return { kind: "attribute", name: first, nameSpan, value, span: span(nameSpan.start, value.span.end) };
  }

  #parseBlock(name: BlockName): BlockStatement {
    const open = this.#tokens.expect("{");
    const body = this.#parseBody("}");
    const close = this.#tokens.expect("}");
    if (close.kind !== "}") this.#tokens.structured = false;
    this.#isRestLost = false;
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
    if (this.#tokens.token.kind !== "IDENT") {
      this.#tokens.error("syntax-unexpected-token", `expected identifier, got ${this.#tokens.token.kind}`);
      return undefined;
    }
    const start = this.#tokens.token.start;
    const parts = [this.#tokens.token.text];
    this.#tokens.next();
    while (this.#tokens.kind() === ".") {
      this.#tokens.next();
      if (this.#tokens.kind() !== "IDENT")
        this.#tokens.error("syntax-unexpected-token", `expected identifier, got ${this.#tokens.token.kind}`);
      parts.push(this.#tokens.kind() === "TERMINATOR" ? "" : this.#tokens.token.text);
      this.#tokens.next();
    }
    const nameSpan = span(start, this.#tokens.lastEnd);
    if (this.#tokens.kind() === "=" || this.#tokens.kind() === "{")
      return { parts, span: nameSpan, label: "", labelSpan: undefined };
    return { parts, span: nameSpan, ...this.#parseLabel() };
  }

  #parseLabel(): { label: string; labelSpan: Span | undefined } {
    const token = this.#tokens.token;
    let label = "";
    let labelSpan: Span | undefined;
    if (token.kind === "TERMINATOR") {
      this.#tokens.error("syntax-unexpected-token", `expected block label, got ${token.kind}`);
      return { label, labelSpan };
    }
    if (token.kind === "STRING") {
      if (!token.text.startsWith('"')) {
        const got = quoteString(token.text);
        this.#tokens.error("syntax-label", `expected block label to be a double quoted string, but got ${got}`);
      }
      if (token.text.length > 2) {
        // By bytes: where the closing quote is missing, half a character may remain, which no valid label has.
        label = cutQuotes(token.text);
        if (!isValidIdentifier(label)) {
          const got = quoteString(label);
          this.#tokens.error("syntax-label", `expected block label to be a valid identifier, but got ${got}`);
        }
      }
      labelSpan = span(token.start, token.end);
    } else {
      this.#tokens.error("syntax-unexpected-token", `expected block label, got ${token.kind}`);
      if (token.kind === "IDENT") {
        label = token.text;
        labelSpan = span(token.start, token.end);
      }
    }
    this.#tokens.next();
    return { label, labelSpan };
  }
}

/** Without the first and the last byte. */
function cutQuotes(text: string): string {
  return decodeGo(encodeUtf8(text).subarray(1, -1));
}
