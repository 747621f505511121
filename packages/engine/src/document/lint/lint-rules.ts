/** Finds probable mistakes of a component's relabelling rules. */
import type { Diagnostic } from "../../base/diagnostic.ts";
import { touchedBy } from "../../base/span.ts";
import { relabelRule, toRules } from "../../components/pipelines/relabel-rule.ts";
import type { FlowKind } from "../../pipeline/stage-flow.ts";
import { allStages, flowOf } from "../../pipeline/stage-spec.ts";
import { blockAt, decodedBlocks } from "../../schema/decoded-blocks.ts";
import type { BlockStatement, SourceFile } from "../../syntax/ast.ts";
import type { ComponentNode } from "../component-node.ts";
import { isUsualLabel, labelsBefore } from "./incoming.ts";
import { blankInSource, type LintedRule, RULE_LINTS, valueInRule } from "./rule-lints.ts";
import { sendersOf } from "./senders.ts";

/** Findings of one component at most. */
const MAX_FINDINGS = 100;

/** What the lints find in the rules of `components`; `known`: the diagnostics of the file so far. */
export function lintRules(
  components: readonly ComponentNode[],
  file: SourceFile,
  known: readonly Diagnostic[],
): Diagnostic[] {
  // An argument with an error or an unknown value counts as empty.
  const isUnsure = touchedBy(
    known.flatMap(({ severity, code, span }) =>
      span && (severity === "error" || code === "unknown-value" || code === "unknown-reference") ? [span] : [],
    ),
  );
  return components
    .filter(({ spec }) => spec.blocks.rule === relabelRule)
    .flatMap((node) => {
      const statement = file.body.find((one): one is BlockStatement => one.span.start === node.span.start);
      return statement === undefined
        ? []
        : lintComponent(
            node,
            statement,
            { receives: receives(file, node), extracts: extractors(file, components, statement) },
            isUnsure,
          ).slice(0, MAX_FINDINGS);
    });
}

/** Whether entries are sent to it, from sources that remove internal labels, and nothing uses its rules alone. */
const receives = ({ text }: SourceFile, { id }: ComponentNode): boolean =>
  text.includes(`${id}.receiver`) && !text.includes(`${id}.rules`) && !text.includes("preserve_discovered_labels");

/** The stage that extracts a value before its component sends entries to `statement`, where nothing makes it a label. */
function extractors(
  file: SourceFile,
  components: readonly ComponentNode[],
  statement: BlockStatement,
): LintedRule["extracts"] {
  const senders = sendersOf(file, statement) ?? [];
  const stages = components
    .filter(({ span }) => senders.some((one) => one.span.start === span.start))
    .flatMap((one) => allStages(one.stages));
  const flows = stages.map((node) => ({ node, flow: flowOf(node) }));
  const incoming = labelsBefore(file, statement);
  if (flows.some(({ flow }) => flow.setsAny?.includes("label"))) return () => undefined;
  return (name) => {
    if (isUsualLabel(name) || incoming.has(name)) return undefined;
    const sets = (kind: FlowKind) =>
      flows.find(({ flow }) => flow.sets?.some((use) => use.kind === kind && use.name === name))?.node;
    return sets("label") === undefined ? sets("extracted") : undefined;
  };
}

function lintComponent(
  { args }: ComponentNode,
  { body }: BlockStatement,
  from: Pick<LintedRule, "receives" | "extracts">,
  isUnsure: ReturnType<typeof touchedBy>,
): Diagnostic[] {
  const blocks = decodedBlocks(args.rule) as unknown as Parameters<typeof toRules>[0];
  const statements = blocks.map((one) => blockAt(body, one));
  if (statements.some(({ span }) => isUnsure(span))) return [];
  const rules = toRules(blocks);
  return rules.flatMap((rule, i) => {
    const linted = { rule, block: statements[i]!, before: rules.slice(0, i), ...from };
    return [...RULE_LINTS, blankInSource, valueInRule].flatMap(({ code, find }) =>
      [...find(linted)].map(
        ({ message, span, fix, related }): Diagnostic => ({
          severity: "warning",
          code,
          message,
          span,
          related,
          fixes: fix && [fix],
        }),
      ),
    );
  });
}
