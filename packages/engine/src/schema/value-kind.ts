/**
 * Everything about one kind of value, in one record: how it is read, shown, completed, generated, and edited in a form. The
 * table of all of them is `value-kinds.ts`.
 *
 * The design, and why:
 *
 * - The union `ValueType` is closed, and the table is a mapped type over its kinds. A new kind does not compile until it
 *   declares its decoded type (`Decodings` in `value-type.ts`) and has a record with every member below. Readers of values
 *   (the decoder, editor services, the reference, comparisons, the generator of configurations) use the record from
 *   `kindOf(type)` and have no list of kinds of their own, so no second place can be forgotten.
 * - A record is typed by its own kind: `value` is what that kind decodes to. Behind `kindOf` a value is `unknown`, since its
 *   kind is known only at run time; only `kindOf` has that cast.
 * - Kinds that hold others (lists, maps) receive `kindOf`, so that no modules import each other.
 * - Texts of embedded languages are one kind. Their differences are in a similar table in `languages.ts`, those of receivers
 *   in `capsules.ts`.
 * - Everything is total: a value may come from any configuration, so nothing here throws.
 */
import type { Report } from "../base/diagnostic.ts";
import type { Expression } from "../syntax/ast.ts";
import type { Value, ValueError } from "../syntax/value.ts";
import type { CompiledTexts } from "./compiled-text.ts";
import type { EmbeddedLanguage } from "./languages.ts";
import type { CapsuleKind, EnumValue, TypeOf, ValueType, WrittenAs } from "./value-type.ts";

export interface ValueKind<T extends ValueType> {
  /**
   * An evaluated value as this type; `texts` are those of its document. Null is the type's empty value. The texts of errors
   * are Alloy's.
   */
  decode(value: Value, type: T, texts: CompiledTexts): Decoded<TypeOf<T>>;
  /** A default as its spec writes it. */
  decodeDefault(written: WrittenAs<T>, type: T): TypeOf<T>;
  /** Reports what is wrong inside a decoded value, at its place in the `expression` that it was read from. */
  check(value: TypeOf<T>, type: T, expression: Expression, report: Report): void;
  /** Whether two decoded values ask for the same. */
  same(a: TypeOf<T>, b: TypeOf<T>, type: T): boolean;

  /** In a few words: `list of string`. */
  describe(type: T): string;
  /** The values that it may have, where they are few and documented. */
  choices(type: T): readonly EnumValue[];
  /** As configuration text that decodes to the same; a secret is not shown. */
  print(value: TypeOf<T>, type: T): string;
  /** For a list of stages, without quotes where it is plain without. */
  summarise(value: TypeOf<T>, type: T): string;
  /** What it says is plain without the argument's name. */
  readonly namesItself: boolean;
  /** It must not be shown, or holds what must not. */
  isSecret(type: T): boolean;

  /** Snippet for a new argument, with the tab stop `stop`; `usual` is its default, which need not be written. */
  snippet(type: T, stop: number, usual: TypeOf<T> | undefined): string;
  /** What can be written at `place`. */
  complete(type: T, place: ValuePlace): readonly ValueSuggestion[];
  /** The type of the contents of `bracket`; undefined if the bracket is not allowed. */
  inside(bracket: "[" | "{", type: T): ValueType | undefined;
  /** What a form shows for it. */
  control(type: T): Control;

  /** A value as configuration text, by chance: mostly a right one. */
  generate(type: T, chance: ValueChance): string;
}

export type Decoded<V = unknown> =
  | { readonly ok: true; readonly value: V }
  | { readonly ok: false; readonly error: ValueError };

/** Where something is completed. */
export interface ValuePlace {
  /** Inside a string literal. */
  readonly inString: boolean;
  /** References to what the text's components export. */
  references(capsule: CapsuleKind): readonly string[];
}

export interface ValueSuggestion {
  readonly text: string;
  readonly doc: string;
  /** It refers to another component. */
  readonly isReference: boolean;
}

/** What a form shows for an argument, for any user interface. */
export type Control =
  | { readonly kind: "text" }
  | { readonly kind: "password" }
  | { readonly kind: "switch" }
  | { readonly kind: "number"; readonly whole: boolean }
  /** A text with a unit, such as `example`. */
  | { readonly kind: "quantity"; readonly example: string }
  | { readonly kind: "choice"; readonly choices: readonly EnumValue[] }
  | { readonly kind: "code"; readonly language: EmbeddedLanguage }
  | { readonly kind: "reference"; readonly capsule: CapsuleKind }
  /** Any number of the same. */
  | { readonly kind: "rows"; readonly of: Control }
  /** Names, each with a value; with `valueOptional`, one that is left empty means the name. */
  | { readonly kind: "pairs"; readonly of: Control; readonly valueOptional: boolean };

/** Chance for generated values. */
export interface ValueChance {
  /** A whole number from zero, below `limit`. */
  below(limit: number): number;
  pick<V>(from: readonly V[]): V;
  /** Whether something wrong shall be put in here. */
  mistake(): boolean;
  /** One of few names, so that what one stage sets another reads. */
  name(): string;
  /** One of few texts, names among them. */
  text(): string;
}

/** The record of a type, for kinds that hold others. */
export type KindOf = (type: ValueType) => ValueKind<ValueType>;

export const good = <V>(value: V): Decoded<V> => ({ ok: true, value });
export const wrongType = (
  value: Value,
  expected: "string" | "number" | "bool" | "array" | "object" | "capsule",
): Decoded<never> => ({ ok: false, error: { kind: "type", value, expected } });
/** `meant`: the text that is probably meant. */
export const bad = (value: Value, message: string, meant?: string): Decoded<never> => ({
  ok: false,
  error: { kind: "value", value, message, meant },
});

type Primitive = string | number | bigint | boolean;

/** Defaults for a kind of single values. A kind that decodes to objects must define equality. */
export const SINGLE = {
  decodeDefault: <V>(written: V): V => written,
  check: (): void => {},
  same: (a: Primitive, b: Primitive): boolean => Object.is(a, b),
  choices: (): readonly EnumValue[] => [],
  namesItself: false,
  isSecret: (): boolean => false,
  complete: (): readonly ValueSuggestion[] => [],
  inside: (): undefined => undefined,
} as const;

/** Defaults for a kind that is written in quotes. */
export const QUOTED = {
  ...SINGLE,
  snippet: (_type: unknown, stop: number): string => `"$${stop}"`,
} as const;
