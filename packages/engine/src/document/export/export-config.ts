/**
 * Exports a configuration with Alloy's names or with ours. For Alloy, what it lacks is left out if the rest works without it,
 * and everything that it would refuse or do differently is reported at its place in the document. The page and the command
 * line both use it.
 */
import { applyEdits } from "../../base/diagnostic.ts";
import { COMPONENT_CATALOG } from "../../components/index.ts";
import type { Dialect } from "../../pipeline/stage.ts";
import type { TargetVersion } from "../../schema/alloy-target.ts";
import type { Blocks, Fields } from "../../schema/field.ts";
import type { AttributeStatement, BlockStatement, SourceFile } from "../../syntax/ast.ts";
import { blocksAround, formatFile } from "../../syntax/index.ts";
import { DOUBT_CODES } from "../diagnostics/warning-codes.ts";
import { editDialect } from "../edits/dialect-edits.ts";
import { removeStatement } from "../edits/edits.ts";
import { editGraph } from "../edits/graph-edits.ts";
import { type EmptyForward, emptyForwards, titleOf } from "../graph/empty-forward.ts";
import { type ComponentBlock, type ComponentGraph, componentBlocks, readGraph } from "../graph/graph.ts";
import { type OpenedDocument, openDocument, readTree } from "../open-document.ts";
import { FORWARD_TO } from "../receiver-arguments.ts";
import { ALLOY_DIFFERENCES } from "./alloy-differences.ts";
import { type ExportNote, sentence } from "./export-note.ts";

export type { ExportNote } from "./export-note.ts";

export type ExportedConfig =
  | {
      readonly ok: true;
      readonly text: string;
      readonly notes: readonly ExportNote[];
      /** Components of the document that send nothing, in both dialects. */
      readonly unsent: readonly EmptyForward[];
      /** Components of the result, and of the document. */
      readonly components: { readonly exported: number; readonly all: number };
    }
  /** Why there is nothing, as a sentence. */
  | { readonly ok: false; readonly reason: string };

const VERSION = /^(.*?) ((?:needs --stability\.level=\S+ in|needs|is not in|is in|does something else in) Alloy .*)$/;
const REFUSED = /; Alloy refuses it: (.*)$/;

/** `dialect`: `loki` for Alloy, `logs` for Sluice. `target`: in place of the document's own. */
export function exportConfig(text: string, dialect: Dialect, target?: TargetVersion): ExportedConfig {
  const document = openDocument(text, { purpose: "preview", target });
  if (document.syntaxErrors.length > 0)
    return { ok: false, reason: "The configuration does not parse, so it cannot be exported. Fix it first." };
  const all = componentBlocks(document.file);
  const unsent = emptyForwards(document.file);
  if (dialect === "logs") return rename(text, dialect, { notes: [], unsent, all: all.length });
  const notes = sayRefused(document);
  if (document.kind === "stages" && document.file.body.length > 0) {
    const wrapped = formatFile(`loki.process "main" {\nforward_to = []\n\n${text}\n}\n`);
    if (!wrapped.ok) return { ok: false, reason: "The stages cannot be put into a component." };
    const why = "In Alloy stages belong in a component: they are put into one that forwards to nothing yet.";
    notes.push({ kind: "differs", what: "bare stages", why, span: undefined });
    return rename(wrapped.text, dialect, { notes, unsent, all: 1 });
  }
  const trimmed = leaveOut(withoutArguments(document.file, all, notes), all, notes);
  notes.push(...sendNowhere(document, trimmed, all));
  return rename(trimmed, dialect, { notes, unsent, all: all.length });
}

/** What is known of the document. */
interface About {
  readonly notes: readonly ExportNote[];
  readonly unsent: readonly EmptyForward[];
  /** Its components. */
  readonly all: number;
}

function rename(text: string, dialect: Dialect, { notes, unsent, all }: About): ExportedConfig {
  const { file } = readTree(text);
  const done = editDialect(file, dialect);
  if (!done.ok) return done;
  const inOrder = notes.toSorted((a, b) => (a.span?.start ?? -1) - (b.span?.start ?? -1));
  return {
    ok: true,
    text: applyEdits(text, done.edits),
    notes: inOrder,
    unsent,
    components: { exported: componentBlocks(file).length, all },
  };
}

/** What is known of a document that Alloy refuses, or does otherwise. */
function sayRefused(document: OpenedDocument): ExportNote[] {
  const refused = document.diagnostics.flatMap(({ code, message, span, severity }): ExportNote[] => {
    const version = code === "alloy-version" || code === "alloy-stability" ? VERSION.exec(message) : null;
    if (version !== null) {
      const [, what = "", rest = ""] = version;
      return [{ kind: severity === "warning" ? "refused" : "differs", what, why: `It ${rest}.`, span }];
    }
    const found = REFUSED.exec(message);
    if (found !== null) {
      const what = message.slice(0, found.index);
      return [{ kind: "refused", what, why: `Alloy refuses it: ${found[1]}.`, span }];
    }
    if (severity === "error") return [{ kind: "refused", what: "an error", why: sentence(message), span }];
    return [];
  });
  return [...refused, ...ALLOY_DIFFERENCES.flatMap(({ find }) => [...find(document)]), ...doubts(document)];
}

