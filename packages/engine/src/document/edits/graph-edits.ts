/**
 * Changes of the graph of components as the smallest edits of the text: elements of `forward_to` added and removed,
 * components added and removed. Only the connection changes; comments, order and spacing elsewhere stay.
 * `graph/graph-rules.ts` says what may be connected.
 */
import { applyEdits, type TextEdit } from "../../base/diagnostic.ts";
import { COMPONENT_CATALOG } from "../../components/index.ts";
import type { ArrayExpression, BlockStatement, SourceFile } from "../../syntax/ast.ts";
import { findReferences } from "../../syntax/index.ts";
import {
  type ComponentBlock,
  type ComponentGraph,
  componentBlocks,
  componentOf,
  readGraph,
  receiverOf,
} from "../graph/graph.ts";
import { whyNotConnect } from "../graph/graph-rules.ts";
import type { DocumentTree } from "../open-document.ts";
import { FORWARD_TO } from "../receiver-arguments.ts";
import { componentTemplate } from "./component-template.ts";
import { insertStatement, linesOf, removeStatement, setArgument } from "./edits.ts";
import { NOT_PARSED } from "./refusals.ts";
import { nextLine, unitOfIndent, withIndent } from "./text-lines.ts";
import { addElement, removeElementsAt } from "./value-edits.ts";

export type GraphEdit =
  | { readonly kind: "connect" | "disconnect"; readonly from: string; readonly to: string }
  /** `name`: of the component, `logs.write`; it is written in the dialect of the document. */
  | { readonly kind: "add"; readonly name: string }
  | { readonly kind: "remove"; readonly node: string };

export type EditedGraph =
  /** `node`: the id of what was changed; undefined where it is gone. */
  | { readonly ok: true; readonly text: string; readonly node: string | undefined }
  /** Why it cannot be done, as a sentence. */
  | { readonly ok: false; readonly reason: string };

type Edits = { readonly edits: readonly TextEdit[]; readonly node: string | undefined } | { readonly reason: string };

const BARE = "The configuration is a bare body of stages. Put them into a logs.process in the code first.";

/** Makes one change of the graph. */
export function editGraph(document: DocumentTree, edit: GraphEdit): EditedGraph {
  const graph = readGraph(document);
  if (graph === undefined) return { ok: false, reason: NOT_PARSED };
  if (document.kind === "stages") return { ok: false, reason: BARE };
  const made = editsOf(document.file, graph, edit);
  if ("reason" in made) return { ok: false, reason: made.reason };
  return { ok: true, text: applyEdits(document.text, made.edits), node: made.node };
}

function editsOf(file: SourceFile, graph: ComponentGraph, edit: GraphEdit): Edits {
  const blocks = componentBlocks(file);
  switch (edit.kind) {
    case "connect":
      return connect(file, blocks, graph, edit);
    case "disconnect":
      return disconnect(file, blocks, graph, edit);
    case "add":
      return add(file, blocks, edit.name);
    case "remove":
      return remove(file, blocks, graph, edit.node);
  }
}

interface Connection {
  readonly from: string;
  readonly to: string;
}

const blockOf = (blocks: readonly ComponentBlock[], id: string) => blocks.find((one) => one.id === id)?.block;

/** The list of receivers of a block; undefined where none is written, `other` where it is no plain list. */
function receiverList(block: BlockStatement): ArrayExpression | "other" | undefined {
  const attribute = block.body.find((one) => one.kind === "attribute" && one.name === FORWARD_TO);
  if (attribute?.kind !== "attribute") return undefined;
  return attribute.value.kind === "array" ? attribute.value : "other";
}

const notPlain = (id: string) => `${FORWARD_TO} of ${id} is not a plain list. Change it in the code.`;

function connect(
  file: SourceFile,
  blocks: readonly ComponentBlock[],
  graph: ComponentGraph,
  { from, to }: Connection,
): Edits {
  const reason = whyNotConnect(graph, from, to);
  if (reason !== undefined) return { reason };
  const block = blockOf(blocks, from)!;
  const spec = COMPONENT_CATALOG.get(blockOf(blocks, to)!.name);
  const reference = `${to}.${(spec && receiverOf(spec)?.name) ?? "receiver"}`;
  const list = receiverList(block);
  if (list === "other") return { reason: notPlain(from) };
  const edits =
    list === undefined ? setArgument(file, block, FORWARD_TO, `[${reference}]`) : addElement(file, list, reference);
  return { edits, node: from };
}

