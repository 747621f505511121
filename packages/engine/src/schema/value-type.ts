/** The types that an argument may have. The union is closed: what each kind is, its record says (`value-kind.ts`). */
import type { Nanos } from "@sluice/languages/base";
import type { RelabelRules } from "../relabel/rule.ts";
import type { CompiledText } from "./compiled-text.ts";
import type { EmbeddedLanguage } from "./languages.ts";

export interface EnumValue {
  readonly value: string;
  readonly doc: string;
}

export type ValueType =
  | { readonly kind: "string" }
  | { readonly kind: "bool" }
  | { readonly kind: "int" }
  | { readonly kind: "float" }
  /** Go's duration text, e.g. `1m30s`; decoded to nanoseconds. */
  | { readonly kind: "duration" }
  /** A size text, e.g. `8KB` (1024-based); decoded to bytes. */
  | { readonly kind: "bytes" }
  | { readonly kind: "enum"; readonly values: readonly EnumValue[] }
  | { readonly kind: "language"; readonly language: EmbeddedLanguage }
  | { readonly kind: "list"; readonly of: ValueType }
  /** `emptyIsName`: an empty text means its key's name. */
  | { readonly kind: "map"; readonly of: ValueType; readonly emptyIsName?: boolean }
  | { readonly kind: "capsule"; readonly capsule: CapsuleKind }
  | { readonly kind: "secret" };

export type Kind = ValueType["kind"];
/** The types of one kind. */
export type OfKind<K extends Kind> = Extract<ValueType, { readonly kind: K }>;

/** What components hand to each other. */
export type CapsuleKind = "logs-receiver" | "profiles-receiver" | "relabel-rules";

/** A reference to another component's export, as decoded. The host binds it. */
export interface CapsuleReference {
  readonly capsule: CapsuleKind;
  /** `logs.write.out` */
  readonly component: string;
  /** `receiver` */
  readonly exported: string;
  /** Of `relabel-rules`: what it refers to, once that is known. */
  readonly rules?: RelabelRules | undefined;
}

/** The JavaScript values that arguments are decoded to, by the kind of their type. */
interface Decodings<T> {
  readonly string: string;
  readonly secret: string;
  readonly bool: boolean;
  readonly int: number;
  readonly float: number;
  readonly bytes: number;
  readonly duration: Nanos;
  readonly enum: T extends { readonly values: readonly { readonly value: infer V }[] } ? V : never;
  readonly language: T extends { readonly language: infer L extends EmbeddedLanguage } ? CompiledText<L> : never;
  readonly list: T extends { readonly of: infer U extends ValueType } ? readonly TypeOf<U>[] : never;
  readonly map: T extends { readonly of: infer U extends ValueType } ? ReadonlyMap<string, TypeOf<U>> : never;
  /** Null is read, and refused where something would be built with it. */
  readonly capsule: CapsuleReference | null;
}

/** The JavaScript value an argument of this type is decoded to; of a type that is not known, anything. */
export type TypeOf<T extends ValueType> = ValueType extends T ? unknown : Decodings<T>[T["kind"]];

/** The same as a spec writes it for a default: texts of embedded languages are texts there. */
export type WrittenAs<T extends ValueType> = ValueType extends T
  ? unknown
  : T extends { readonly kind: "language" }
    ? string
    : T extends { readonly kind: "list"; readonly of: infer U extends ValueType }
      ? readonly WrittenAs<U>[]
      : T extends { readonly kind: "map"; readonly of: infer U extends ValueType }
        ? ReadonlyMap<string, WrittenAs<U>>
        : TypeOf<T>;
