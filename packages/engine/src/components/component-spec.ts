/**
 * The one declarative description of a component: what it takes, what it exports, and whether it has stages. Components that
 * do I/O are run by a host (the server); the engine knows only their shape.
 */

import type { StageSpec } from "../pipeline/stage-spec.ts";
import type { ExportKind, Exports } from "../schema/exported.ts";
import { type ArgsOf, type Blocks, type Check, type Fields, noBlocks } from "../schema/field.ts";
import type { Listens, Outside } from "./shared/outside.ts";
import type { Thing } from "./shared/things.ts";

/** `source`: it gives entries or targets. `receiver`: it takes profiles that others push. `writer`: entries end in it. */
export type GraphKind = "source" | "receiver" | "process" | "relabel" | "writer";

export interface ComponentSpec<F extends Fields = Fields, B extends Blocks = Blocks> {
  /** Our name: `logs.process`. */
  readonly name: string;
  /** Alloy's name for the same component: `loki.process`. Absent where Alloy has none. */
  readonly alias?: string | undefined;
  /** Where Alloy has no component with these arguments: which ones of its do the same. */
  readonly inAlloy?: string | undefined;
  readonly summary: string;
  readonly fields: F;
  readonly blocks: B;
  /** It has `stage.*` blocks. */
  readonly stages: boolean;
  /** Blocks of this name are the steps of a pipeline: `last` is the spec of the last of them. */
  readonly steps?: { readonly block: string; readonly rule: StageSpec; readonly last: StageSpec } | undefined;
  /** It is the one step of a pipeline: the stage has its arguments, but for `forward_to`. */
  readonly asStage?: StageSpec | undefined;
  /** What other components can refer to: `receiver`, `targets`. */
  readonly exports: Readonly<Record<string, ExportKind>>;
  /**
   * The exported values that follow from its arguments alone, so that nothing has to run for them. Other exports come from
   * the running component.
   */
  evaluate?(args: ArgsOf<F, B>): Exports;
  readonly check?: Check<ArgsOf<F, B>> | undefined;
  /** Arguments and blocks that Alloy's component has and ours does not run yet. */
  readonly notRun?: readonly string[] | undefined;
  /** A whole working configuration around the component. */
  readonly example: string;
  /** Who pushes to it, and where it listens. */
  readonly listens?: Listens<ArgsOf<F, B>> | undefined;
  /** What it reads, or where it sends, by itself. */
  readonly outside?: Outside<ArgsOf<F, B>> | undefined;
  /** What its exported targets represent outside the server. */
  finds?(args: ArgsOf<F, B>): readonly Thing[];
  /**
   * Labels that its entries have for certain, by kinds of entries (targets, listeners), before `relabel_rules`. Each source has
   * one that sets labels. Of a component that finds targets: what entries of them have.
   */
  entryLabels?(args: ArgsOf<F, B>): readonly ReadonlyMap<string, string>[];
  /** Its kind in the graph. */
  readonly graphKind: GraphKind;
  /** Where it can run: in previews too, or on the server only. */
  readonly runs: "server" | "anywhere";
}

/** Whether entries go through stages or steps, which a preview can show. */
export const isPipeline = ({ stages, steps, asStage }: ComponentSpec): boolean =>
  stages || steps !== undefined || asStage !== undefined;

/** What `defineComponent` is given: a spec without what most components do not have. */
type ComponentDefinition<F extends Fields, B extends Blocks> = Omit<
  ComponentSpec<F, B>,
  "blocks" | "stages" | "exports"
> &
  Partial<Pick<ComponentSpec<F, B>, "blocks" | "stages" | "exports">>;

/** Makes a spec whose argument types are inferred from its fields and blocks. */
export const defineComponent = <const F extends Fields, const B extends Blocks = Record<never, never>>(
  spec: ComponentDefinition<F, B>,
): ComponentSpec<F, B> => ({ blocks: noBlocks<B>(), stages: false, exports: {}, ...spec });

/** The decoded arguments of a component. */
export type ComponentArgs<S> = S extends ComponentSpec<infer F, infer B> ? ArgsOf<F, B> : never;