function disconnect(
  file: SourceFile,
  blocks: readonly ComponentBlock[],
  { edges }: ComponentGraph,
  { from, to }: Connection,
): Edits {
  const between = edges.filter((edge) => edge.from === from && edge.to === to);
  if (between.length === 0) return { reason: `${from} does not forward to ${to}.` };
  const forwarded = between.find(({ carries }) => carries !== "values");
  if (forwarded === undefined) return { reason: `${to} uses values of ${from}. Change that in the code.` };
  if (!forwarded.editable) return { reason: notPlain(from) };
  return { edits: removeReferences(file, blocks, blockOf(blocks, from)!, to), node: from };
}

/** Takes what leads to the component `to` out of the list of receivers of `block`. */
function removeReferences(
  file: SourceFile,
  blocks: readonly ComponentBlock[],
  block: BlockStatement,
  to: string,
): TextEdit[] {
  const known = new Set(blocks.map(({ id }) => id));
  const list = receiverList(block);
  if (list === undefined || list === "other") return [];
  const indexes = list.elements.flatMap((element, i) =>
    findReferences(element).some(({ path }) => componentOf(path, known) === to) ? [i] : [],
  );
  return removeElementsAt(file, list, indexes);
}

function add(file: SourceFile, blocks: readonly ComponentBlock[], name: string): Edits {
  const spec = COMPONENT_CATALOG.get(name);
  if (spec === undefined) return { reason: `Sluice has no component ${name}.` };
  const written = (spec.alias !== undefined && usesAliases(blocks) ? spec.alias : undefined) ?? spec.name;
  const known = new Set(blocks.map(({ id }) => id));
  const first = /"(\w+)"/.exec(componentTemplate(written)!)![1]!;
  let label = first;
  for (let nth = 2; known.has(`${written}.${label}`); nth++) label = `${first}_${nth}`;
  const code = withIndent(componentTemplate(written, label)!, unitOfIndent(file.text));
  const gap = file.text.trim() === "" ? "" : "\n";
  return { edits: insertStatement(file, undefined, file.body.length, gap + code), node: `${written}.${label}` };
}

/** Whether more components are written with Alloy's names than with ours. */
function usesAliases(blocks: readonly ComponentBlock[]): boolean {
  const specs = blocks.map(({ block: { name } }) => ({ name, spec: COMPONENT_CATALOG.get(name) }));
  const count = (which: "name" | "alias") => specs.filter(({ name, spec }) => spec?.[which] === name).length;
  return count("alias") > count("name");
}

function remove(
  file: SourceFile,
  blocks: readonly ComponentBlock[],
  { nodes, edges }: ComponentGraph,
  id: string,
): Edits {
  const node = nodes.find((one) => one.id === id);
  if (node === undefined) return { reason: `${id} is no longer in the configuration.` };
  const incoming = edges.filter((edge) => (edge.carries === "values" ? edge.from === id : edge.to === id));
  const stuck = incoming.find((edge) => !edge.editable && edge.from !== edge.to);
  if (stuck !== undefined) {
    const user = stuck.from === id ? stuck.to : stuck.from;
    return {
      reason: `${user} refers to ${id} elsewhere than in a plain ${FORWARD_TO}. Change that in the code first.`,
    };
  }
  const users = [...new Set(incoming.map(({ from }) => from))].filter((user) => user !== id);
  const edits = users.flatMap((user) => removeReferences(file, blocks, blockOf(blocks, user)!, id));
  const block = blockOf(blocks, id);
  return { edits: block === undefined ? edits : [...edits, ...removeBlock(file, block)], node: users[0] };
}

/** Removes a component with the comments right above it and the blank lines between it and the next. */
function removeBlock(file: SourceFile, block: BlockStatement): TextEdit[] {
  const { text } = file;
  const own = linesOf(file, block);
  if (own === undefined) return removeStatement(file, block);
  let { start } = own;
  let end = nextLine(text, own.end);
  const below = /^(?:[ \t]*\r?\n)+/.exec(text.slice(end))?.[0] ?? "";
  end += below.length;
  // The last one is removed with the blank lines above it, so that the end of the file stays the same.
  if (end === text.length && below === "") start -= /(?:(?<=\n)[ \t]*\r?\n)*$/.exec(text.slice(0, start))![0].length;
  return [{ span: { start, end }, text: "" }];
}
