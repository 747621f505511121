/** Relabelling rules where they are written, those that are not known included. */
import { type toRule, toRules } from "../../../components/pipelines/relabel-rule.ts";
import type { BlockStatement } from "../../../syntax/ast.ts";
import type { DecodedRules } from "../../component-node.ts";
import type { unsureIn } from "./unsure.ts";
import { argumentOf, isLiteral, textOf } from "./written-labels.ts";

type RelabelRule = ReturnType<typeof toRule>;

export interface WrittenRule {
  readonly block: BlockStatement;
  /** Undefined where it has an error or an unknown value. */
  readonly rule: RelabelRule | undefined;
  /** The rule, if it is written in literals alone: the same wherever it runs. */
  readonly literal: RelabelRule | undefined;
  /** The name that it sets, as far as it is known: references to groups begin with `$`. */
  readonly target: string;
}

/** Of any name. */
const ANY = "$1";

/** In the order of the text. */
export function writtenRules(
  { statement: { body }, rules }: DecodedRules,
  isUnsure: ReturnType<typeof unsureIn>,
): readonly WrittenRule[] {
  const decoded = new Map(rules.map((one) => [one.index, one]));
  return body.flatMap((block, index): WrittenRule[] => {
    if (block.kind !== "block" || block.name !== "rule") return [];
    const one = decoded.get(index);
    if (one === undefined || isUnsure(block.span))
      return [{ block, rule: undefined, literal: undefined, target: targetOf(block) }];
    const [rule] = toRules([one as unknown as Parameters<typeof toRules>[0][number]]);
    const isFixed = block.body.every((given) => given.kind === "attribute" && isLiteral(given.value));
    return [{ block, rule, literal: isFixed ? rule : undefined, target: rule!.targetLabel }];
  });
}

/** By its text alone. */
function targetOf(block: BlockStatement): string {
  const action = argumentOf(block, "action");
  const target = argumentOf(block, "target_label");
  if (action !== undefined && textOf(action) !== "labelmap" && target === undefined) return "";
  return (target && textOf(target)) ?? ANY;
}

/** Whether one of the names that rules set may be `name`. */
export const mayBeSetBy = (targets: readonly string[], name: string): boolean =>
  targets.some((target) => target === name || target.includes("$"));
