/**
 * The one declarative description of a stage; decoding, editor services, forms and reference pages read it. `create`
 * receives decoded arguments whose types follow from `fields` and `blocks`. What takes arguments is a method, so that a
 * spec with arguments of its own is one of any (as `Check`).
 */
import type { Span } from "../base/span.ts";
import type { WrittenEntry, WrittenSample } from "../base/written-entry.ts";
import { type Args, type ArgsOf, type Blocks, type Check, type Fields, noBlocks } from "../schema/field.ts";
import type { Dialect, Env, Stage } from "./stage.ts";
import { type CoveragePath, REACHED, readOrMissed } from "./stage-coverage.ts";
import type { StageFlow } from "./stage-flow.ts";

export type StageCategory = "parse" | "transform" | "filter" | "label" | "metric" | "buffer";

/** `none`: every entry by itself. `stream`: state for each label set. `global`: one state for all entries. */
export type StageState = "none" | "stream" | "global";

/** A worked example: it runs as a test, and is what the reference and the gallery show. */
export interface StageExample {
  readonly title: string;
  /** A body of stages. */
  readonly config: string;
  readonly input: readonly WrittenSample[];
  /** What the entries look like after the stages; what is left out is not compared. */
  readonly output: readonly Partial<WrittenEntry>[];
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
  /** Tasks and synonyms that people look for it by, in lower case, the most telling first. */
  readonly words: readonly string[];
  /** The rules, in sentences, for the reference and the hover. */
  readonly rules?: readonly string[] | undefined;
  readonly category: StageCategory;
  readonly state: StageState;
  readonly fields: F;
  readonly blocks: B;
  /** Takes stages inside (`stage.match`). */
  readonly nests: boolean;
  /**
   * It makes lines as a program wrote them of those that come in: out of what wraps them, whole, one by one, without colours.
   * What looks at lines, as redaction does, belongs behind it.
   */
  readonly makesLines?: boolean | undefined;
  /** The replacement. */
  readonly deprecated?: string | undefined;
  readonly check?: Check<ArgsOf<F, B>> | undefined;
  /** What it reads and sets, as far as its arguments show. */
  flow(args: ArgsOf<F, B>): StageFlow;
  /**
   * The paths through it that tests should take, at least one. A parser without it has two, for what it reads and for what
   * it misses; another stage has one, for an entry that reaches it.
   */
  coverage?(args: ArgsOf<F, B>, dialect: Dialect): readonly CoveragePath[];
  readonly examples: readonly StageExample[];
  /** The text of a new stage; by default its first example, unless that would drop entries at once. */
  readonly added?: string | undefined;
  create(args: ArgsOf<F, B>, env: Env): Stage;
}

/** A stage of a configuration, decoded. */
export interface StageNode {
  readonly spec: StageSpec;
  readonly args: Args;
  readonly children: readonly StageNode[];
  /** Places of the values of the given arguments. */
  readonly argumentSpans: ReadonlyMap<string, Span>;
  /** Place among its siblings at each depth, from 1: `4.1` is the first stage inside the fourth. */
  readonly path: string;
  readonly span: Span;
}

/** All stages in order, those inside of others after the one that holds them. */
export const allStages = (nodes: readonly StageNode[]): StageNode[] =>
  nodes.flatMap((node) => [node, ...allStages(node.children)]);

/** What a stage of a configuration reads and sets. */
export const flowOf = ({ spec, args }: Pick<StageNode, "spec" | "args">): StageFlow => spec.flow(args);

/** The paths through a stage of a configuration that tests should take. */
export const coverageOf = ({ spec, args }: Pick<StageNode, "spec" | "args">, dialect: Dialect) =>
  spec.coverage?.(args, dialect) ?? (spec.category === "parse" ? readOrMissed("parsed") : [REACHED]);

/** What `create` of a stage is given. */
export type StageArgs<S> = S extends StageSpec<infer F, infer B> ? ArgsOf<F, B> : never;

/** What `defineStage` is given: a spec without what most stages do not have. */
type StageDefinition<F extends Fields, B extends Blocks> = Omit<StageSpec<F, B>, "blocks" | "nests" | "words"> &
  Partial<Pick<StageSpec<F, B>, "blocks" | "nests" | "words">>;

/** Makes a spec whose argument types are inferred from its fields and blocks. */
export const defineStage = <const F extends Fields, const B extends Blocks = Record<never, never>>(
  spec: StageDefinition<F, B>,
): StageSpec<F, B> => ({ blocks: noBlocks<B>(), nests: false, words: [], ...spec });
