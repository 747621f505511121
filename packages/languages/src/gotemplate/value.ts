/**
 * Go values as templates see them, cheap where it matters: a Go string is a JavaScript string, a bool a boolean, a
 * float64 a number, nil is null. Integers are GoInt, which knows its exact type (`add` gives int64, `len` gives int,
 * and templates refuse one for the other). Lists and maps know their element type.
 *
 * Two kinds of nothing exist, as in Go: `null` is a nil interface (an element of a list, a nil in the data),
 * `undefined` (only where a type says `Maybe`) is the invalid reflect.Value that a missing map key gives.
 * Functions with ordinary parameters never get `undefined`.
 */
import type { TemplateFunction } from "./functions.ts";
import { compareStrings } from "./go-string.ts";
import {
  ANY_MAP,
  ANY_SLICE,
  BOOL,
  BYTES,
  COMPLEX128,
  FLOAT32,
  FLOAT64,
  type GoType,
  INT,
  INT_SLICE,
  INT64,
  type IntType,
  STRING,
  STRING_SLICE,
  wrapInteger,
} from "./types.ts";

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

const SMALL = 256;
const smallInts: GoInt[] = Array.from({ length: SMALL }, (_, i) => new GoInt(INT, BigInt(i)));

/** A Go `int`. A number must be a whole one; a bigint wraps to 64 bits. */
export function int(value: number | bigint): GoInt {
  if (typeof value === "number") {
    if (value >= 0 && value < SMALL) return smallInts[value]!;
    return new GoInt(INT, BigInt(value));
  }
  return new GoInt(INT, BigInt.asIntN(64, value));
}

/** A Go `int64`, wrapped to 64 bits. */
export function int64(value: number | bigint): GoInt {
  return new GoInt(INT64, BigInt.asIntN(64, BigInt(value)));
}

/** An integer of any type, wrapped to what the type holds. */
export function makeInt(type: IntType, value: bigint): GoInt {
  return new GoInt(type, wrapInteger(type, value));
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

/** A slice. `isNil` is a nil slice: it prints like an empty one, but `toJson` and `%#v` tell them apart. */
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

/** `[]interface {}`. */
export const list = (items: readonly GoValue[]): GoList => new GoList(ANY_SLICE, items);
/** `[]string`. */
export const stringList = (items: readonly string[]): GoList => new GoList(STRING_SLICE, items);
/** `[]int`. */
export const intList = (items: readonly GoInt[]): GoList => new GoList(INT_SLICE, items);
/** A nil slice of a type. */
export const nilList = (type: GoType): GoList => new GoList(type, [], true);

/** `[]byte`. */
export class GoBytes {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/**
 * `map[string]T`. Insertion order means nothing: whoever shows or walks a map sorts by key (`sortedKeys`).
 * Maps are shared by reference and `set` changes them in place, as in Go. Subclasses may answer lazily, so code
 * outside uses the methods and never keeps a copy of the entries.
 */
export class GoMap {
  readonly type: GoType;
  readonly isNil: boolean;
  #entries: Map<string, GoValue> | undefined;

  constructor(type: GoType = ANY_MAP, entries?: Iterable<readonly [string, GoValue]>, isNil = false) {
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

/** `map[string]interface {}`. */
export const dict = (entries?: Iterable<readonly [string, GoValue]>): GoMap => new GoMap(ANY_MAP, entries);

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

/** The keys of a map in Go's order of printing and ranging. */
export function sortedKeys(map: GoMap): string[] {
  return [...map.keys()].sort(compareStrings);
}

/** The type of a value; undefined for nil and for missing values. */
export function typeOf(value: Maybe): GoType | undefined {
  switch (typeof value) {
    case "string":
      return STRING;
    case "boolean":
      return BOOL;
    case "number":
      return FLOAT64;
    case "undefined":
      return undefined;
  }
  if (value === null) return undefined;
  if (value instanceof GoInt || value instanceof GoList || value instanceof GoMap || value instanceof GoObject)
    return value.type;
  if (value instanceof GoFloat32) return FLOAT32;
  if (value instanceof GoComplex) return COMPLEX128;
  if (value instanceof GoBytes) return BYTES;
  return functionType(value.fn);
}

/** The type of a function value: its name is its signature. */
function functionType(fn: TemplateFunction): GoType {
  const params = fn.params.map((type, i) =>
    fn.variadic && i === fn.params.length - 1 ? `...${type.name}` : type.name,
  );
  return { name: `func(${params.join(", ")}) ${fn.result.name}`, kind: "func" };
}

/** `reflect.Kind` of a value: `invalid` for nil and for missing values. */
export function kindOf(value: Maybe): GoType["kind"] | "invalid" {
  return typeOf(value)?.kind ?? "invalid";
}
