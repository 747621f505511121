/** The arguments of a running component, defaults included, in configuration syntax and without secrets. */
import { SECRET } from "../base/secrets/secrets.ts";
import { decodedBlocks } from "../schema/decoded-blocks.ts";
import type { Blocks, Field, Fields } from "../schema/field.ts";
import { kindOf } from "../schema/value-kinds.ts";

export interface ShownArguments {
  /** By name, each as an expression of a configuration; what has no value is left out. */
  readonly arguments: Readonly<Record<string, string>>;
  /** By name, in the order in which they are written. */
  readonly blocks: Readonly<Record<string, readonly ShownArguments[]>>;
}

export function showArguments(
  args: Readonly<Record<string, unknown>>,
  { fields, blocks }: { readonly fields: Fields; readonly blocks: Blocks },
): ShownArguments {
  const shown = Object.entries(fields).flatMap(([name, field]) => {
    const value = args[name];
    return value === undefined ? [] : [[name, showValue(value, field)] as const];
  });
  const inner = Object.entries(blocks).flatMap(([name, block]) => {
    const decoded = decodedBlocks(args[name]);
    return decoded.length === 0 ? [] : [[name, decoded.map((one) => showArguments(one.args, block))] as const];
  });
  return { arguments: Object.fromEntries(shown), blocks: Object.fromEntries(inner) };
}

function showValue(value: unknown, { type, sensitive }: Field): string {
  if (sensitive !== true && !kindOf(type).isSecret(type)) return kindOf(type).print(value, type);
  const isEmpty =
    value === "" || (value instanceof Map && value.size === 0) || (Array.isArray(value) && value.length === 0);
  return isEmpty ? kindOf(type).print(value, type) : SECRET;
}
