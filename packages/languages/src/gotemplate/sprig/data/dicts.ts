/** Dictionaries. Where Go walks a map in random order (`keys`, `values`), the order here is by key. */

import { type CallContext, defineFunction, fail, type TemplateFunction, withMust } from "../../functions.ts";
import { anyParam, mapParam, stringParam } from "../../parameters.ts";
import { ANY, ANY_MAP, ANY_SLICE, BOOL, type GoType, STRING, STRING_SLICE } from "../../types.ts";
import { dict, GoMap, type GoValue, list, sortedKeys, stringList, typeOf } from "../../value.ts";
import type { FunctionExample } from "../../values/model.ts";
import { stringOf } from "../text/value-text.ts";
import { deepCopy } from "./deep-copy.ts";
import { mergeInto } from "./merge.ts";

function makeDict(args: readonly GoValue[]): GoMap {
  const map = dict();
  for (let i = 0; i < args.length; i += 2) map.set(stringOf(args[i]!), i + 1 < args.length ? args[i + 1]! : "");
  return map;
}

function pick(from: GoMap, keys: readonly string[]): GoMap {
  const map = dict();
  for (const key of keys) {
    const value = from.get(key);
    if (value !== undefined) map.set(key, value);
  }
  return map;
}

function omit(from: GoMap, keys: readonly string[], ctx: CallContext): GoMap {
  ctx.charge(from.size >> 2);
  const omitted = new Set(keys);
  const map = dict();
  for (const key of from.keys()) if (!omitted.has(key)) map.set(key, from.get(key) ?? null);
  return map;
}

const typeName = (value: GoValue): string => typeOf(value)?.name ?? "nil";

/** A Go type assertion of an interface value, with the panic's text. */
function assertType<T extends GoValue>(value: GoValue, type: GoType<T>): asserts value is T {
  if (typeOf(value) !== type) fail(`interface conversion: interface {} is ${typeName(value)}, not ${type.name}`);
}

function dig(args: readonly GoValue[]): GoValue {
  if (args.length < 3) fail("dig needs at least three arguments");
  let map: GoValue = args.at(-1)!;
  assertType(map, ANY_MAP);
  const keys = args.slice(0, -2).map((key) => {
    assertType(key, STRING);
    return key;
  });
  for (let i = 0; ; i++) {
    const step: GoValue | undefined = map.get(keys[i]!);
    if (step === undefined) return args.at(-2)!;
    if (i === keys.length - 1) return step;
    assertType(step, ANY_MAP);
    map = step;
  }
}

const MAP = mapParam("dict");
const KEY = stringParam("key");

/** `merge` and relatives; a source that does not fit is an error of the `must` form, and the empty text else. */
const merge = (
  name: string,
  doc: string,
  example: FunctionExample,
  overwrite: boolean,
  must: boolean,
): TemplateFunction =>
  defineFunction({
    name,
    params: [mapParam("target")],
    rest: mapParam("sources"),
    result: ANY,
    doc,
    example,
    call: ([first, ...sources], ctx) => {
      let target = first;
      for (const source of sources) {
        if (target.isNil && !source.isNil) target = new GoMap(target.type);
        const problem = mergeInto(target, source, overwrite, ctx);
        if (problem !== undefined) return must ? fail(problem) : "";
      }
      return target;
    },
  });

const KEPT = "Merges the others into the first dictionary, in place, keeping its values that are not empty";
const OVERWRITTEN = "Merges the others into the first dictionary, in place, overwriting its values";

