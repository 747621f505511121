/** What the stages before one have done with a name, where all entries have gone through them. */
import type { FlowKind, StageFlow } from "../../pipeline/stage-flow.ts";
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
    if (one.flow.setsAny?.includes(kind)) where = OPEN;
    else if (setsName(one.flow, kind, name)) where = { is: "set", by: one };
    else if (removesName(one.flow, kind, name) && isOnTheWayOf(one, stage))
      where = { is: "removed", by: one, had: where.is === "set" ? where.by : undefined };
  }
  return where;
}

const setsName = ({ sets }: StageFlow, kind: FlowKind, wanted: string): boolean =>
  sets?.some((use) => use.kind === kind && use.name === wanted) ?? false;

export const removesName = ({ removes, keepsLabels }: StageFlow, kind: FlowKind, wanted: string): boolean =>
  (removes?.some((use) => use.kind === kind && use.name === wanted) ?? false) ||
  (kind === "label" && keepsLabels !== undefined && !keepsLabels.includes(wanted));
