/** Constructors of values (model.ts describes values), and their types. */

import {
  ANY_MAP,
  ANY_SLICE,
  BOOL,
  BYTES,
  COMPLEX128,
  FLOAT32,
  FLOAT64,
  INT,
  INT_SLICE,
  INT64,
  STRING,
  STRING_SLICE,
  wrapInteger,
} from "./types.ts";
import { compareStrings } from "./values/go-string.ts";
import {
  GoBytes,
  GoComplex,
  GoFloat32,
  GoFunc,
  GoInt,
  GoList,
  GoMap,
  GoObject,
  type GoType,
  type GoValue,
  type IntType,
  type Maybe,
  type TemplateFunction,
} from "./values/model.ts";

export { GoBytes, GoComplex, GoFloat32, GoFunc, GoInt, GoList, GoMap, GoObject, type GoValue, type Maybe };

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

/** `[]interface {}`. */
export const list = (items: readonly GoValue[]): GoList => new GoList(ANY_SLICE, items);
/** `[]string`. */
export const stringList = (items: readonly string[]): GoList => new GoList(STRING_SLICE, items);
/** `[]int`. */
export const intList = (items: readonly GoInt[]): GoList => new GoList(INT_SLICE, items);
/** A nil slice of a type. */
export const nilList = (type: GoType): GoList => new GoList(type, [], true);

/** `map[string]interface {}`. */
export const dict = (entries?: Iterable<readonly [string, GoValue]>): GoMap => new GoMap(ANY_MAP, entries);

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
