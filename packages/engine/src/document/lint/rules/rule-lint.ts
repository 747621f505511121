/** A lint about a relabelling rule, and what it looks at. */
import type { toRule } from "../../../components/pipelines/relabel-rule.ts";
import type { StageNode } from "../../../pipeline/stage-spec.ts";
import type { AttributeStatement, BlockStatement } from "../../../syntax/ast.ts";
import type { LintCode } from "../codes.ts";
import type { WrittenLabels } from "../given/written-labels.ts";
import type { Finding } from "../lint.ts";

type RelabelRule = ReturnType<typeof toRule>;

/** A rule, where it is written, and what those before it in its component set. */
export interface LintedRule {
  readonly rule: RelabelRule;
  readonly block: BlockStatement;
  /** Names, as far as they are known. */
  readonly before: readonly string[];
  /** The labels that it sees, of each source, where they and the rule are written out. */
  readonly given: readonly WrittenLabels[] | undefined;
  /** It changes entries that come from elsewhere; otherwise a source or a discovery uses the rules. */
  readonly receives: boolean;
  /** The stage that extracts a value of this name before, where no label has it. */
  readonly extracts: (name: string) => StageNode | undefined;
}

export interface RuleLint {
  readonly code: LintCode;
  readonly find: (linted: LintedRule) => Iterable<Finding>;
}

export const attributeOf = ({ body }: BlockStatement, argument: string): AttributeStatement | undefined =>
  body.find((one): one is AttributeStatement => one.kind === "attribute" && one.name === argument);
