/**
 * Makes a whole configuration of a draft that has no source, or no sink: stages alone become a component, and what is missing is
 * added and connected. What is there stays. Each step is an edit of the graph, so the rules for connections are the same.
 */
import { applyEdits } from "../../base/diagnostic.ts";
import { COMPONENT_CATALOG } from "../../components/index.ts";
import type { Dialect } from "../../pipeline/stage.ts";
import { quoteString } from "../../syntax/index.ts";
import { type ComponentBlock, type ComponentGraph, componentBlocks, readGraph } from "../graph/graph.ts";
import { lacksOf } from "../graph/graph-rules.ts";
import { type DocumentTree, readTree } from "../open-document.ts";
import { insertStatement } from "./edits.ts";
import { editGraph } from "./graph-edits.ts";
import { NOT_PARSED } from "./refusals.ts";
import { asIn, hasLinesOfContent, unitOfIndent, withIndent } from "./text-lines.ts";

export type NewSource =
  /** Receives Loki's push API. */
  | { readonly kind: "api"; readonly address: string; readonly port: number }
  /** Follows files. */
  | { readonly kind: "file"; readonly path: string };

export type NewSink =
  /** Sends to Loki. */
  | { readonly kind: "loki"; readonly url: string }
  /** Prints entries into the server's log. */
  | { readonly kind: "echo" };

/** What is added if the draft has none. */
export interface Completion {
  readonly source: NewSource;
  readonly sink: NewSink;
  /** Labels that a new source gives its entries. */
  readonly labels: Readonly<Record<string, string>>;
}

export type CompletedConfig =
  | { readonly ok: true; readonly text: string; readonly added: readonly string[] }
  /** Why it cannot be done, as a sentence. */
  | { readonly ok: false; readonly reason: string };

const CARRIED = "logs-receiver";

export function completeConfig(document: DocumentTree, completion: Completion): CompletedConfig {
  if (document.syntaxErrors.length > 0) return { ok: false, reason: NOT_PARSED };
  const wrapped = wrapStages(document);
  const lacks = lacksOf(readGraph(wrapped)!);
  const dialect = dialectOf(componentBlocks(wrapped.file));
  const added: string[] = [];
  let { text } = wrapped;
  // The sink first: what has nowhere to send its entries is seen before there is another source.
  if (lacks.includes("sink")) {
    const sink = sinkCode(completion.sink, dialect);
    const put = addComponent(text, sink, "end");
    const connected = connectAll(put.text, ({ nodes, edges }) =>
      nodes
        .filter(({ id, state, gives }) => id !== put.id && state !== "missing" && gives === CARRIED)
        .filter(({ id }) => !edges.some(({ from, carries }) => from === id && carries !== "values"))
        .map(({ id }) => [id, put.id] as const),
    );
    if (!connected.ok) return connected;
    text = connected.text;
    added.push(put.id);
  }
  if (lacks.includes("source")) {
    const put = addComponent(text, sourceCode(completion, dialect), "start");
    const connected = connectAll(put.text, ({ nodes, edges }) =>
      nodes
        .filter(({ state, takes }) => state !== "missing" && takes === CARRIED)
        .filter(({ id }) => !edges.some(({ to, carries }) => to === id && carries !== "values"))
        .map(({ id }) => [put.id, id] as const),
    );
    if (!connected.ok) return connected;
    text = connected.text;
    added.unshift(put.id);
  }
  return { ok: true, text, added };
}

/** Stages alone in a component of their own, byte for byte but for their indentation; anything else as it is. */
function wrapStages(document: DocumentTree): DocumentTree {
  if (document.kind !== "stages") return document;
  const { text } = document;
  const unit = unitOfIndent(text);
  // Lines of a raw string are content.
  const body = hasLinesOfContent(text) ? text : text.replace(/^(?=.*\S)/gm, unit);
  return readTree(asIn(`logs.process "main" {\n${unit}forward_to = []\n\n${body.trimEnd()}\n}\n`, text));
}

/** The names that most components have; ours where there are none. */
function dialectOf(blocks: readonly ComponentBlock[]): Dialect {
  const aliases = blocks.filter(({ block: { name } }) => COMPONENT_CATALOG.get(name)?.alias === name).length;
  return aliases * 2 > blocks.length ? "loki" : "logs";
}

interface NewComponent {
  readonly name: string;
  readonly label: string;
  readonly body: string;
}

function sourceCode({ source, labels }: Completion, dialect: Dialect): NewComponent {
  const pairs = Object.entries(labels).map(([name, value]) => `${labelName(name)} = ${quoteString(value)}`);
  if (source.kind === "file") {
    const target = [`__path__ = ${quoteString(source.path)}`, ...pairs].join(", ");
    // Without it Alloy takes the path as the name of one file.
    const matches = /[*?[{]/.test(source.path) ? "\n\n  file_match {\n    enabled = true\n  }" : "";
    const body = `{\n  targets    = [{ ${target} }]\n  forward_to = []${matches}\n}`;
    return { name: `${dialect}.source.file`, label: "in", body };
  }
  const address = `  http {\n    listen_address = ${quoteString(source.address)}\n    listen_port    = ${source.port}\n  }\n`;
  const written = pairs.length === 0 ? "" : `  labels     = { ${pairs.join(", ")} }\n`;
  const body = `{\n${address}${written}  forward_to = []\n}`;
  return { name: `${dialect}.source.api`, label: "in", body };
}

/** Names that are no identifiers are quoted. */
const labelName = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : quoteString(name));

function sinkCode(sink: NewSink, dialect: Dialect): NewComponent {
  if (sink.kind === "echo") return { name: `${dialect}.echo`, label: "out", body: "{ }" };
  const body = `{\n  endpoint {\n    url = ${quoteString(sink.url)}\n  }\n}`;
  return { name: `${dialect}.write`, label: "out", body };
}

/** Puts a component before or after all others, under a label that is free. */
function addComponent(text: string, { name, label, body }: NewComponent, at: "start" | "end") {
  const { file } = readTree(text);
  const known = new Set(componentBlocks(file).map(({ id }) => id));
  let free = label;
  for (let nth = 2; known.has(`${name}.${free}`); nth++) free = `${label}_${nth}`;
  const code = withIndent(`${name} ${quoteString(free)} ${body}`, unitOfIndent(text));
  const isFirst = at === "start";
  const edits = insertStatement(file, undefined, isFirst ? 0 : file.body.length, isFirst ? `${code}\n` : `\n${code}`);
  return { id: `${name}.${free}`, text: applyEdits(text, edits) };
}

type Connected = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };

/** Makes the connections that `find` names. */
function connectAll(
  text: string,
  find: (graph: ComponentGraph) => readonly (readonly [from: string, to: string])[],
): Connected {
  let now = text;
  for (const [from, to] of find(readGraph(readTree(text))!)) {
    const edited = editGraph(readTree(now), { kind: "connect", from, to });
    if (!edited.ok) return edited;
    now = edited.text;
  }
  return { ok: true, text: now };
}
