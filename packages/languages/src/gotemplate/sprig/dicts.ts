/** Dictionaries. Where Go walks a map in random order (`keys`, `values`), ours goes by key. */

import {
  type CallContext,
  defineFunction,
  defineVariadic,
  type FunctionBody,
  fail,
  mapArg,
  stringArg,
  type TemplateFunction,
} from "../functions.ts";
import { ANY, ANY_MAP, ANY_SLICE, BOOL, type GoType, STRING, STRING_SLICE } from "../types.ts";
import { dict, GoMap, type GoValue, list, sortedKeys, stringList, typeOf } from "../value.ts";
import { deepCopy } from "./deep-copy.ts";
import { mergeInto } from "./merge.ts";
import { stringOf } from "./value-text.ts";

function makeDict(args: readonly GoValue[]): GoMap {
  const map = dict();
  for (let i = 0; i < args.length; i += 2) map.set(stringOf(args[i]!), i + 1 < args.length ? args[i + 1]! : "");
  return map;
}

function pick(args: readonly GoValue[]): GoMap {
  const from = mapArg(args, 0);
  const map = dict();
  for (const key of args.slice(1) as string[]) {
    const value = from.get(key);
    if (value !== undefined) map.set(key, value);
  }
  return map;
}

function omit(args: readonly GoValue[], ctx: CallContext): GoMap {
  const from = mapArg(args, 0);
  ctx.charge(from.size >> 2);
  const omitted = new Set(args.slice(1) as string[]);
  const map = dict();
  for (const key of from.keys()) if (!omitted.has(key)) map.set(key, from.get(key) ?? null);
  return map;
}

const typeName = (value: GoValue): string => typeOf(value)?.name ?? "nil";

/** A Go type assertion of an interface value, with the panic's text. */
function assertType(value: GoValue, type: GoType): void {
  if (typeOf(value) !== type) fail(`interface conversion: interface {} is ${typeName(value)}, not ${type.name}`);
}

function dig(args: readonly GoValue[]): GoValue {
  if (args.length < 3) fail("dig needs at least three arguments");
  assertType(args.at(-1)!, ANY_MAP);
  const keys = args.slice(0, -2);
  for (const key of keys) assertType(key, STRING);
  let map = args.at(-1) as GoMap;
  for (let i = 0; ; i++) {
    const step = map.get(keys[i] as string);
    if (step === undefined) return args.at(-2)!;
    if (i === keys.length - 1) return step;
    assertType(step, ANY_MAP);
    map = step as GoMap;
  }
}

function set(args: readonly GoValue[]): GoMap {
  const map = mapArg(args, 0);
  if (map.isNil) fail("assignment to entry in nil map");
  map.set(stringArg(args, 1), args[2]!);
  return map;
}

function merge(name: string, overwrite: boolean, must: boolean): TemplateFunction {
  return defineVariadic(name, [ANY_MAP, ANY_MAP], ANY, (args, ctx) => {
    let target = mapArg(args, 0);
    for (const source of args.slice(1) as GoMap[]) {
      if (target.isNil && !source.isNil) target = new GoMap(target.type);
      const problem = mergeInto(target, source, overwrite, ctx);
      if (problem !== undefined) return must ? fail(problem) : "";
    }
    return target;
  });
}

const copyArgument: FunctionBody = ([value], ctx) =>
  value === null ? fail("reflect: call of reflect.Value.Type on zero Value") : deepCopy(value!, ctx);

export const DICT_FUNCTIONS: readonly TemplateFunction[] = [
  defineVariadic("dict", [ANY], ANY_MAP, makeDict),
  defineFunction("get", [ANY_MAP, STRING], ANY, (args) => {
    const value = mapArg(args, 0).get(stringArg(args, 1));
    return value === undefined ? "" : value;
  }),
  defineFunction("set", [ANY_MAP, STRING, ANY], ANY_MAP, set),
  defineFunction("unset", [ANY_MAP, STRING], ANY_MAP, (args) => {
    const map = mapArg(args, 0);
    map.delete(stringArg(args, 1));
    return map;
  }),
  defineFunction("hasKey", [ANY_MAP, STRING], BOOL, (args) => mapArg(args, 0).has(stringArg(args, 1))),
  defineVariadic("pluck", [STRING, ANY_MAP], ANY_SLICE, (args) => {
    const found: GoValue[] = [];
    for (const map of args.slice(1) as GoMap[]) {
      const value = map.get(stringArg(args, 0));
      if (value !== undefined) found.push(value);
    }
    return list(found);
  }),
  defineVariadic("keys", [ANY_MAP], STRING_SLICE, (args) => stringList((args as GoMap[]).flatMap(sortedKeys))),
  defineFunction("values", [ANY_MAP], ANY_SLICE, (args) => {
    const map = mapArg(args, 0);
    return list(sortedKeys(map).map((key) => map.get(key) ?? null));
  }),
  defineVariadic("pick", [ANY_MAP, STRING], ANY_MAP, pick),
  defineVariadic("omit", [ANY_MAP, STRING], ANY_MAP, omit),
  defineVariadic("dig", [ANY], ANY, dig),
  merge("merge", false, false),
  merge("mustMerge", false, true),
  merge("mergeOverwrite", true, false),
  merge("mustMergeOverwrite", true, true),
  defineFunction("deepCopy", [ANY], ANY, copyArgument),
  defineFunction("mustDeepCopy", [ANY], ANY, copyArgument),
];
