/**
 * The declaration of an argument: type, default or required, documentation, example. Decoding, diagnostics, completion,
 * hover, forms and the reference read it, and the types of the arguments that `create` gets are inferred from it
 * (`StageArgs<typeof json>`).
 */
import type { ProposedFix } from "../base/diagnostic.ts";
import { kindOf } from "./value-kinds.ts";
import type { EnumValue, TypeOf, ValueType, WrittenAs } from "./value-type.ts";

export type { EmbeddedLanguage } from "./languages.ts";
export type { CapsuleKind, CapsuleReference, EnumValue, TypeOf, ValueType } from "./value-type.ts";

export interface Field<T extends ValueType = ValueType, P extends Presence<T> = Presence<T>> {
  readonly type: T;
  /** One sentence, starting with a capital and ending with a full stop. */
  readonly doc: string;
  readonly presence: P;
  /** A value as it would be written in a configuration. */
  readonly example?: string | undefined;
  /** What a number counts, for people: `lines`, `lines/s`, `bytes` … */
  readonly unit?: string | undefined;
  /** The replacement. */
  readonly deprecated?: string | undefined;
  /** Its texts, those of a list's elements or a map's values, name values of an entry. */
  readonly names?: NameKind | undefined;
  /** What its expressions are about, where that is not the text that `source` names, or the line. */
  readonly over?: "names" | "record" | "captures" | undefined;
  /** How its texts, those of a list's elements, lead to files. */
  readonly file?: FileNaming | undefined;
  /** What its texts are where they lead to no file, nor name a value of an entry. */
  readonly holds?: PlainText | undefined;
  /** Its pattern has to match a whole text, and is compiled for that, too (`CompiledText.whole`). */
  readonly matchesWhole?: boolean | undefined;
  /** Holds secrets although its type is not that of secrets (request headers): it is not shown. */
  readonly sensitive?: boolean | undefined;
  /** Alloy has no such argument, and refuses it. */
  readonly notInAlloy?: boolean | undefined;
  /** Alloy has it, and it does nothing here: why, after a colon. */
  readonly inert?: string | undefined;
}

/** How texts of an argument lead to files. The guard of files finds them only by this (`named-files.ts`). */
export interface FileNaming {
  /**
   * `path`: each text is a path or a pattern. `socket`: what follows `unix://` is a path. `target`: the label `__path__` is
   * one.
   */
  readonly as: "path" | "socket" | "target";
  readonly use: "read" | "write";
  /** What is used where the argument is empty. */
  readonly whenEmpty?: string | undefined;
}

/**
 * Kind of a text that leads to no file. `word`: one of a few known to a protocol or the platform. `certificate`: PEM.
 * Constructors of fields require it, so that a path cannot be forgotten.
 */
export type PlainText = "text" | "name" | "word" | "url" | "address" | "certificate";

/** Where a named value of an entry is. */
export type NameKind = "extracted" | "label" | "metadata";

/**
 * `optional` decodes to undefined where the argument is absent or null, and so does a `nullable` one, which must still be
 * written out. Null for any other argument is its type's empty value, whatever the default is.
 */
export type Presence<T extends ValueType> =
  | { readonly kind: "required"; readonly nullable?: boolean }
  | { readonly kind: "optional" }
  | { readonly kind: "default"; readonly value: TypeOf<T> };

/** Decoded arguments of a spec that only shows at run time. */
export type Args = Readonly<Record<string, unknown>>;

export type Fields = Readonly<Record<string, Field>>;

export interface Block<F extends Fields = Fields, B extends Blocks = Blocks, O extends Occurrence = Occurrence> {
  readonly doc: string;
  readonly fields: F;
  readonly blocks: B;
  readonly occurs: O;
  /** Rules across the block's arguments. */
  readonly check?: Check<ArgsOf<F, B>> | undefined;
  /** Arguments and blocks that Alloy has here and Sluice does not run yet. */
  readonly notRun?: readonly string[] | undefined;
}

/** `one`: absent means all defaults. `optional`: absent means undefined. `many`: a list in order of appearance. */
export type Occurrence = "one" | "optional" | "many" | "at-least-one";

export type Blocks = Readonly<Record<string, Block>>;

/** Decoded arguments with the blocks by their names; of a spec that only shows at run time, any. */
export type ArgsOf<F extends Fields, B extends Blocks> = string extends keyof F ? Args : KnownArgs<F, B>;

