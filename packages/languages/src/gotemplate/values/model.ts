/**
 * The model of templates: types, values, functions and methods, together since they refer to each other. The concrete types
 * are in types.ts, constructors of values in value.ts, declarations of functions in functions.ts.
 *
 * A Go type is an interned object, so identity of types is `===`; `name` is what `reflect.Type.String()` gives, `kind`
 * what `reflect.Kind.String()` gives. Values are cheap where it matters: a Go string is a JavaScript string, a bool a
 * boolean, a float64 a number, nil is null. Integers are GoInt, which knows its exact type (`add` gives int64, `len`
 * gives int, and templates refuse one for the other). Lists and maps know their element type.
 *
 * Two kinds of nothing exist, as in Go: `null` is a nil interface (an element of a list, a nil in the data),
 * `undefined` (only where a type says `Maybe`) is the invalid reflect.Value that a missing map key gives.
 * Functions with ordinary parameters never get `undefined`.
 */
import type { Random } from "../../base/random.ts";
import type { Nanos } from "../../base/time.ts";

export type IntKind =
  | "int"
  | "int8"
  | "int16"
  | "int32"
  | "int64"
  | "uint"
  | "uint8"
  | "uint16"
  | "uint32"
  | "uint64"
  | "uintptr";

export type Kind =
  | IntKind
  | "bool"
  | "string"
  | "float32"
  | "float64"
  | "complex128"
  | "slice"
  | "map"
  | "struct"
  | "ptr"
  | "func"
  | "interface";

/** `T`: what the values of the type are here. */
export interface GoType<out T = unknown> {
  readonly name: string;
  readonly kind: Kind;
  /** Element type of a slice, a map or a pointer. */
  readonly elem?: GoType;
  /** Methods that templates can call: `{{ $t.Year }}`. */
  readonly methods?: MethodTable;
  /** What `String()` or `Error()` gives, for types that print themselves. */
  readonly text?: (value: GoValue) => string;
  /** What `GoString()` gives, for `%#v`. */
  readonly goText?: (value: GoValue) => string;
  /** Never there: it ties the type to its values for the compiler. */
  readonly values?: T;
  /** Fields of a struct by name, for `{{ $cert.Cert }}` and `%+v`. */
  readonly fields?: readonly string[];
}

export interface IntType extends GoType<GoInt> {
  readonly kind: IntKind;
}

export type GoValue =
  | string
  | boolean
  | number
  | null
  | GoInt
  | GoFloat32
  | GoComplex
  | GoList
  | GoBytes
  | GoMap
  | GoFunc
  | GoObject;

/** A value, or the invalid reflect.Value of a missing key. */
export type Maybe = GoValue | undefined;

/** An integer with its exact type: int, int64, uint8, time.Duration … */
export class GoInt {
  readonly type: IntType;
  readonly value: bigint;

  /** `value` must fit the type; see `makeInt`, which wraps. */
  constructor(type: IntType, value: bigint) {
    this.type = type;
    this.value = value;
  }
}

/** A float32; a float64 is a plain number. */
export class GoFloat32 {
  readonly value: number;

  constructor(value: number) {
    this.value = Math.fround(value);
  }
}

export class GoComplex {
  readonly real: number;
  readonly imaginary: number;

  constructor(real: number, imaginary: number) {
    this.real = real;
    this.imaginary = imaginary;
  }
}

/** A slice. `isNil` is a nil slice: it prints like an empty one, except in `toJson` and `%#v`. */
export class GoList {
  readonly type: GoType;
  readonly items: readonly GoValue[];
  readonly isNil: boolean;

  constructor(type: GoType, items: readonly GoValue[], isNil = false) {
    this.type = type;
    this.items = items;
    this.isNil = isNil;
  }
}

/** `[]byte`. */
export class GoBytes {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/**
 * `map[string]T`. Insertion order has no meaning: every user sorts by key (`sortedKeys`). Maps are shared by reference and
 * `set` changes them in place, as in Go. Subclasses may answer lazily, so code outside uses the methods and never keeps a
 * copy of the entries.
 */
export class GoMap {
  readonly type: GoType;
  readonly isNil: boolean;
  #entries: Map<string, GoValue> | undefined;

  constructor(type: GoType, entries?: Iterable<readonly [string, GoValue]>, isNil = false) {
    this.type = type;
    this.isNil = isNil;
    this.#entries = entries && new Map(entries);
  }

  get(key: string): Maybe {
    return this.#entries?.get(key);
  }

  has(key: string): boolean {
    return this.#entries?.has(key) ?? false;
  }

  set(key: string, value: GoValue): void {
    this.#entries ??= new Map();
    this.#entries.set(key, value);
  }

  delete(key: string): void {
    this.#entries?.delete(key);
  }

  get size(): number {
    return this.#entries?.size ?? 0;
  }

  /** Keys in no particular order. */
  keys(): Iterable<string> {
    return this.#entries?.keys() ?? [];
  }
}

/** A function value; only a host can put one into the data. */
export class GoFunc {
  readonly fn: TemplateFunction;

  constructor(fn: TemplateFunction) {
    this.fn = fn;
  }
}

/**
 * A value of a named struct or pointer type (time.Time, *semver.Version …): subclasses hold the data, the type holds
 * the methods, the fields and the text. Structs of equal type compare by `equals`.
 */
export abstract class GoObject {
  readonly type: GoType;
  /** For a named type whose values are strings: the text, which prints in place of fields. */
  readonly underlying?: string;

  constructor(type: GoType) {
    this.type = type;
  }

  /** The value of an exported field, or undefined where the type has none of that name. */
  field(_name: string): Maybe {
    return undefined;
  }

  /** Go's `==`; pointers compare by identity. */
  equals(other: GoObject): boolean {
    return this === other;
  }
}

/** What functions may ask of the world and of the running execution. */
export interface CallContext {
  /** The current instant, from the host's clock. */
  now(): Nanos;
  readonly random: Random;
  /** SHA-256 of the text's UTF-8, in lower-case hexadecimal. */
  sha256(text: string): string;
  /** Counts work (limits.ts, MAX_WORK); ends the execution with an error once there was too much. */
  charge(units: number): void;
  /** Ends the execution with an error when a string of that many characters may not be made (MAX_OUTPUT). */
  reserve(length: number): void;
}

/** A call in an action, and its output or its error. */
export type FunctionExample =
  | { readonly call: string; readonly gives: string }
  | { readonly call: string; readonly fails: string };

export interface TemplateFunction {
  readonly name: string;
  readonly params: readonly GoType[];
  readonly paramNames: readonly string[];
  /** The last parameter may be given any number of times. */
  readonly variadic: boolean;
  readonly result: GoType;
  /** The language's functions that evaluate their arguments themselves. */
  readonly special?: "and" | "or" | "call";
  /** One sentence, starting with a capital and ending with a full stop. */
  readonly doc: string;
  readonly example: FunctionExample;
  call(args: readonly Maybe[], ctx: CallContext): GoValue;
}

export type FunctionBody = (args: readonly Maybe[], ctx: CallContext) => GoValue;

/** A method: `args` do not include the receiver. */
export interface Method {
  readonly params: readonly GoType[];
  readonly variadic: boolean;
  readonly result: GoType;
  /** Why Go refuses to call it from a template: it gives several values. */
  readonly invalid?: string;
  call(receiver: GoValue, args: readonly Maybe[], ctx: CallContext): GoValue;
}

export type MethodTable = ReadonlyMap<string, Method>;
