/** Truth and comparison as templates know them (text/template/funcs.go): by kind, never between kinds. */
import { fail } from "../functions.ts";
import { sprintf } from "../print.ts";
import { GoBytes, GoComplex, GoFloat32, GoInt, GoList, GoMap, GoObject, kindOf, type Maybe, typeOf } from "../value.ts";
import { compareStrings } from "./go-string.ts";

/** Whether a value is not the zero of its type: empty texts, lists and maps, 0, false and nil are not. */
export function isTrue(value: Maybe): boolean {
  switch (typeof value) {
    case "string":
      return value !== "";
    case "boolean":
      return value;
    case "number":
      return value !== 0;
    case "undefined":
      return false;
  }
  if (value === null) return false;
  if (value instanceof GoInt) return value.value !== 0n;
  if (value instanceof GoList) return value.items.length > 0;
  if (value instanceof GoMap) return value.size > 0;
  if (value instanceof GoBytes) return value.bytes.length > 0;
  if (value instanceof GoFloat32) return value.value !== 0;
  if (value instanceof GoComplex) return value.real !== 0 || value.imaginary !== 0;
  return true;
}

type BasicKind = "bool" | "complex" | "int" | "float" | "string" | "none";

function basicKind(value: Maybe): BasicKind {
  switch (typeof value) {
    case "string":
      return "string";
    case "boolean":
      return "bool";
    case "number":
      return "float";
  }
  if (value instanceof GoInt) return "int";
  if (value instanceof GoFloat32) return "float";
  return value instanceof GoComplex ? "complex" : "none";
}

/** A float as a number; undefined for what is none. */
const floatOf = (value: Maybe): number | undefined =>
  value instanceof GoFloat32 ? value.value : typeof value === "number" ? value : undefined;

const incompatible = (a: Maybe, b: Maybe): never =>
  fail(`incompatible types for comparison: ${typeOf(a)?.name} and ${typeOf(b)?.name}`);

/** `eq a b`: integers compare whatever their types. */
export function equal(a: Maybe, b: Maybe): boolean {
  if (a instanceof GoInt && b instanceof GoInt) return a.value === b.value;
  if (a instanceof GoComplex && b instanceof GoComplex) return a.real === b.real && a.imaginary === b.imaginary;
  const kind = basicKind(a);
  if (kind !== basicKind(b)) return isNothing(a) || isNothing(b) ? false : incompatible(a, b);
  if (kind === "none") return equalOther(a, b);
  return kind === "float" ? floatOf(a) === floatOf(b) : a === b;
}

/** nil as an interface, or nothing at all. */
const isNothing = (value: Maybe): value is null | undefined => value === null || value === undefined;

function isNil(value: Maybe): boolean {
  return isNothing(value) || ((value instanceof GoList || value instanceof GoMap) && value.isNil);
}

/** Lists, maps, functions and structs: comparable with nil; structs and pointers also with each other. */
function equalOther(a: Maybe, b: Maybe): boolean {
  if (!isNothing(a) && !isNothing(b) && kindOf(a) !== kindOf(b))
    fail(sprintf("non-comparable types %s: %v, %s: %v", [a, typeOf(a)?.name ?? null, typeOf(b)?.name ?? null, b]));
  if (isNil(a) || isNil(b)) return isNil(a) === isNil(b);
  if (a instanceof GoObject && b instanceof GoObject) return a.type === b.type && a.equals(b);
  return fail(sprintf("non-comparable type %s: %v", [b ?? null, typeOf(b)?.name ?? null]));
}

const BAD_TYPE = "invalid type for comparison";

/** `lt a b`. */
export function less(a: Maybe, b: Maybe): boolean {
  if (a instanceof GoInt && b instanceof GoInt) return a.value < b.value;
  if (typeof a === "string" && typeof b === "string") return compareStrings(a, b) < 0;
  const kind = basicKind(a);
  const other = basicKind(b);
  if (kind === "none" || other === "none") fail(BAD_TYPE);
  if (kind !== other) return incompatible(a, b);
  const [x, y] = [floatOf(a), floatOf(b)];
  return x === undefined || y === undefined ? fail(BAD_TYPE) : x < y;
}

/** `le a b`. */
export const lessOrEqual = (a: Maybe, b: Maybe): boolean => less(a, b) || equal(a, b);
