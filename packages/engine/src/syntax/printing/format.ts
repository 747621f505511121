/**
 * Formatting exactly as `alloy fmt` does it: walks the tree and passes tokens and breaks to the printer. What is on one line
 * in the source stays on one line; the printer decides blanks, indentation, alignment and trailing commas.
 */
import type { Diagnostic } from "../../base/diagnostic.ts";
import { onceFor } from "../../base/once-for.ts";
import type { Span } from "../../base/span.ts";
import type {
  ArrayExpression,
  BlockStatement,
  CallExpression,
  Expression,
  LiteralKind,
  ObjectExpression,
  ParseResult,
  SourceFile,
  Statement,
} from "../ast.ts";
import { quoteString } from "../characters.ts";
import { parseFile } from "../parse.ts";
import type { TokenKind } from "../token.ts";
import { findFormatChanges } from "./format-check.ts";
import { Printer } from "./printer.ts";
import { createSourcePositions, ONE_LINE, type SourcePositions } from "./source-positions.ts";

export type FormatResult =
  | {
      readonly ok: true;
      readonly text: string;
      /** The tree of the formatted text. */
      readonly file: SourceFile;
      readonly warnings: readonly Diagnostic[];
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/**
 * The formatted text of a configuration file, or why it does not parse. The text is what `alloy fmt` gives, to the byte;
 * where that changes what the configuration means, `warnings` say so. Formatting is not always stable.
 */
export function formatFile(text: string): FormatResult {
  return formatParsed(parseFile(text));
}

/** The same for a text that is parsed already. */
export function formatParsed({ file, diagnostics }: Pick<ParseResult, "file" | "diagnostics">): FormatResult {
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  const text = formatTree(file);
  const again = parseFile(text);
  const warnings = findFormatChanges(file, again.file, again.diagnostics.length === 0);
  return { ok: true, text, file: again.file, warnings };
}

/** The formatted text of a tree that parsed without errors. */
function formatTree(file: SourceFile): string {
  const source = positionsOf(file);
  const printer = new Printer(source, file.comments);
  new Walker(printer, source).statements(file.body);
  return `${printer.finish()}\n`;
}

const positionsOf = onceFor((file: SourceFile): SourcePositions => createSourcePositions(file.text));

/**
 * An expression without comments, as error messages show it. `file` is where the expression was parsed from and has its line
 * breaks; without it everything is on one line.
 */
export function formatExpression(expression: Expression, file?: SourceFile): string {
  const source = file ? positionsOf(file) : ONE_LINE;
  const printer = new Printer(source, []);
  new Walker(printer, source).expression(expression);
  return printer.finish();
}

const LITERAL_TOKENS: Record<LiteralKind, TokenKind> = {
  number: "NUMBER",
  float: "FLOAT",
  string: "STRING",
  bool: "BOOL",
  null: "NULL",
};

class Walker {
  readonly #printer: Printer;
  readonly #source: SourcePositions;

  constructor(printer: Printer, source: SourcePositions) {
    this.#printer = printer;
    this.#source = source;
  }

  statements(statements: readonly Statement[]): void {
    const p = this.#printer;
    let previous: Statement | undefined;
    for (const statement of statements) {
      // Blocks are set off by a blank line; other statements keep one that the source has.
      if (previous) {
        const gap = this.#startLine(statement.span) - this.#endLine(previous.span);
        if (statement.kind === "block" || gap > 1) p.space("\f");
      }
      if (statement.kind === "block") this.#block(statement);
      else {
        p.at(statement.nameSpan.start).text("IDENT", statement.name).space("\v").token("=").space(" ");
        this.expression(statement.value);
      }
      // A statement of several lines ends the run of lines whose values are aligned.
      p.space(this.#lineCount(statement.span) > 1 ? "\f" : "\n");
      previous = statement;
    }
  }

  #block(block: BlockStatement): void {
    const p = this.#printer;
    p.at(block.nameSpan.start).text("IDENT", block.name);
    if (block.label !== undefined && block.labelSpan)
      p.space(" ").at(block.labelSpan.start).text("STRING", quoteString(block.label));
    p.space(" ").at(block.bodySpan.start).token("{").space(">");
    if (block.body.length > 0) {
      p.space("\f");
      this.statements(block.body);
    } else p.space(" ");
    p.space("<")
      .at(block.bodySpan.end - 1)
      .token("}");
  }

  expression(e: Expression): void {
    const p = this.#printer;
    switch (e.kind) {
      case "literal":
        p.at(e.span.start).text(LITERAL_TOKENS[e.literal], e.text);
        break;
      case "array":
        this.#array(e);
        break;
      case "object":
        this.#object(e);
        break;
      case "identifier":
        p.at(e.span.start).text("IDENT", e.name);
        break;
      case "access":
        this.expression(e.value);
        p.token(".").text("IDENT", e.name);
        break;
      case "index":
        this.expression(e.value);
        p.at(e.bracketSpan.start).token("[");
        this.expression(e.index);
        p.at(e.bracketSpan.end - 1).token("]");
        break;
      case "call":
        this.#call(e);
        break;
      case "unary":
        p.at(e.span.start).token(e.operator);
        this.expression(e.value);
        break;
      case "binary":
        this.expression(e.left);
        p.space(" ").at(e.operatorSpan.start).token(e.operator).space(" ");
        this.expression(e.right);
        break;
      case "paren":
        p.token("(");
        this.expression(e.inner);
        p.token(")");
    }
  }

  #array(e: ArrayExpression): void {
    const p = this.#printer;
    p.at(e.span.start).token("[");
    let line = this.#startLine(e.span);
    e.elements.forEach((element, i) => {
      const ownLine = line !== this.#startLine(element.span);
      // The indentation comes before the line break, so that comments above the element are indented too.
      if (ownLine) p.space(">", "\f");
      else if (i > 0) p.space(" ");
      line = this.#endLine(element.span);
      this.expression(element);
      if (i + 1 < e.elements.length) p.token(",");
      if (ownLine) p.space("<");
    });
    if (e.elements.length > 0 && line !== this.#endLine(e.span)) p.token(",").space(">", "\f", "<");
    p.at(e.span.end - 1).token("]");
  }

  #object(e: ObjectExpression): void {
    const p = this.#printer;
    p.at(e.span.start).token("{").space(">");
    let line = this.#startLine(e.span);
    e.fields.forEach((field, i) => {
      const start = this.#source.byteOf(field.nameSpan.start);
      if (line !== this.#source.lineOf(start)) {
        // Equals signs are aligned with the field above where that took one line.
        const above = e.fields[i - 1];
        p.space(above && this.#lineCount(above.value.span) === 1 ? "\n" : "\f");
      } else if (i > 0) p.space(" ");
      // Alloy looks at the line where the *name* ends, so a value of several lines gets the next field on a line of its own.
      line = this.#fieldNameEndLine(e, i);
      p.at(field.nameSpan.start);
      if (field.quoted) p.text("STRING", quoteString(field.name));
      else p.text("IDENT", field.name);
      p.space("\v").token("=").space(" ");
      this.expression(field.value);
      if (i + 1 < e.fields.length) p.token(",");
    });
    if (e.fields.length > 0 && line !== this.#endLine(e.span)) p.token(",").space("\f");
    p.space("<")
      .at(e.span.end - 1)
      .token("}");
  }

  /** The name of a quoted field counts without its quotes but from where they begin. */
  #fieldNameEndLine(e: ObjectExpression, i: number): number {
    const { nameSpan, quoted } = e.fields[i]!;
    const end = this.#source.byteOf(nameSpan.end) - (quoted ? 2 : 0);
    return this.#source.lineOf(end - 1);
  }

  #call(e: CallExpression): void {
    const p = this.#printer;
    this.expression(e.value);
    p.token("(");
    let line = this.#startLine(e.parenSpan);
    e.args.forEach((arg, i) => {
      const ownLine = line !== this.#startLine(arg.span);
      if (ownLine) p.space("\f", ">");
      this.expression(arg);
      line = this.#endLine(arg.span);
      if (i + 1 < e.args.length) p.token(",").space(" ");
      if (ownLine) p.space("<");
    });
    if (line !== this.#endLine(e.parenSpan)) p.token(",").space("\f");
    p.token(")");
  }

  #startLine(at: Span): number {
    return this.#source.lineOf(this.#source.byteOf(at.start));
  }

  #endLine(at: Span): number {
    return this.#source.lineOf(this.#source.byteOf(at.end) - 1);
  }

  #lineCount(at: Span): number {
    return this.#endLine(at) - this.#startLine(at) + 1;
  }
}
