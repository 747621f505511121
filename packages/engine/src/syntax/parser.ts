/**
 * Recursive-descent parser with Alloy's error recovery: it never stops at an error and skips to where the next statement
 * could start. Methods keep the order of the reference parser, since recovery is defined by nothing else. This part
 * reads statements.
 */

import { decodeGo, encodeUtf8 } from "@sluice/languages/base";
import type { Diagnostic } from "../base/diagnostic.ts";
import { LineIndex, type Span, span } from "../base/span.ts";
import type { AttributeStatement, BlockStatement, Expression, SourceFile, Statement } from "./ast.ts";
import { isValidIdentifier, quoteString } from "./characters.ts";
import { ExpressionParser } from "./expression-parser.ts";
import type { TokenKind } from "./token.ts";
import { TokenStream } from "./token-stream.ts";

const IDENTIFIER: ReadonlySet<TokenKind> = new Set(["IDENT"]);

interface BlockName {
  readonly parts: string[];
  readonly span: Span;
  readonly label: string;
  readonly labelSpan: Span | undefined;
}

export class Parser {
  readonly #tokens: TokenStream;
  readonly #expressions: ExpressionParser;

  constructor(text: string) {
    this.#tokens = new TokenStream(text);
    this.#expressions = new ExpressionParser(this.#tokens, () => this.#parseBody("}"));
  }

  /** File = Body */
  parseFile(): { file: SourceFile; diagnostics: Diagnostic[] } {
    const body = this.#parseBody("EOF");
    const text = this.#tokens.text;
    const file: SourceFile = {
      text,
      lines: new LineIndex(text),
      body,
      comments: this.#tokens.comments,
      span: span(0, text.length),
    };
    return { file, diagnostics: this.#tokens.diagnostics };
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
      while (this.#tokens.token.kind !== until && this.#tokens.token.kind !== "EOF") {
        const statement = this.#parseStatement();
        if (statement) body.push(statement);
        if (this.#tokens.token.kind === until) break;
        if (this.#tokens.token.kind !== "TERMINATOR") {
          this.#tokens.error("syntax-unexpected-token", `expected TERMINATOR, got ${this.#tokens.token.kind}`);
          this.#tokens.consumeStatement();
        }
        this.#tokens.next();
      }
    }
    this.#tokens.leave();
    return body;
  }

  /** Statement = identifier "=" Expression | BlockName "{" Body "}" */
  #parseStatement(): Statement | undefined {
    const name = this.#parseBlockName();
    if (!name) {
      this.#tokens.advanceTo(IDENTIFIER);
      return undefined;
    }
    if (this.#tokens.token.kind === "=") return this.#parseAttribute(name);
    if (this.#tokens.token.kind === "{") return this.#parseBlock(name);
    const wanted = name.parts.length === 1 && name.label === "" ? "attribute assignment or block body" : "block body";
    this.#tokens.error("syntax-unexpected-token", `expected ${wanted}, got ${this.#tokens.token.kind}`);
    this.#tokens.advanceTo(IDENTIFIER);
    return undefined;
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
    } else this.#tokens.error("syntax-unexpected-token", `expected block label, got ${token.kind}`);
    this.#tokens.next();
    return { label, labelSpan };
  }
}

/** Without the first and the last byte. */
function cutQuotes(text: string): string {
  return decodeGo(encodeUtf8(text).subarray(1, -1));
}