/** What lints warn of: Alloy has none. */
function doubts({ diagnostics, file }: OpenedDocument): ExportNote[] {
  return diagnostics.flatMap(({ severity, code, message, span }): ExportNote[] => {
    if (severity !== "warning" || span === undefined || !DOUBT_CODES.has(code)) return [];
    // Of what Alloy does otherwise there is another note.
    if (code === "differs-in-alloy") return [];
    return [
      {
        kind: "doubtful",
        what: blocksAround(file.body, span.start).at(-1)?.name ?? "a statement",
        why: sentence(message),
        span,
      },
    ];
  });
}

/** The text without arguments that Alloy has not. */
function withoutArguments(file: SourceFile, blocks: readonly ComponentBlock[], notes: ExportNote[]): string {
  const own: { attribute: AttributeStatement; of: BlockStatement }[] = [];
  const look = (block: BlockStatement, fields: Fields, nested: Blocks, of: BlockStatement): void => {
    for (const one of block.body) {
      if (one.kind === "attribute") {
        if (Object.hasOwn(fields, one.name) && fields[one.name]!.notInAlloy === true) own.push({ attribute: one, of });
      } else if (Object.hasOwn(nested, one.name)) look(one, nested[one.name]!.fields, nested[one.name]!.blocks, of);
    }
  };
  for (const { block } of blocks) {
    const spec = COMPONENT_CATALOG.get(block.name);
    if (spec?.alias !== undefined) look(block, spec.fields, spec.blocks, block);
  }
  for (const { attribute, of } of own) {
    const why = "Alloy has no such argument; it is left out.";
    notes.push({ kind: "left-out", what: `${attribute.name} of ${titleOf(of)}`, why, span: attribute.span });
  }
  return applyEdits(
    file.text,
    own.flatMap(({ attribute }) => removeStatement(file, attribute)),
  );
}

/** The text without components that Alloy has not; where others need one for more than forwarding to it, it stays. */
function leaveOut(text: string, blocks: readonly ComponentBlock[], notes: ExportNote[]): string {
  let rest = text;
  // The last first: of several with one name the ids of those before stay what they are.
  for (const { id, block } of blocks.toReversed()) {
    const spec = COMPONENT_CATALOG.get(block.name);
    if (spec === undefined || spec.alias !== undefined) continue;
    const edited = editGraph(readTree(rest), { kind: "remove", node: id });
    if (edited.ok) rest = edited.text;
    const instead = spec.inAlloy === undefined ? "" : ` It has ${spec.inAlloy}.`;
    notes.push({
      kind: edited.ok ? "left-out" : "refused",
      what: titleOf(block),
      why: edited.ok
        ? `Alloy has no such component; it is left out.${instead}`
        : `Alloy has no such component, and others need it.${instead}`,
      span: block.nameSpan,
    });
  }
  return rest;
}

/** Components from which some way led to an end, and none does without what is left out. */
function* sendNowhere(
  document: OpenedDocument,
  trimmed: string,
  blocks: readonly ComponentBlock[],
): Iterable<ExportNote> {
  const before = readGraph(document);
  const after = readGraph(readTree(trimmed));
  if (before === undefined || after === undefined || before.nodes.length === after.nodes.length) return;
  const left = new Set(after.nodes.map(({ id }) => id));
  const [reachedEnd, reachesEnd] = [leadingToAnEnd(before), leadingToAnEnd(after)];
  for (const { id, block } of blocks) {
    if (!left.has(id) || !reachedEnd.has(id) || reachesEnd.has(id)) continue;
    const gone = before.edges.filter((edge) => edge.from === id && edge.carries !== "values" && !left.has(edge.to));
    if (gone.length === 0) continue;
    const named = gone.map(({ to }) => to).join(" and ");
    yield {
      kind: "differs",
      what: titleOf(block),
      why: `In Alloy it sends nowhere: ${named} ${gone.length === 1 ? "is" : "are"} left out. Add a receiver that Alloy knows to its ${FORWARD_TO}.`,
      span: (block.body.find(({ name }) => name === FORWARD_TO) ?? block).span,
    };
  }
}

/** Components that forward nothing themselves, and all from which a way leads to one. */
function leadingToAnEnd({ nodes, edges }: ComponentGraph): ReadonlySet<string> {
  const sources = new Map<string, string[]>();
  for (const { from, to, carries } of edges)
    if (carries !== "values") sources.set(to, [...(sources.get(to) ?? []), from]);
  const found = new Set(nodes.filter(({ gives }) => gives === undefined).map(({ id }) => id));
  // What is added while it is gone through comes up, too.
  for (const id of found) for (const from of sources.get(id) ?? []) found.add(from);
  return found;
}
