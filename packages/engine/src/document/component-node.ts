/** The decoded form of a configuration: its components, and how one of them is evaluated again. */
import type { Diagnostic } from "../base/diagnostic.ts";
import type { Span } from "../base/span.ts";
import type { ComponentSpec } from "../components/component-spec.ts";
import type { LoggingArgs } from "../components/logging-block.ts";
import type { StageCatalog } from "../pipeline/decode-stages.ts";
import type { Dialect } from "../pipeline/stage.ts";
import type { StageNode } from "../pipeline/stage-spec.ts";
import type { Exports } from "../schema/exported.ts";
import type { DecodedBlock } from "../schema/field.ts";
import type { BlockStatement, SourceFile } from "../syntax/ast.ts";
import type { StandardLibraryHost, Value } from "../syntax/index.ts";

/** A component of a configuration, decoded. */
export interface ComponentNode {
  readonly spec: ComponentSpec;
  /** As written, with its label: `loki.process.main`. */
  readonly id: string;
  readonly label: string;
  /** The dialect of its name. */
  readonly dialect: Dialect;
  readonly args: Readonly<Record<string, unknown>>;
  readonly stages: readonly StageNode[];
  /** Ids of the components that it forwards to, in order. */
  readonly forwardTo: readonly string[];
  /** Ids of the components whose values it uses, in order. */
  readonly uses: readonly string[];
  /** Its exports, if they follow from its arguments. */
  readonly exports?: Exports | undefined;
  readonly span: Span;
}

/** The relabelling rules of a component, in the order of the text: without those that have an error. */
export interface DecodedRules {
  readonly id: string;
  readonly statement: BlockStatement;
  readonly rules: readonly DecodedBlock[];
}

/** One component with new values, or why they are refused. */
export type Evaluation =
  | { readonly ok: true; readonly node: ComponentNode }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export interface LoadedConfig {
  readonly file: SourceFile;
  /** Without those that have an error of their own. */
  readonly components: readonly ComponentNode[];
  /** Settings of its block `logging`. */
  readonly logging?: LoggingArgs | undefined;
  /** In the order of their places. */
  readonly diagnostics: readonly Diagnostic[];
  readonly ok: boolean;
  /**
   * Evaluates one component again, by its id, with the exports of the others in `exportsOf`, by theirs. Unknown values count
   * as empty.
   */
  evaluate(id: string, exportsOf: (id: string) => Exports | undefined): Evaluation;
}

export type Purpose = "run" | "preview" | "for-alloy";

export interface LoadOptions {
  readonly stages?: StageCatalog | undefined;
  readonly library?: StandardLibraryHost | undefined;
  /** Further names that expressions may use. */
  readonly globals?: ReadonlyMap<string, Value> | undefined;
  /**
   * Purpose of opening. To `run` the configuration (default), a component that Sluice does not run is an error: a server
   * would leave it out of the flow. For a `preview`, which needs only pipelines, it is a warning: the block is kept, and
   * references to it count as empty. So do a reference to a missing block, and an environment variable that is not set, or
   * any variable if the library has no environment. To check it `for-alloy`, a component that only Alloy runs is no mistake,
   * and a variable that is not set here is a warning: the rest is as for `run`.
   */
  readonly purpose?: Purpose | undefined;
  /**
   * Stop where Alloy's decoding does: mistakes that it finds when it loads components (their names) or builds them (embedded
   * languages, rules across arguments) are ignored. For comparisons; the result cannot be built.
   */
  readonly decodeOnly?: boolean | undefined;
}