type KnownArgs<F extends Fields, B extends Blocks> = {
  readonly [K in keyof F]: F[K] extends Field<infer T, infer P>
    ? P extends { kind: "optional" } | { nullable: true }
      ? TypeOf<T> | undefined
      : TypeOf<T>
    : never;
} & {
  readonly [K in keyof B]: B[K] extends Block<infer F2, infer B2, infer O>
    ? O extends "many" | "at-least-one"
      ? readonly DecodedBlock<F2, B2>[]
      : O extends "optional"
        ? DecodedBlock<F2, B2> | undefined
        : DecodedBlock<F2, B2>
    : never;
};

export interface DecodedBlock<F extends Fields = Fields, B extends Blocks = Blocks> {
  readonly args: ArgsOf<F, B>;
  /** Position among all blocks of the body, so that blocks of different names keep their order. */
  readonly index: number;
}

/** The decoded arguments of fields that several specs share. */
export type FieldArgs<F extends Fields> = ArgsOf<F, Record<never, never>>;

/** The decoded arguments of a block. */
export type BlockArgs<B> = B extends Block<infer F, infer Inner> ? ArgsOf<F, Inner> : never;

/**
 * Reports a rule across arguments; `field` says where, and nothing means the whole block. `element` is one of a list,
 * for when the list is written out.
 */
export interface CheckReport {
  /** In a stage: what refuses it when it is built. In a block or a component: what is refused while decoding. */
  error(code: string, message: string, field?: string, element?: number): void;
  /** What is refused while decoding, in a stage too: rules that belong to the arguments' type in Alloy. */
  invalid(code: string, message: string, field?: string): void;
  warning(code: string, message: string, field?: string, more?: { element?: number; fix?: ProposedFix }): void;
}

/**
 * Rules across arguments, run when each argument by itself is right. Called with decoded arguments of the spec's own shape;
 * `given` says whether an argument or a block is written out (`stage`: whether there are stages).
 */
export type Check<A = Args> = CheckMethod<A>["check"];

/**
 * A method, so that its parameter types are compared bivariantly: a spec with its own arguments is assignable to one of any.
 * That is safe, since arguments are decoded by the spec that receives them.
 */
interface CheckMethod<A> {
  check(args: A, report: CheckReport, given: (field: string) => boolean): void;
}

/** What has no effect is described by why. */
type Described = { doc: string; inert?: never } | { inert: string; doc?: never };

type Options = {
  example?: string;
  unit?: string;
  deprecated?: string;
  sensitive?: boolean;
  notInAlloy?: boolean;
  names?: NameKind;
  holds?: PlainText;
  over?: "names" | "record" | "captures";
  matchesWhole?: boolean;
};
type Req = { required: true };
type Null = { required: true; nullable: true };
type Def<V> = { default: V };

type Made<T extends ValueType, O> = Field<
  T,
  O extends Null
    ? { kind: "required"; nullable: true }
    : O extends Req
      ? { kind: "required" }
      : O extends Def<unknown>
        ? { kind: "default"; value: TypeOf<T> }
        : { kind: "optional" }
>;

type PresenceOptions<T extends ValueType> =
  | { required: true; nullable?: true; default?: never }
  | { default: WrittenAs<T>; required?: never; nullable?: never }
  | { required?: never; nullable?: never; default?: never };

/** Texts say what they are. */
type TextOptions = { names: NameKind; holds?: never } | { holds: PlainText; names?: never };

type HoldsText<T> = T extends { readonly kind: "string" }
  ? true
  : T extends { readonly of: infer U }
    ? HoldsText<U>
    : false;

type FieldOptions<T extends ValueType> = Options &
  Described &
  PresenceOptions<T> &
  (HoldsText<T> extends true ? TextOptions : unknown);

type FileOptions<T extends ValueType> = Omit<Options, "names" | "holds"> & { doc: string } & PresenceOptions<T> &
  Omit<FileNaming, "as">;

export const describeInert = (why: string): string => `Accepted without effect: ${why}.`;

