/** What the stages before one have done with a name, where all entries have gone through them. */
import type { FlowKind } from "../../pipeline/stage-flow.ts";
import { CompiledText } from "../../schema/compiled-text.ts";
import { structuredMetadata } from "../../stages/structured-metadata.ts";
import type { PipelineNames } from "./names.ts";
import { isOf, isOnTheWayOf, type LintedStage } from "./view.ts";

export type Whereabouts =
  /** It may have come with the entry, or nothing is certain. */
  | { readonly is: "open" }
  /** `by` set it last, or may have done so. */
  | { readonly is: "set"; readonly by: LintedStage }
  /** `by` removed it for certain; `had` set it before, where a stage did. */
  | { readonly is: "removed"; readonly by: LintedStage; readonly had: LintedStage | undefined };

const OPEN: Whereabouts = { is: "open" };

/** Where the name is when an entry reaches `stage`. */
export function whereaboutsOf(names: PipelineNames, stage: LintedStage, kind: FlowKind, name: string): Whereabouts {
  const removers = [
    ...names.removers(kind, name),
    ...names.blinding.filter((one) => kind === "label" && movesByName(one, name)),
  ].filter((one) => isOnTheWayOf(one, stage));
  const changes = [
    ...names.setters(kind, name).map((one) => ({ does: "sets", by: one.stage })),
    ...names.blinding.filter(({ flow }) => flow.setsAny?.includes(kind)).map((by) => ({ does: "blinds", by })),
    ...removers.map((by) => ({ does: "removes", by })),
  ] as const;
  let where = OPEN;
  // One that may set any name and takes this one for certain has removed it.
  for (const { does, by } of changes.toSorted((a, b) => a.by.order - b.by.order)) {
    if (by.order >= stage.order) break;
    if (does === "sets") where = { is: "set", by };
    else if (does === "blinds") where = removers.includes(by) ? where : OPEN;
    else where = { is: "removed", by, had: where.is === "set" ? where.by : undefined };
  }
  return where;
}

/** A pattern for names takes the label. */
function movesByName(stage: LintedStage, name: string): boolean {
  const { regex } = stage.node.args;
  if (!isOf(stage, structuredMetadata) || !(regex instanceof CompiledText) || !regex.isOf("re2")) return false;
  return regex.ifGiven?.test(name) === true;
}
