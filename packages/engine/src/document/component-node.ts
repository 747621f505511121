/** What a configuration is understood to be: its components, and how one of them is looked at again. */
import type { Diagnostic } from "../base/diagnostic.ts";
import type { Span } from "../base/span.ts";
import type { ComponentSpec } from "../components/component-spec.ts";
import type { LoggingArgs } from "../components/logging-block.ts";
import type { StageCatalog } from "../pipeline/decode-stages.ts";
import type { Dialect } from "../pipeline/stage.ts";
import type { StageNode } from "../pipeline/stage-spec.ts";
import type { Exports } from "../schema/exported.ts";
import type { SourceFile } from "../syntax/ast.ts";
import type { StandardLibraryHost, Value } from "../syntax/index.ts";

/** A component of a configuration, decoded. */
export interface ComponentNode {
  readonly spec: ComponentSpec;
  /** As written, with its label: `loki.process.main`. */
  readonly id: string;
  readonly label: string;
  /** Whose names it was written in. */
  readonly dialect: Dialect;
  readonly args: Readonly<Record<string, unknown>>;
  readonly stages: readonly StageNode[];
  /** Ids of the components that it forwards to, in order. */
  readonly forwardTo: readonly string[];
  /** Ids of the components whose values it uses, in order. */
  readonly uses: readonly string[];
  /** What it exports, where that follows from its arguments. */
  readonly exports?: Exports | undefined;
  readonly span: Span;
}

/** One component with other values than before, or why these cannot be. */
export type Evaluation =
  | { readonly ok: true; readonly node: ComponentNode }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export interface LoadedConfig {
  readonly file: SourceFile;
  /** Without those that have an error of their own. */
  readonly components: readonly ComponentNode[];
  /** What its block `logging` says. */
  readonly logging?: LoggingArgs | undefined;
  /** In the order of their places. */
  readonly diagnostics: readonly Diagnostic[];
  readonly ok: boolean;
  /**
   * One of the components anew, by its id, now that others export what `exportsOf` says, by theirs. What is not known counts as
   * empty.
   */
  evaluate(id: string, exportsOf: (id: string) => Exports | undefined): Evaluation;
}

export interface LoadOptions {
  readonly stages?: StageCatalog | undefined;
  readonly library?: StandardLibraryHost | undefined;
  /** Further names that expressions may use. */
  readonly globals?: ReadonlyMap<string, Value> | undefined;
  /**
   * What the configuration is for. To `run` it (default), a component that Sluice does not run is an error: a server would
   * leave it out of the flow. For a `preview`, where only pipelines are looked at, it is a warning: it is kept as it is,
   * and what refers to it counts as empty. So does a reference to a block that is not there, and an environment variable
   * that is not set, or any where the library has no environment.
   */
  readonly purpose?: "run" | "preview" | undefined;
  /**
   * Stop where Alloy's decoding does: what it refuses when it loads components (their names) or builds them (embedded
   * languages, rules across arguments) is passed over. For comparisons; what comes out cannot be built.
   */
  readonly decodeOnly?: boolean | undefined;
}
