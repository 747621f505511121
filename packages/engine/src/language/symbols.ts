/** The outline of a configuration: components with their stages inside. Other blocks are left out. */
import type { Span } from "../base/span.ts";
import type { SourceFile, Statement } from "../syntax/ast.ts";

export interface DocumentSymbol {
  /** `logs.process.main`, `stage.drop` */
  readonly name: string;
  readonly kind: "component" | "stage";
  readonly span: Span;
  readonly nameSpan: Span;
  readonly children: readonly DocumentSymbol[];
}

/** The symbols of a file, as far as it can be understood. The parser bounds the depth. */
export function symbols(file: SourceFile): DocumentSymbol[] {
  return symbolsOf(file.body, true);
}

function symbolsOf(body: readonly Statement[], top: boolean): DocumentSymbol[] {
  return body.flatMap((statement) => {
    if (statement.kind !== "block") return [];
    const stage = statement.name.startsWith("stage.");
    if (!stage && !top) return [];
    return [
      {
        name: statement.label ? `${statement.name}.${statement.label}` : statement.name,
        kind: stage ? "stage" : "component",
        span: statement.span,
        nameSpan: statement.nameSpan,
        children: symbolsOf(statement.body, false),
      },
    ];
  });
}
