/**
 * `deepCopy`: lists and maps are copied all the way down; times, numbers and text are immutable and shared. Of a
 * *semver.Version, all of whose fields are private, the original's copy is the zero version: ours too.
 */

import type { CallContext } from "../../functions.ts";
import { GoList, GoMap, type GoValue } from "../../value.ts";
import { GoVersion, ZERO_VERSION } from "../semver/semver-version.ts";
import { checkDepth } from "../text/value-text.ts";

export function deepCopy(value: GoValue, ctx: CallContext, depth = 0): GoValue {
  if (value instanceof GoVersion) return ZERO_VERSION;
  if (!(value instanceof GoList || value instanceof GoMap)) return value;
  checkDepth(depth);
  if (value.isNil) return value;
  ctx.charge(1 + ((value instanceof GoList ? value.items.length : value.size) >> 2));
  if (value instanceof GoList)
    return new GoList(
      value.type,
      value.items.map((item) => deepCopy(item, ctx, depth + 1)),
    );
  const copy = new GoMap(value.type);
  for (const key of value.keys()) copy.set(key, deepCopy(value.get(key) ?? null, ctx, depth + 1));
  return copy;
}
