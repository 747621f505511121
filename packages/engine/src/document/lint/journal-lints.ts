/**
 * Lints about what a crash costs: sources whose clients were answered, with no journal on the way to where entries are sent.
 * They say it once for a document, and only where it runs in Sluice: Alloy has no journal.
 */
import type { Diagnostic, QuickFix } from "../../base/diagnostic.ts";
import { allStages, flowOf, type StageNode } from "../../pipeline/stage-spec.ts";
import { decodedBlocks } from "../../schema/decoded-blocks.ts";
import type { BlockStatement, SourceFile } from "../../syntax/ast.ts";
import { walkStatements } from "../../syntax/index.ts";
import type { ComponentNode } from "../component-node.ts";
import { insertStatement, setArgument } from "../edits/edits.ts";
import { FORWARD_TO } from "../receiver-arguments.ts";
import type { LintCode } from "./codes.ts";
import type { Finding } from "./lint.ts";

interface ConfigLint {
  readonly code: LintCode;
  /** Once for a document at most. */
  readonly find: (config: LintedConfig) => Finding | undefined;
}

interface LintedConfig {
  readonly file: SourceFile;
  readonly components: readonly ComponentNode[];
  readonly byId: ReadonlyMap<string, ComponentNode>;
}

const JOURNAL = "logs.journal";
/** Titles of sources that a message names at most. */
const MOST_NAMED = 3;

const isJournal = ({ spec }: ComponentNode): boolean => spec.name === JOURNAL;
const hasWal = ({ args }: ComponentNode): boolean => decodedBlocks(args.wal)[0]?.args.enabled === true;
/** It sends entries to a server that may be away. */
const sends = ({ spec }: ComponentNode): boolean => spec.name === "logs.write";

/** Clients push to it, and do not send again what they were answered for. */
const isPushedTo = ({ spec, args }: ComponentNode): boolean =>
  spec.graphKind === "source" &&
  spec.name.startsWith("logs.") &&
  spec.listens !== undefined &&
  args.acknowledge !== "delivered";

/** What `node` leads to, without what is behind one of which `ends` is true. */
function reachedFrom(node: ComponentNode, { byId }: LintedConfig, ends: (node: ComponentNode) => boolean) {
  const reached = new Set<ComponentNode>();
  const waiting = [...node.forwardTo];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const next = byId.get(id);
    if (next === undefined || reached.has(next)) continue;
    reached.add(next);
    if (!ends(next)) waiting.push(...next.forwardTo);
  }
  return reached;
}

const blockOf = (file: SourceFile, { span }: Pick<ComponentNode, "span">): BlockStatement | undefined =>
  file.body.find((one): one is BlockStatement => one.kind === "block" && one.span.start === span.start);

function named(nodes: readonly ComponentNode[]): string {
  const shown = nodes.slice(0, MOST_NAMED).map(({ id }) => id);
  const more = nodes.length - shown.length;
  const [last, ...before] = [...shown, ...(more > 0 ? [`${more} more`] : [])].toReversed();
  return before.length === 0 ? last! : `${before.toReversed().join(", ")} and ${last}`;
}

export const noJournal: ConfigLint = {
  code: "no-journal",
  find(config) {
    const { file, components } = config;
    const bare = components.filter(
      (one) =>
        isPushedTo(one) &&
        [...reachedFrom(one, config, isJournal)].some((reached) => sends(reached) && !hasWal(reached)),
    );
    const blocks = bare.flatMap((one) => blockOf(file, one) ?? []);
    if (blocks.length === 0) return undefined;
    return {
      message: `no journal is behind ${named(bare)}: a crash loses what was acknowledged and not sent yet; put a ${JOURNAL} between`,
      span: blocks[0]!.nameSpan,
      related: blocks.slice(1).map(({ nameSpan }) => ({ message: "nor behind this one", span: nameSpan })),
      fix: putJournals(config, blocks),
    };
  },
};

