/** Finds probable mistakes of a component's relabelling rules. */
import type { Diagnostic } from "../../../base/diagnostic.ts";
import type { FlowKind } from "../../../pipeline/stage-flow.ts";
import { allStages, flowOf } from "../../../pipeline/stage-spec.ts";
import type { BlockStatement, SourceFile } from "../../../syntax/ast.ts";
import type { ComponentNode, DecodedRules } from "../../component-node.ts";
import { afterRule, type GivenLabels } from "../given/given-labels.ts";
import type { WrittenLabels } from "../given/written-labels.ts";
import type { WrittenRule } from "../given/written-rules.ts";
import { isUsualLabel, labelsBefore } from "../incoming.ts";
import { sendersOf } from "../senders.ts";
import type { LintedRule } from "./rule-lint.ts";
import { blankInSource, RULE_LINTS, valueInRule } from "./rule-lints.ts";

/** Findings of one component at most. */
const MAX_FINDINGS = 100;

/** What the lints find in `rules`; `given`: the labels that reach the file's components. */
export function lintRules(
  rules: readonly DecodedRules[],
  components: readonly ComponentNode[],
  file: SourceFile,
  given: GivenLabels,
): Diagnostic[] {
  return rules.flatMap((one) => {
    const { statement } = one;
    const from = { receives: receives(file, one), extracts: extractors(file, components, statement) };
    const written = given.rulesOf(statement) ?? [];
    return lintComponent(written, from, labelsBeforeRules(file, one, given)).slice(0, MAX_FINDINGS);
  });
}

/** Where nothing uses the rules alone, for other labels. */
function labelsBeforeRules(
  { text }: SourceFile,
  { id, statement }: DecodedRules,
  given: GivenLabels,
): readonly WrittenLabels[] | undefined {
  if (text.includes(`${id}.rules`)) return undefined;
  return statement.name === "discovery.relabel" ? given.targetsOf(statement) : given.reaching(statement);
}

/** Whether entries are sent to it, from sources that remove internal labels, and nothing uses its rules alone. */
const receives = ({ text }: SourceFile, { id }: DecodedRules): boolean =>
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
  written: readonly WrittenRule[],
  from: Pick<LintedRule, "receives" | "extracts">,
  reaching: readonly WrittenLabels[] | undefined,
): Diagnostic[] {
  const found: Diagnostic[] = [];
  const before: string[] = [];
  let sets = reaching;
  for (const one of written) {
    const { rule, literal, block, target } = one;
    const given = literal && sets;
    // A rule with an error is not looked at; what it may set is.
    for (const { code, find } of rule === undefined ? [] : [...RULE_LINTS, blankInSource, valueInRule])
      for (const { message, span, fix, related } of find({ rule: rule!, block, before, given, ...from }))
        found.push({ severity: "warning", code, message, span, related, fixes: fix && [fix] });
    before.push(target);
    sets = sets?.map((labels) => afterRule(one, labels));
  }
  return found;
}
