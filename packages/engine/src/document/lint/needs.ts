/** What a stage needs of an entry, and whether a value of a name may be extracted. */
import type { FlowKind, NameUse } from "../../pipeline/stage-flow.ts";
import type { PipelineNames } from "./names.ts";
import { ancestorsOf, type LintedStage, placesRead } from "./view.ts";

const KINDS = ["extracted", "label", "metadata"] as const;

/** What a stage needs of `kinds`, and reads nowhere else; not what a stage around it needs, too. */
export function* needs(stage: LintedStage, ...kinds: readonly FlowKind[]): Iterable<NameUse> {
  const places = KINDS.map((kind) => [kind, placesRead(stage, kind)] as const);
  const around = new Set(
    ancestorsOf(stage).flatMap(({ flow }) => (flow.reads ?? []).map(({ kind, name }) => `${kind} ${name}`)),
  );
  for (const use of stage.flow.reads ?? []) {
    if (!kinds.includes(use.kind) || use.optional || around.has(`${use.kind} ${use.name}`)) continue;
    if (!places.some(([kind, place]) => kind !== use.kind && place.has(use))) yield use;
  }
}

/** Whether a value of this name may be extracted: a stage sets it, or a `stage.match` copies the label that `setter` made. */
export const isOpenValue = (names: PipelineNames, reader: LintedStage, name: string, setter: LintedStage): boolean =>
  names.branches.some(({ order }) => setter.order < order && order < reader.order) ||
  names.blinding.some(({ flow, order }) => order < reader.order && flow.setsAny?.includes("extracted")) ||
  names.setters("extracted", name).some(({ stage }) => stage.order < reader.order);
