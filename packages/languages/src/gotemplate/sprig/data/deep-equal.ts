/** Go's `reflect.DeepEqual`: types and contents; nil and empty slices and maps differ, NaN is unequal to itself. */

import type { CallContext } from "../../functions.ts";
import { GoBytes, GoComplex, GoFloat32, GoInt, GoList, GoMap, GoObject, type GoValue } from "../../value.ts";
import { GoVersion } from "../semver/semver-version.ts";
import { checkDepth } from "../text/value-text.ts";

export function deepEqual(a: GoValue, b: GoValue, ctx: CallContext, depth = 0): boolean {
  if (typeof a !== "object" || a === null) return a === b;
  if (typeof b !== "object" || b === null) return false;
  if (a instanceof GoInt) return b instanceof GoInt && a.type === b.type && a.value === b.value;
  if (a instanceof GoList || a instanceof GoMap) {
    checkDepth(depth);
    // The same lists may be inside again and again.
    ctx.charge(1);
  }
  if (a instanceof GoList) {
    if (!(b instanceof GoList) || a.type !== b.type || a.isNil !== b.isNil || a.items.length !== b.items.length)
      return false;
    return a.items === b.items || a.items.every((item, i) => deepEqual(item, b.items[i]!, ctx, depth + 1));
  }
  if (a instanceof GoMap) {
    if (!(b instanceof GoMap) || a.type !== b.type || a.isNil !== b.isNil || a.size !== b.size) return false;
    if (a === b) return true;
    for (const key of a.keys()) {
      const other = b.get(key);
      if (other === undefined || !deepEqual(a.get(key)!, other, ctx, depth + 1)) return false;
    }
    return true;
  }
  if (a instanceof GoBytes)
    return b instanceof GoBytes && a.bytes.length === b.bytes.length && a.bytes.every((byte, i) => byte === b.bytes[i]);
  if (a instanceof GoVersion && b instanceof GoVersion) return a.sameAs(b);
  if (a instanceof GoObject) return b instanceof GoObject && a.type === b.type && (a === b || a.equals(b));
  if (a instanceof GoFloat32) return b instanceof GoFloat32 && a.value === b.value;
  if (a instanceof GoComplex) return b instanceof GoComplex && a.real === b.real && a.imaginary === b.imaginary;
  // Functions are equal only when both are nil.
  return false;
}
