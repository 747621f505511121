/** The Go types that templates meet: what `%T`, `typeOf`, `kindOf`, argument checks and error texts need. */
import type {
  GoBytes,
  GoComplex,
  GoFloat32,
  GoList,
  GoMap,
  GoType,
  GoValue,
  IntKind,
  IntType,
  Kind,
} from "./values/model.ts";

export type { GoType, IntKind, IntType, Kind };

const integer = (kind: IntKind): IntType => ({ name: kind, kind });

export const INT = integer("int");
/** Go's `rune` is this type; but character constants are `int`, as untyped constants are. */
export const INT32 = integer("int32");
export const INT64 = integer("int64");
export const UINT8 = integer("uint8");
export const UINT32 = integer("uint32");
export const UINT64 = integer("uint64");
export const BOOL: GoType<boolean> = { name: "bool", kind: "bool" };
export const STRING: GoType<string> = { name: "string", kind: "string" };
export const FLOAT64: GoType<number> = { name: "float64", kind: "float64" };
export const FLOAT32: GoType<GoFloat32> = { name: "float32", kind: "float32" };
export const COMPLEX128: GoType<GoComplex> = { name: "complex128", kind: "complex128" };
/** `interface {}`: takes every value, nil included. */
export const ANY: GoType<GoValue> = { name: "interface {}", kind: "interface" };
/**
 * A parameter declared `reflect.Value`, as the language's own functions do: it takes every value, and a missing one
 * arrives as `undefined` (an invalid reflect.Value) rather than as nil.
 */
export const REFLECT_VALUE: GoType<GoValue> = { name: "reflect.Value", kind: "struct" };
export const ERROR: GoType = { name: "error", kind: "interface" };

const slices = new Map<GoType, GoType<GoList>>();
const maps = new Map<GoType, GoType<GoMap>>();

/** `[]elem`; of bytes it is BYTES, whose values are not lists. */
export function sliceOf(elem: GoType): GoType<GoList> {
  const known = slices.get(elem);
  if (known) return known;
  const type: GoType<GoList> = { name: `[]${elem.name}`, kind: "slice", elem };
  slices.set(elem, type);
  return type;
}

/** `map[string]elem`: the only keys that templates ever meet are strings. */
function mapOf(elem: GoType): GoType<GoMap> {
  const known = maps.get(elem);
  if (known) return known;
  const type: GoType<GoMap> = { name: `map[string]${elem.name}`, kind: "map", elem };
  maps.set(elem, type);
  return type;
}

/** `[]interface {}`, what `list` makes. */
export const ANY_SLICE = sliceOf(ANY);
/** `[]string`, what `splitList` makes. */
export const STRING_SLICE = sliceOf(STRING);
/** `[]int`, what `until` makes. */
export const INT_SLICE = sliceOf(INT);
/** `[]uint8`. */
export const BYTES = sliceOf(UINT8) as GoType as GoType<GoBytes>;
/** `map[string]interface {}`: what `dict` makes, and the type of a template's data. */
export const ANY_MAP = mapOf(ANY);
/** `map[string]string`, what `split` makes. */
export const STRING_MAP = mapOf(STRING);

const SIGNED_BITS: Partial<Record<Kind, number>> = { int: 64, int8: 8, int16: 16, int32: 32, int64: 64 };
const UNSIGNED_BITS: Partial<Record<Kind, number>> = {
  uint: 64,
  uint8: 8,
  uint16: 16,
  uint32: 32,
  uint64: 64,
  uintptr: 64,
};

/** Whether `type` is a signed integer, named types such as time.Duration included. */
export const isSigned = (type: GoType): type is IntType => SIGNED_BITS[type.kind] !== undefined;
/** Whether `type` is an unsigned integer. */
export const isUnsigned = (type: GoType): type is IntType => UNSIGNED_BITS[type.kind] !== undefined;

/** `value` as the integer type holds it: arithmetic wraps around, as Go's does. */
export function wrapInteger(type: IntType, value: bigint): bigint {
  const signed = SIGNED_BITS[type.kind];
  return signed === undefined ? BigInt.asUintN(UNSIGNED_BITS[type.kind] ?? 64, value) : BigInt.asIntN(signed, value);
}

/** Whether an untyped nil can be a value of this type. */
export function canBeNil(type: GoType): boolean {
  switch (type.kind) {
    case "func":
    case "interface":
    case "map":
    case "ptr":
    case "slice":
      return true;
    default:
      return type === REFLECT_VALUE;
  }
}
