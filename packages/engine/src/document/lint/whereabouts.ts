/** What the stages before one have done with a name, where all entries have gone through them. */
import type { FlowKind, StageFlow } from "../../pipeline/stage-flow.ts";
import { CompiledText } from "../../schema/compiled-text.ts";
import { isOnTheWayOf, type LintedPipeline, type LintedStage } from "./view.ts";

export type Whereabouts =
  /** It may have come with the entry, or nothing is certain. */
  | { readonly is: "open" }
  /** `by` set it last, or may have done so. */
  | { readonly is: "set"; readonly by: LintedStage }
  /** `by` removed it for certain; `had` set it before, where a stage did. */
  | { readonly is: "removed"; readonly by: LintedStage; readonly had: LintedStage | undefined };

const OPEN: Whereabouts = { is: "open" };

/** Where the name is when an entry reaches `stage`. */
export function whereaboutsOf(
  { stages }: LintedPipeline,
  stage: LintedStage,
  kind: FlowKind,
  name: string,
): Whereabouts {
  let where = OPEN;
  for (const one of stages) {
    if (one.order >= stage.order) break;
    if (kind === "label" && movesByName(one, name) && isOnTheWayOf(one, stage))
      where = { is: "removed", by: one, had: where.is === "set" ? where.by : undefined };
    else if (one.flow.setsAny?.includes(kind)) where = OPEN;
    else if (setsName(one.flow, kind, name)) where = { is: "set", by: one };
    else if (removesName(one.flow, kind, name) && isOnTheWayOf(one, stage))
      where = { is: "removed", by: one, had: where.is === "set" ? where.by : undefined };
  }
  return where;
}

/** A pattern for names takes the label. */
function movesByName({ node }: LintedStage, name: string): boolean {
  const { regex } = node.args;
  if (node.spec.name !== "structured_metadata" || !(regex instanceof CompiledText) || !regex.isOf("re2")) return false;
  return regex.ifGiven?.test(name) === true;
}

const setsName = ({ sets }: StageFlow, kind: FlowKind, wanted: string): boolean =>
  sets?.some((use) => use.kind === kind && use.name === wanted) ?? false;

export const removesName = ({ removes, keepsLabels }: StageFlow, kind: FlowKind, wanted: string): boolean =>
  (removes?.some((use) => use.kind === kind && use.name === wanted) ?? false) ||
  (kind === "label" && keepsLabels !== undefined && !keepsLabels.includes(wanted));