/** A journal behind each of `sources`, one for all that forward to the same; undefined where a list is computed. */
function putJournals({ file, byId }: LintedConfig, sources: readonly BlockStatement[]): QuickFix | undefined {
  const taken = new Set(byId.keys());
  const made = new Map<string, string>();
  const edits = [];
  for (const block of sources) {
    const attribute = block.body.find(({ kind, name }) => kind === "attribute" && name === FORWARD_TO);
    if (attribute?.kind !== "attribute" || attribute.value.kind !== "array" || block.label === undefined)
      return undefined;
    const { start, end } = attribute.value.span;
    const receivers = file.text.slice(start, end);
    let label = made.get(receivers);
    if (label === undefined) {
      label = block.label;
      for (let i = 2; taken.has(`${JOURNAL}.${label}`); i++) label = `${block.label}_${i}`;
      taken.add(`${JOURNAL}.${label}`);
      made.set(receivers, label);
      const code = `${JOURNAL} ${JSON.stringify(label)} {\n  ${FORWARD_TO} = ${receivers}\n}\n`;
      const isLast = block === file.body.at(-1);
      edits.push(
        ...insertStatement(file, undefined, file.body.indexOf(block) + 1, isLast ? `\n${code.trimEnd()}` : code),
      );
    }
    edits.push(...setArgument(file, block, FORWARD_TO, `[${JOURNAL}.${label}.receiver]`));
  }
  const title = made.size === 1 ? `Put a ${JOURNAL} between` : `Put ${made.size} journals between`;
  return { title, edits };
}

export const heldBeforeJournal: ConfigLint = {
  code: "held-before-journal",
  find(config) {
    for (const source of config.components.filter(isPushedTo)) {
      const reached = [...reachedFrom(source, config, isJournal)];
      for (const one of reached) {
        const journal = [...reachedFrom(one, config, isJournal)].find(isJournal);
        const holding = journal && !isJournal(one) ? allStages(one.stages).find(holds) : undefined;
        const block = holding && stageBlock(config.file, holding);
        if (journal === undefined || block === undefined) continue;
        return {
          message: `${block.name} holds entries of ${source.id} before they are in ${journal.id}: a crash loses them; put the journal directly behind the source`,
          span: block.nameSpan,
          related: [{ message: "comes after it", span: blockOf(config.file, journal)?.nameSpan ?? journal.span }],
        };
      }
    }
    return undefined;
  },
};

function holds(stage: StageNode): boolean {
  const { joinsLines, delays } = flowOf(stage);
  return joinsLines === true || delays === true;
}

function stageBlock(file: SourceFile, { span }: StageNode): BlockStatement | undefined {
  let found: BlockStatement | undefined;
  walkStatements(file.body, (statement) => {
    if (statement.kind === "block" && statement.span.start === span.start) found = statement;
  });
  return found;
}

export const journalUnsynced: ConfigLint = {
  code: "journal-unsynced",
  find(config) {
    const { file, components } = config;
    const fed = new Set(
      components
        .filter(({ spec }) => spec.graphKind === "source")
        .flatMap((source) => [...reachedFrom(source, config, () => false)]),
    );
    for (const journal of components) {
      const { sync } = journal.args;
      if (!isJournal(journal) || sync === "group" || !fed.has(journal)) continue;
      const block = blockOf(file, journal);
      const written = block?.body.find(({ kind, name }) => kind === "attribute" && name === "sync");
      if (block === undefined || written?.kind !== "attribute") continue;
      return {
        message: `${journal.id} acknowledges before it syncs: a power cut loses what came ${sync === "interval" ? "within sync_interval" : "in up to half a minute"}`,
        span: written.span,
        fix: { title: 'Set sync to "group"', edits: setArgument(file, block, "sync", '"group"') },
      };
    }
    return undefined;
  },
};

export const JOURNAL_LINTS: readonly ConfigLint[] = [noJournal, heldBeforeJournal, journalUnsynced];

/** What they find in the components of a file that is to run in Sluice. */
export function lintJournals(file: SourceFile, components: readonly ComponentNode[]): Diagnostic[] {
  const config = { file, components, byId: new Map(components.map((one) => [one.id, one])) };
  return JOURNAL_LINTS.flatMap(({ code, find }): Diagnostic[] => {
    const found = find(config);
    if (found === undefined) return [];
    const { message, span, related, fix } = found;
    return [{ severity: "info", code, message, span, related, fixes: fix && [fix] }];
  });
}
