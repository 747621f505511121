/**
 * The one declarative description of a stage; decoding, editor services, forms and reference pages read it. `create`
 * receives decoded arguments whose types follow from `fields` and `blocks`.
 */
import type { Span } from "../base/span.ts";
import type { ArgsOf, Blocks, Check, Fields } from "../schema/field.ts";
import type { Env, Stage } from "./stage.ts";
import type { StageFlow } from "./stage-flow.ts";

export type StageCategory = "parse" | "transform" | "filter" | "label" | "metric" | "buffer";

/** `none`: every entry by itself. `stream`: state for each label set. `global`: one state for all entries. */
export type StageState = "none" | "stream" | "global";

/** An entry of an example, in its shortest form. */
export interface ExampleEntry {
  readonly line: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly timestamp?: string;
  readonly extracted?: Readonly<Record<string, string | number | boolean | null>>;
  readonly structured_metadata?: readonly (readonly [string, string])[];
  /** Go duration that passes before it is sent. */
  readonly advance?: string;
}

/** What an example's entry looks like after the stages; what is left out is not compared. */
export interface ExampleOutput {
  readonly line?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly timestamp?: string;
  readonly extracted?: Readonly<Record<string, unknown>>;
  readonly structured_metadata?: readonly (readonly [string, string])[];
}

/** A worked example: it runs as a test, and is what the reference and the gallery show. */
export interface StageExample {
  readonly title: string;
  /** A body of stages. */
  readonly config: string;
  readonly input: readonly ExampleEntry[];
  readonly output: readonly ExampleOutput[];
  /** Virtual start, RFC 3339. */
  readonly now?: string;
  /** Go duration that passes before the input ends. */
  readonly end_advance?: string;
}

export interface StageSpec<F extends Fields = Fields, B extends Blocks = Blocks> {
  /** Without `stage.`: `json`. */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** The rules, in sentences, for the reference and the hover. */
  readonly rules?: readonly string[] | undefined;
  readonly category: StageCategory;
  readonly state: StageState;
  readonly fields: F;
  readonly blocks: B;
  /** Takes stages inside (`stage.match`). */
  readonly nests: boolean;
  /** What to use instead. */
  readonly deprecated?: string | undefined;
  readonly check?: Check | undefined;
  /** Files that the host must load before `create`. */
  readonly resources?: ((args: never) => readonly { path: string; field: string }[]) | undefined;
  /** What it reads and sets, as far as its arguments tell. */
  readonly flow: (args: never) => StageFlow;
  readonly examples: readonly StageExample[];
  /** How it is written when somebody adds it; as its first example has it, unless that takes entries away at once. */
  readonly added?: string | undefined;
  readonly create: (args: never, env: Env) => Stage;
}

/** A stage of a configuration, decoded. */
export interface StageNode {
  readonly spec: StageSpec;
  readonly args: unknown;
  readonly children: readonly StageNode[];
  /** Where the values of the arguments that are given stand. */
  readonly argumentSpans: ReadonlyMap<string, Span>;
  /** Place among its siblings at each depth, from 1: `4.1` is the first stage inside the fourth. */
  readonly path: string;
  readonly span: Span;
}

/** What a stage of a configuration reads and sets. */
export const flowOf = ({ spec, args }: Pick<StageNode, "spec" | "args">): StageFlow => spec.flow(args as never);

/** What `create` of a stage is given. */
export type StageArgs<S> = S extends StageSpec<infer F, infer B> ? ArgsOf<F, B> : never;

/** Makes a spec with the argument types of `check`, `resources` and `create` inferred from its fields and blocks. */
export function defineStage<const F extends Fields, const B extends Blocks = Record<never, never>>(spec: {
  name: string;
  summary: string;
  rules?: readonly string[];
  category: StageCategory;
  state: StageState;
  fields: F;
  blocks?: B;
  nests?: boolean;
  deprecated?: string;
  check?: Check<ArgsOf<F, B>>;
  resources?: (args: ArgsOf<F, B>) => readonly { path: string; field: string }[];
  flow: (args: ArgsOf<F, B>) => StageFlow;
  examples: readonly StageExample[];
  added?: string;
  create: (args: ArgsOf<F, B>, env: Env) => Stage;
}): StageSpec<F, B> {
  return { blocks: {} as B, nests: false, ...spec } as unknown as StageSpec<F, B>;
}
