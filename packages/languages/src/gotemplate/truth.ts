/** Truth and comparison as templates know them (text/template/funcs.go): by kind, never between kinds. */
import { fail } from "./functions.ts";
import { compareStrings } from "./go-string.ts";
import { sprintf } from "./print.ts";
import { isUnsigned } from "./types.ts";
import { GoBytes, GoComplex, GoFloat32, GoInt, GoList, GoMap, GoObject, kindOf, type Maybe, typeOf } from "./value.ts";

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

type BasicKind = "bool" | "complex" | "int" | "uint" | "float" | "string" | "none";

function basicKind(value: Maybe): BasicKind {
  switch (typeof value) {
    case "string":
      return "string";
    case "boolean":
      return "bool";
    case "number":
      return "float";
  }
  if (value instanceof GoInt) return isUnsigned(value.type) ? "uint" : "int";
  if (value instanceof GoFloat32) return "float";
  return value instanceof GoComplex ? "complex" : "none";
}

const floatOf = (value: Maybe): number => (value instanceof GoFloat32 ? value.value : (value as number));

const incompatible = (a: Maybe, b: Maybe): never =>
  fail(`incompatible types for comparison: ${typeOf(a)?.name} and ${typeOf(b)?.name}`);

/** `eq a b`. */
export function equal(a: Maybe, b: Maybe): boolean {
  const kind = basicKind(a);
  const other = basicKind(b);
  if (kind !== other) {
    if ((kind === "int" && other === "uint") || (kind === "uint" && other === "int"))
      return (a as GoInt).value === (b as GoInt).value;
    return isNothing(a) || isNothing(b) ? false : incompatible(a, b);
  }
  switch (kind) {
    case "bool":
    case "string":
      return a === b;
    case "float":
      return floatOf(a) === floatOf(b);
    case "int":
    case "uint":
      return (a as GoInt).value === (b as GoInt).value;
    case "complex":
      return (
        (a as GoComplex).real === (b as GoComplex).real && (a as GoComplex).imaginary === (b as GoComplex).imaginary
      );
    case "none":
      return equalOther(a, b);
  }
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
  const kind = basicKind(a);
  const other = basicKind(b);
  if (kind === "none" || other === "none") fail(BAD_TYPE);
  if (kind !== other) {
    if ((kind === "int" && other === "uint") || (kind === "uint" && other === "int"))
      return (a as GoInt).value < (b as GoInt).value;
    return incompatible(a, b);
  }
  switch (kind) {
    case "float":
      return floatOf(a) < floatOf(b);
    case "int":
    case "uint":
      return (a as GoInt).value < (b as GoInt).value;
    case "string":
      return compareStrings(a as string, b as string) < 0;
    default:
      return fail(BAD_TYPE);
  }
}

/** `le a b`. */
export const lessOrEqual = (a: Maybe, b: Maybe): boolean => less(a, b) || equal(a, b);
