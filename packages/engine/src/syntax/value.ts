/**
 * What expressions evaluate to. Integers are 64 bits wide and exact, hence `bigint`; `kind` distinguishes signed, unsigned
 * and floating point, because arithmetic, comparison and printing differ. Values are immutable, and *identity matters*: an
 * error names a value, and the evaluator finds the place in the text by the value's identity (value-error.ts), so elements
 * must be passed on and not copied.
 */

export type ValueType = "null" | "bool" | "number" | "string" | "array" | "object" | "function" | "capsule";

export type Value =
  | NullValue
  | BoolValue
  | NumberValue
  | StringValue
  | ArrayValue
  | ObjectValue
  | FunctionValue
  | CapsuleValue;

export interface NullValue {
  readonly type: "null";
}

export interface BoolValue {
  readonly type: "bool";
  readonly value: boolean;
}

export type NumberValue = IntegerValue | FloatValue;

/** Within the range of its kind: signed or unsigned 64 bits. */
export interface IntegerValue {
  readonly type: "number";
  readonly kind: "int" | "uint";
  readonly value: bigint;
}

export interface FloatValue {
  readonly type: "number";
  readonly kind: "float";
  readonly value: number;
}

export interface StringValue {
  readonly type: "string";
  readonly value: string;
}

export interface ArrayValue {
  readonly type: "array";
  readonly items: readonly Value[];
  /** Set for decoded base64: an array of numbers for every purpose, but a text where a string is wanted. */
  readonly bytes?: Uint8Array | undefined;
}

export interface ObjectValue {
  readonly type: "object";
  readonly fields: ReadonlyMap<string, Value>;
}

/** `call` takes arguments as they come, checks count and types, and never throws for what a user wrote. */
export interface FunctionValue {
  readonly type: "function";
  readonly name: string;
  call(args: readonly Value[], self: FunctionValue): CallResult;
}

export type CallResult =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: ValueError };

/** Something opaque that a component exports or takes, such as a receiver; also secrets. */
export interface CapsuleValue {
  readonly type: "capsule";
  /** The kind of thing, as messages name it: `loki.LogsReceiver`. */
  readonly name: string;
  readonly capsule: unknown;
  /** Set where the capsule can be read like an object. */
  readonly fields?: ReadonlyMap<string, Value> | undefined;
}

/**
 * Why a value cannot be used, before it is known where the value came from. `element`, `field` and `argument` lead
 * from an outer value to the one at fault; `plain` has no value at all.
 */
export type ValueError =
  | { readonly kind: "value"; readonly value: Value; readonly message: string; readonly meant?: string | undefined }
  | { readonly kind: "type"; readonly value: Value; readonly expected: ValueType }
  | { readonly kind: "missing-key"; readonly value: Value; readonly missing: string }
  | { readonly kind: "element"; readonly value: Value; readonly index: number; readonly inner: ValueError }
  | { readonly kind: "field"; readonly value: Value; readonly field: string; readonly inner: ValueError }
  | {
      readonly kind: "argument";
      readonly function: Value;
      readonly argument: Value;
      readonly index: number;
      readonly inner: ValueError;
    }
  | { readonly kind: "plain"; readonly message: string };

export const NULL: NullValue = { type: "null" };

const TRUE: BoolValue = { type: "bool", value: true };
const FALSE: BoolValue = { type: "bool", value: false };
const EMPTY: StringValue = { type: "string", value: "" };
const ZERO: FloatValue = { type: "number", kind: "float", value: 0 };
const SMALL = 256;
const smallIntegers = { int: new Map<bigint, IntegerValue>(), uint: new Map<bigint, IntegerValue>() };

function integer(kind: "int" | "uint", value: bigint): IntegerValue {
  if (value < 0n || value >= SMALL) return { type: "number", kind, value };
  let shared = smallIntegers[kind].get(value);
  if (!shared) {
    shared = { type: "number", kind, value };
    smallIntegers[kind].set(value, shared);
  }
  return shared;
}

// What Go keeps in one place for all who use it is one and the same here too: booleans, integers below 256, zero and the
// empty string. An error about one of two equal ones is thus reported at the later of them, as in Alloy.

export const bool = (value: boolean): BoolValue => (value ? TRUE : FALSE);
export const string = (value: string): StringValue => (value === "" ? EMPTY : { type: "string", value });
export const float = (value: number): FloatValue =>
  Object.is(value, 0) ? ZERO : { type: "number", kind: "float", value };
/** A signed integer; wraps to 64 bits. */
export const int = (value: bigint | number): IntegerValue => integer("int", BigInt.asIntN(64, BigInt(value)));
/** An unsigned integer; wraps to 64 bits. */
export const uint = (value: bigint | number): IntegerValue => integer("uint", BigInt.asUintN(64, BigInt(value)));
export const array = (items: readonly Value[]): ArrayValue => ({ type: "array", items });
export const object = (fields: ReadonlyMap<string, Value> | Readonly<Record<string, Value>>): ObjectValue => ({
  type: "object",
  fields: fields instanceof Map ? fields : new Map(Object.entries(fields)),
});
export const capsule = (name: string, content: unknown, fields?: ReadonlyMap<string, Value>): CapsuleValue => ({
  type: "capsule",
  name,
  capsule: content,
  fields,
});

/** An array of numbers from 0 to 255 that reads as text where a string is wanted. */
export function byteArray(bytes: Uint8Array): ArrayValue {
  return { type: "array", items: Array.from(bytes, (b) => uint(b)), bytes };
}

/** A text that must not be shown. `optional` ones came from a place that may or may not hold a secret. */
export interface Secret {
  readonly optional: boolean;
  /** Always true where `optional` is false. */
  readonly isSecret: boolean;
  readonly text: string;
}

export const SECRET_NAME = "alloytypes.Secret";
export const OPTIONAL_SECRET_NAME = "alloytypes.OptionalSecret";

/** A text that never turns into a string, except by `convert.nonsensitive`. */
export const secret = (text: string): CapsuleValue =>
  capsule(SECRET_NAME, { optional: false, isSecret: true, text } satisfies Secret);

/** A text that is a secret only where `isSecret` says so; otherwise it is as good as a string. */
export const optionalSecret = (text: string, isSecret: boolean): CapsuleValue =>
  capsule(OPTIONAL_SECRET_NAME, { optional: true, isSecret, text } satisfies Secret);

/** The secret that `value` holds, if it is one of either kind. */
export function secretOf(value: Value): Secret | undefined {
  if (value.type !== "capsule" || (value.name !== SECRET_NAME && value.name !== OPTIONAL_SECRET_NAME)) return undefined;
  return value.capsule as Secret;
}

/** The type as messages describe it; for capsules with the name of what they hold. */
export function describeValue(value: Value): string {
  return value.type === "capsule" ? `capsule(${JSON.stringify(value.name)})` : value.type;
}
