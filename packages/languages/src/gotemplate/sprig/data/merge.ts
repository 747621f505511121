/**
 * dario.cat/mergo as `merge` and `mergeOverwrite` use it: source maps are merged into the target in place, nested maps
 * recursively; a nested map that the target lacks is shared with the source, not copied. Without overwriting, target
 * values that are empty (also `false` and 0) count as missing, and nil in a source is skipped.
 */

import { type CallContext, fail } from "../../functions.ts";
import { GoMap, GoObject, type GoValue, kindOf } from "../../value.ts";
import { checkDepth } from "../text/value-text.ts";
import { isEmpty } from "./defaults.ts";

const DIFFERENT_TYPES = "src and dst must be of same type";

/** Merges `source` into `target`; the text of the error where the library gives one. */
export function mergeInto(
  target: GoMap,
  source: GoMap,
  overwrite: boolean,
  ctx: CallContext,
  depth = 0,
): string | undefined {
  checkDepth(depth);
  for (const key of [...source.keys()]) {
    ctx.charge(1);
    const value = source.get(key)!;
    const old = target.get(key);
    if (value === null) {
      if (overwrite) put(target, source, key, value);
      continue;
    }
    if (value instanceof GoMap && old instanceof GoMap && !old.isNil) {
      const problem = mergeInto(old, value, overwrite, ctx, depth + 1);
      if (problem !== undefined) return problem;
    } else if (isComposite(value) && kindOf(old) === "ptr" && kindOf(value) !== "ptr" && !overwrite) {
      return DIFFERENT_TYPES;
    }
    const kept = old !== undefined && !isEmpty(old);
    if (kept && value instanceof GoMap && old instanceof GoMap) continue;
    if (overwrite || !kept) put(target, source, key, value);
  }
  return undefined;
}

/** Values that the library looks into. */
const isComposite = (value: GoValue): boolean => value instanceof GoMap || value instanceof GoObject;

/** A map of strings takes only what comes from another one: Go looks at the type of the source's elements. */
function put(target: GoMap, source: GoMap, key: string, value: GoValue): void {
  const elem = target.type.elem;
  if (elem?.kind !== "interface" && elem !== source.type.elem)
    fail(`reflect.Value.SetMapIndex: value of type interface {} is not assignable to type ${elem?.name}`);
  target.set(key, value);
}