export const DICT_FUNCTIONS: readonly TemplateFunction[] = [
  defineFunction({
    name: "dict",
    params: [],
    rest: anyParam("keys_and_values"),
    result: ANY_MAP,
    doc: "A dictionary of alternating keys and values.",
    example: { call: 'dict "a" 1 "b" 2', gives: "map[a:1 b:2]" },
    call: makeDict,
  }),
  defineFunction({
    name: "get",
    params: [MAP, KEY],
    result: ANY,
    doc: "The value of a key; the empty text where there is none.",
    example: { call: 'get (dict "a" 1) "a"', gives: "1" },
    call: ([map, key]) => {
      const value = map.get(key);
      return value === undefined ? "" : value;
    },
  }),
  defineFunction({
    name: "set",
    params: [MAP, KEY, anyParam("value")],
    result: ANY_MAP,
    doc: "Sets a key of the dictionary, in place, and returns the dictionary.",
    example: { call: 'set (dict "a" 1) "b" 2', gives: "map[a:1 b:2]" },
    call: ([map, key, value]) => {
      if (map.isNil) fail("assignment to entry in nil map");
      map.set(key, value);
      return map;
    },
  }),
  defineFunction({
    name: "unset",
    params: [MAP, KEY],
    result: ANY_MAP,
    doc: "Removes a key from the dictionary, in place, and returns the dictionary.",
    example: { call: 'unset (dict "a" 1 "b" 2) "a"', gives: "map[b:2]" },
    call: ([map, key]) => {
      map.delete(key);
      return map;
    },
  }),
  defineFunction({
    name: "hasKey",
    params: [MAP, KEY],
    result: BOOL,
    doc: "Whether the dictionary has the key.",
    example: { call: 'hasKey (dict "a" 1) "b"', gives: "false" },
    call: ([map, key]) => map.has(key),
  }),
  defineFunction({
    name: "pluck",
    params: [KEY],
    rest: mapParam("dicts"),
    result: ANY_SLICE,
    doc: "The values that the dictionaries have for a key.",
    example: { call: 'pluck "a" (dict "a" 1) (dict "b" 2) (dict "a" 3)', gives: "[1 3]" },
    call: ([key, ...maps]) => list(maps.map((map) => map.get(key)).filter((value) => value !== undefined)),
  }),
  defineFunction({
    name: "keys",
    params: [],
    rest: mapParam("dicts"),
    result: STRING_SLICE,
    doc: "The keys of the dictionaries, those of each in order.",
    example: { call: 'keys (dict "b" 1 "a" 2)', gives: "[a b]" },
    call: (maps) => stringList(maps.flatMap(sortedKeys)),
  }),
  defineFunction({
    name: "values",
    params: [MAP],
    result: ANY_SLICE,
    doc: "The values of the dictionary, in the order of their keys.",
    example: { call: 'values (dict "b" 1 "a" 2)', gives: "[2 1]" },
    call: ([map]) => list(sortedKeys(map).map((key) => map.get(key) ?? null)),
  }),
  defineFunction({
    name: "pick",
    params: [MAP],
    rest: stringParam("keys"),
    result: ANY_MAP,
    doc: "A new dictionary with only these keys.",
    example: { call: 'pick (dict "a" 1 "b" 2 "c" 3) "a" "c"', gives: "map[a:1 c:3]" },
    call: ([map, ...keys]) => pick(map, keys),
  }),
  defineFunction({
    name: "omit",
    params: [MAP],
    rest: stringParam("keys"),
    result: ANY_MAP,
    doc: "A new dictionary without these keys.",
    example: { call: 'omit (dict "a" 1 "b" 2 "c" 3) "a" "c"', gives: "map[b:2]" },
    call: ([map, ...keys], ctx) => omit(map, keys, ctx),
  }),
  defineFunction({
    name: "dig",
    params: [],
    rest: anyParam("keys_default_dict"),
    result: ANY,
    doc: "The value at a path of keys in a dictionary, which is the last argument; the one before it is the default.",
    example: { call: 'dig "user" "name" "nobody" (dict "user" (dict "name" "ann"))', gives: "ann" },
    call: dig,
  }),
  merge("merge", `${KEPT}.`, { call: 'merge (dict "a" 1) (dict "a" 2 "b" 3)', gives: "map[a:1 b:3]" }, false, false),
  merge(
    "mustMerge",
    `${KEPT}; an error where types differ.`,
    { call: 'mustMerge (dict "a" 1) (dict "b" 3)', gives: "map[a:1 b:3]" },
    false,
    true,
  ),
  merge(
    "mergeOverwrite",
    `${OVERWRITTEN}.`,
    { call: 'mergeOverwrite (dict "a" 1) (dict "a" 2 "b" 3)', gives: "map[a:2 b:3]" },
    true,
    false,
  ),
  merge(
    "mustMergeOverwrite",
    `${OVERWRITTEN}; an error where types differ.`,
    { call: 'mustMergeOverwrite (dict "a" 1) (dict "a" 2)', gives: "map[a:2]" },
    true,
    true,
  ),
  ...withMust(
    defineFunction({
      name: "deepCopy",
      params: [anyParam("value")],
      result: ANY,
      doc: "A deep copy of the value, with all lists and dictionaries in it.",
      example: { call: 'deepCopy (dict "a" (list 1 2))', gives: "map[a:[1 2]]" },
      call: ([value], ctx) =>
        value === null ? fail("reflect: call of reflect.Value.Type on zero Value") : deepCopy(value, ctx),
    }),
  ),
];
