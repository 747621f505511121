/** Whether two readings of a body are equal by its spec: its arguments by their types, its blocks one by one. */
import { decodedBlocks } from "./decoded-blocks.ts";
import type { Args, Blocks, Fields } from "./field.ts";
import { kindOf } from "./value-kinds.ts";
import type { ValueType } from "./value-type.ts";

interface Body {
  readonly fields: Fields;
  readonly blocks: Blocks;
}

/** `one` and `other` were decoded by `spec`. `except`: arguments of this body that are compared apart. */
export function sameArguments(spec: Body, one: Args, other: Args, except: readonly string[] = []): boolean {
  const sameFields = Object.entries(spec.fields).every(
    ([name, { type }]) => except.includes(name) || sameOrAbsent(one[name], other[name], type),
  );
  return sameFields && Object.entries(spec.blocks).every(([name, block]) => sameBlocks(block, one[name], other[name]));
}

/** Their order counts: `index` is the place among the blocks of all names. */
function sameBlocks(block: Body, a: unknown, b: unknown): boolean {
  const [all, others] = [decodedBlocks(a), decodedBlocks(b)];
  return (
    all.length === others.length &&
    all.every((one, i) => one.index === others[i]!.index && sameArguments(block, one.args, others[i]!.args))
  );
}

const sameOrAbsent = (a: unknown, b: unknown, type: ValueType): boolean =>
  a === undefined || b === undefined ? a === b : kindOf(type).same(a, b, type);
