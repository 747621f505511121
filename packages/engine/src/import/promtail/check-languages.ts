/**
 * Checks the written pipelines like those of any document: expressions, selectors, layouts, and what lints find, each reported
 * at its place in the YAML. The original copies them unchecked.
 */
import type { Span } from "../../base/span.ts";
import { DOUBT_CODES } from "../../document/diagnostics/warning-codes.ts";
import { openDocument } from "../../document/open-document.ts";
import type { Statement } from "../../syntax/ast.ts";
import type { Block } from "./blocks.ts";
import type { Reading } from "./reading.ts";

/** Blocks in all; beyond, a text is not checked. */
const MAX_BLOCKS = 10_000;

/** A written block with its source. */
interface Written {
  readonly block: Block;
  readonly span: Span;
  readonly inner: readonly Written[];
}

/** Warns of what is wrong within the stages of the pipelines among `blocks`, at its place in the YAML. */
export function checkLanguages(blocks: readonly Block[], reading: Reading): void {
  if (countBlocks(blocks) > MAX_BLOCKS) {
    reading.note("import-note", `expressions are not checked: there are more than ${MAX_BLOCKS} blocks`);
    return;
  }
  for (const pipeline of blocks) if (pipeline.name === "loki.process") checkPipeline(pipeline, reading);
}

/** Each by itself: checks across a whole configuration are not needed here. */
function checkPipeline({ blocks }: Block, reading: Reading): void {
  if (blocks.length === 0) return;
  const text = blocks.map((block) => block.print()).join("\n");
  const { file, diagnostics } = openDocument(text, { purpose: "preview" });
  const written = pair(file.body, blocks);
  for (const { severity, code, message, span } of diagnostics) {
    // Other warnings are about parts of the result, which shows them when it is opened.
    const isDoubt = severity === "warning" && DOUBT_CODES.has(code);
    if ((severity !== "error" && !isDoubt) || span === undefined) continue;
    const path = pathTo(span, written);
    const stage = path.findLast(({ name }) => name.startsWith("stage."));
    if (stage === undefined) continue;
    // Lines are those of the written stages.
    const told = message.replaceAll(/ on line \d+/g, "");
    const isNamed = told.startsWith(`${stage.name} `);
    reading.warn("import-language", isNamed ? told : `${stage.name}: ${told}`, path.at(-1)!.node);
  }
}

const countBlocks = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, { blocks: inner }) => sum + 1 + countBlocks(inner), 0);

/** Statements and blocks have the same order. */
function pair(body: readonly Statement[], blocks: readonly Block[]): Written[] {
  const statements = body.filter((statement) => statement.kind === "block");
  return blocks.flatMap((block, i) => {
    const statement = statements[i];
    return statement === undefined ? [] : [{ block, span: statement.span, inner: pair(statement.body, block.blocks) }];
  });
}

/** The blocks that hold a place, from the outermost. */
function pathTo({ start, end }: Span, written: readonly Written[]): Block[] {
  let [low, high] = [0, written.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const { block, span, inner } = written[middle]!;
    if (span.end < end) low = middle + 1;
    else if (span.start > start) high = middle - 1;
    else return [block, ...pathTo({ start, end }, inner)];
  }
  return [];
}