function field<T extends ValueType, O extends Options & { doc?: string; inert?: string } & PresenceOptions<T>>(
  type: T,
  options: O,
  file?: FileNaming,
): Made<T, O> {
  const { inert, example, unit, deprecated, sensitive, notInAlloy, names, holds, over, matchesWhole } = options;
  const doc = inert === undefined ? options.doc : describeInert(inert);
  const presence: Presence<ValueType> =
    options.required === true
      ? { kind: "required", ...(options.nullable === true ? { nullable: true } : {}) }
      : "default" in options
        ? { kind: "default", value: kindOf(type).decodeDefault(options.default, type) }
        : { kind: "optional" };
  const about = { example, unit, deprecated, sensitive, notInAlloy, inert, names, holds, file, over, matchesWhole };
  // Which presence it has, the type says by the options.
  return { type, doc, presence, ...about } as Made<T, O>;
}

const maker =
  <const T extends ValueType>(type: T) =>
  <const O extends FieldOptions<T>>(options: O): Made<T, O> =>
    field(type, options);

const fileMaker =
  <const T extends ValueType>(type: T, as: FileNaming["as"]) =>
  <const O extends FileOptions<T>>(options: O): Made<T, O> =>
    field(type, options, { as, use: options.use, whenEmpty: options.whenEmpty });

export const stringField = maker({ kind: "string" });
export const boolField = maker({ kind: "bool" });
export const intField = maker({ kind: "int" });
export const floatField = maker({ kind: "float" });
export const durationField = maker({ kind: "duration" });
export const bytesField = maker({ kind: "bytes" });
export const secretField = maker({ kind: "secret" });
export const stringListField = maker({ kind: "list", of: { kind: "string" } });
export const floatListField = maker({ kind: "list", of: { kind: "float" } });
export const stringMapField = maker({ kind: "map", of: { kind: "string" } });
/** Names and several secrets for each, as headers are. */
export const secretListMapField = maker({ kind: "map", of: { kind: "list", of: { kind: "secret" } } });
/** A file, or a pattern of files. */
export const filePathField = fileMaker({ kind: "string" }, "path");
export const filePathListField = fileMaker({ kind: "list", of: { kind: "string" } }, "path");
/** An address that may be a socket in the file system. */
export const socketAddressField = fileMaker({ kind: "string" }, "socket");
/** Targets, as maps of labels; `__path__` is a file or a pattern of files. */
export const targetsField = fileMaker({ kind: "list", of: { kind: "map", of: { kind: "string" } } }, "target");
/** Names and expressions; an empty expression means the name, as one. */
export const jmespathMapField = maker({
  kind: "map",
  of: { kind: "language", language: "jmespath" },
  emptyIsName: true,
});
export const regexField = maker({ kind: "language", language: "re2" });
export const templateField = maker({ kind: "language", language: "gotemplate" });
export const selectorField = maker({ kind: "language", language: "logql" });
export const timeLayoutField = maker({ kind: "language", language: "gotime" });
export const timeLayoutListField = maker({ kind: "list", of: { kind: "language", language: "gotime" } });
export const patternField = maker({ kind: "language", language: "pattern" });
/** Rules that `logs.relabel` and `discovery.relabel` export. */
export const relabelRulesField = maker({ kind: "capsule", capsule: "relabel-rules" });
export const logsReceiversField = maker({ kind: "list", of: { kind: "capsule", capsule: "logs-receiver" } });
export const profilesReceiversField = maker({ kind: "list", of: { kind: "capsule", capsule: "profiles-receiver" } });

/** One of a few documented texts. */
export const enumField = <
  const V extends readonly EnumValue[],
  const O extends FieldOptions<{ kind: "enum"; values: V }>,
>(
  values: V,
  options: O,
): Made<{ kind: "enum"; values: V }, O> => field({ kind: "enum", values }, options);

/** The blocks of a spec that names none. */
export const noBlocks = <B extends Blocks>(): B => ({}) as B;

/** A nested block with arguments of its own. */
export function block<
  const F extends Fields,
  const O extends Occurrence,
  const B extends Blocks = Record<never, never>,
>(spec: {
  doc: string;
  occurs: O;
  fields: F;
  blocks?: B;
  check?: Check<ArgsOf<F, B>>;
  notRun?: readonly string[];
}): Block<F, B, O> {
  return {
    doc: spec.doc,
    fields: spec.fields,
    blocks: spec.blocks ?? noBlocks<B>(),
    occurs: spec.occurs,
    check: spec.check,
    notRun: spec.notRun,
  };
}
