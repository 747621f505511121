/** Checks the written pipelines as ours are checked: expressions, selectors, layouts. The original takes them as they are. */
import type { Span } from "../../base/span.ts";
import { openDocument } from "../../document/open-document.ts";
import type { Statement } from "../../syntax/ast.ts";
import type { Block } from "./blocks.ts";
import type { Reading } from "./reading.ts";

/** Warns of what is wrong within the stages of `text`, which was written from `blocks`, at its place in the YAML. */
export function checkLanguages(text: string, blocks: readonly Block[], reading: Reading): void {
  const { file, diagnostics } = openDocument(text, { purpose: "preview" });
  for (const { severity, message, span } of diagnostics) {
    if (severity !== "error" || span === undefined) continue;
    const path = pathTo(span, file.body, blocks);
    const inner = path.at(-1);
    if (path[0]?.name !== "loki.process" || inner === undefined || path.length < 2) continue;
    const stage = path.findLast(({ name }) => name.startsWith("stage.")) ?? inner;
    reading.warn("import-language", `${stage.name}: ${message}`, inner.node);
  }
}

/** The blocks that hold a place, from the outermost: statements and blocks stand in the same order. */
function pathTo(span: Span, body: readonly Statement[], blocks: readonly Block[]): Block[] {
  const statements = body.filter((statement) => statement.kind === "block");
  const at = statements.findIndex((statement) => statement.span.start <= span.start && span.end <= statement.span.end);
  const [statement, block] = [statements[at], blocks[at]];
  if (statement === undefined || block === undefined) return [];
  return [block, ...pathTo(span, statement.body, block.blocks)];
}
