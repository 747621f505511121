/** Which stages set and read a name of a pipeline. */
import type { FlowKind, NameUse } from "../../pipeline/stage-flow.ts";
import type { LintedPipeline, LintedStage } from "./view.ts";

export interface NamedUse {
  readonly stage: LintedStage;
  readonly use: NameUse;
}

export class PipelineNames {
  /** Extracted values that a mistyped name probably means, so that they are used. */
  readonly meant = new Set<string>();
  readonly #setters = new Map<string, NamedUse[]>();
  readonly #readers = new Map<string, NamedUse[]>();
  readonly #removers = new Map<string, NamedUse[]>();
  /** Stages that keep some labels, and those that may set or remove any name. */
  readonly keepers: readonly LintedStage[];
  readonly blinding: readonly LintedStage[];
  /** Stages with stages inside, where labels are copied into the extracted map. */
  readonly branches: readonly LintedStage[];
  readonly #stages: readonly LintedStage[];

  constructor({ stages }: LintedPipeline) {
    this.#stages = stages;
    for (const stage of stages) {
      for (const use of stage.flow.sets ?? []) file(this.#setters, stage, use);
      for (const use of stage.flow.reads ?? []) file(this.#readers, stage, use);
      for (const use of stage.flow.removes ?? []) file(this.#removers, stage, use);
    }
    this.keepers = stages.filter(({ flow }) => flow.keepsLabels !== undefined);
    this.blinding = stages.filter(({ flow }) => flow.setsAny !== undefined);
    this.branches = stages.filter(({ children }) => children.length > 0);
  }

  setters(kind: FlowKind, name: string): readonly NamedUse[] {
    return this.#setters.get(keyOf(kind, name)) ?? [];
  }

  readers(kind: FlowKind, name: string): readonly NamedUse[] {
    return this.#readers.get(keyOf(kind, name)) ?? [];
  }

  /** Whether a stage extracts a value of that name, or makes a label of it. */
  isSet(name: string): boolean {
    return this.setters("extracted", name).length > 0 || this.setters("label", name).length > 0;
  }

  removers(kind: FlowKind, name: string): readonly LintedStage[] {
    const named = (this.#removers.get(keyOf(kind, name)) ?? []).map(({ stage }) => stage);
    if (kind !== "label") return named;
    return [...named, ...this.keepers.filter(({ flow }) => !flow.keepsLabels!.includes(name))];
  }

  /** Labels that stages set. */
  *labels(): Iterable<string> {
    for (const [first] of this.#setters.values()) if (first?.use.kind === "label") yield first.use.name;
  }

  /** Stages that set it before `stage`; only perhaps if they are inside a `stage.match`. */
  settersBefore(stage: LintedStage, kind: FlowKind, name: string): NamedUse[] {
    const own = this.setters(kind, name).filter((one) => one.stage.order < stage.order);
    // A stage.match copies labels into the extracted map.
    if (kind !== "extracted") return own;
    return [...own, ...this.setters("label", name).filter((one) => one.stage.order < stage.order)];
  }

  readersAfter(stage: LintedStage, kind: FlowKind, name: string): NamedUse[] {
    return this.readers(kind, name).filter((one) => one.stage.order > stage.order);
  }

  /** Whether an earlier stage may set or remove unknown names. */
  isBlindAt({ order }: LintedStage, kind: FlowKind): boolean {
    return this.#stages.some(
      (one) => one.order < order && one.flow.setsAny?.includes(kind) === true && !this.#isIdle(one, kind),
    );
  }

  /** It would extract from a text that nothing sets. */
  #isIdle(stage: LintedStage, kind: FlowKind): boolean {
    if (kind !== "extracted" || stage.flow.readsText !== true) return false;
    const source = stage.flow.reads?.find((use) => use.kind === kind && use.argument === "source");
    return (
      source !== undefined && this.settersBefore(stage, kind, source.name).length === 0 && !this.isBlindAt(stage, kind)
    );
  }

  mayBeReadAfter({ order }: LintedStage, kind: FlowKind): boolean {
    return this.#stages.some(({ flow, order: at }) => at > order && flow.readsAny?.includes(kind));
  }
}

const keyOf = (kind: FlowKind, name: string): string => `${kind} ${name}`;

function file(uses: Map<string, NamedUse[]>, stage: LintedStage, use: NameUse): void {
  const key = keyOf(use.kind, use.name);
  const known = uses.get(key);
  if (known === undefined) uses.set(key, [{ stage, use }]);
  else known.push({ stage, use });
}
