/** `array.*` and `coalesce`: functions on values without conversion. */
import {
  array,
  type CallResult,
  type FunctionValue,
  NULL,
  object,
  secretOf,
  string,
  type Value,
  type ValueError,
  type ValueType,
} from "../value.ts";
import { MAX_RESULT } from "./function.ts";

/** Pairs of elements that one call of `combine_maps` compares. */
const MAX_PAIRS = 4 * 1024 * 1024;

const succeed = (value: Value): CallResult => ({ ok: true, value });
const plain = (message: string): CallResult => ({ ok: false, error: { kind: "plain", message } });

function wrongArgument(self: FunctionValue, argument: Value, index: number, expected: ValueType): CallResult {
  const inner: ValueError = { kind: "type", value: argument, expected };
  return { ok: false, error: { kind: "argument", function: self, argument, index, inner } };
}

function fieldsOf(value: Value | undefined): ReadonlyMap<string, Value> | undefined {
  return value?.type === "object" || value?.type === "capsule" ? value.fields : undefined;
}

/** `array.concat(lists…)` */
const concat: FunctionValue = {
  type: "function",
  name: "array.concat",
  call(args, self) {
    const items: Value[] = [];
    for (const [index, arg] of args.entries()) {
      if (arg.type !== "array") return wrongArgument(self, arg, index, "array");
      if (items.length + arg.items.length > MAX_RESULT) return plain(`result has more than ${MAX_RESULT} items`);
      for (const item of arg.items) items.push(item);
    }
    return succeed(args.length === 1 ? args[0]! : array(items));
  },
};

/**
 * `array.combine_maps(left, right, keys, keep_left?)`: the merged object of each pair that agrees in all `keys`. Values
 * must be of one kind to agree (1 and 1.0 do not). Where Alloy crashes (keys that are not strings, lists and objects to
 * compare), this is an error.
 */
const combineMaps: FunctionValue = {
  type: "function",
  name: "array.combine_maps",
  call(args, self) {
    const [left, right, keys, keep] = args;
    if (args.length > 4 || !left || !right || !keys)
      return plain(`combine_maps: expected 3 or 4 arguments, got ${args.length}`);
    for (const [index, list] of [left, right].entries()) {
      if (list.type !== "array") return wrongArgument(self, list, index, "array");
      const bad = list.items.findIndex((item) => !fieldsOf(item));
      if (bad >= 0) return wrongArgument(self, list.items[bad]!, bad, "object");
    }
    if (keys.type !== "array") return wrongArgument(self, keys, 2, "array");
    if (keys.items.length === 0) {
      const inner: ValueError = { kind: "plain", message: "combine_maps: merge conditions must not be empty" };
      return { ok: false, error: { kind: "argument", function: self, argument: keys, index: 2, inner } };
    }
    if (keep && keep.type !== "bool") return wrongArgument(self, keep, 3, "bool");
    if (left.type !== "array" || right.type !== "array") return plain("combine_maps: expected arrays");
    return combine(left.items, right.items, keys.items, keep?.type === "bool" && keep.value);
  },
};

function combine(
  left: readonly Value[],
  right: readonly Value[],
  keys: readonly Value[],
  keepLeft: boolean,
): CallResult {
  if (left.length * right.length > MAX_PAIRS) return plain(`combine_maps: more than ${MAX_PAIRS} pairs to compare`);
  const result: Value[] = [];
  for (const a of left) {
    for (const b of right) {
      const x = fieldsOf(a)!;
      const y = fieldsOf(b)!;
      const agree = agreement(x, y, keys);
      if (typeof agree === "string") return plain(agree);
      if (agree) result.push(object(new Map([...x, ...y])));
      else if (keepLeft) result.push(a);
    }
  }
  return succeed(array(result));
}

/** Whether two objects have the same values under all `keys`; a message when that cannot be told. */
function agreement(
  a: ReadonlyMap<string, Value>,
  b: ReadonlyMap<string, Value>,
  keys: readonly Value[],
): boolean | string {
  for (const key of keys) {
    if (key.type !== "string") return "combine_maps: merge conditions must be strings";
    const x = a.get(key.value);
    const y = b.get(key.value);
    if (!x || !y || x.type !== y.type) return false;
    const same = identical(x, y);
    if (same === undefined) return "combine_maps: lists, objects and functions cannot be compared";
    if (!same) return false;
  }
  return true;
}

function identical(a: Value, b: Value): boolean | undefined {
  switch (a.type) {
    case "null":
      return true;
    case "bool":
      return b.type === a.type && a.value === b.value;
    case "string":
      return b.type === a.type && a.value === b.value;
    case "number":
      return b.type === "number" && a.kind === b.kind && a.value === b.value;
    case "capsule": {
      const x = secretOf(a);
      const y = secretOf(b);
      if (x && y) return x.optional === y.optional && x.isSecret === y.isSecret && x.text === y.text;
      return b.type === a.type && a.capsule === b.capsule;
    }
    default:
      return undefined;
  }
}

/**
 * `array.group_by(objects, key, drop_missing)`: one object per value of `key`, with the `items` that have it. In order of
 * first appearance (Alloy's order is random).
 */
const groupBy: FunctionValue = {
  type: "function",
  name: "array.group_by",
  call(args, self) {
    const [list, key, drop] = args;
    if (args.length !== 3 || !list || !key || !drop) return plain(`group_by: expected 3 arguments, got ${args.length}`);
    if (list.type !== "array") return wrongArgument(self, list, 0, "array");
    if (key.type !== "string") return wrongArgument(self, key, 1, "string");
    if (drop.type !== "bool") return wrongArgument(self, drop, 2, "bool");
    const groups = new Map<string, Value[]>();
    for (const [index, item] of list.items.entries()) {
      const fields = fieldsOf(item);
      if (!fields) return wrongArgument(self, item, index, "object");
      const value = fields.get(key.value);
      if (!value && drop.value) continue;
      if (value && value.type !== "string") return wrongArgument(self, value, index, "string");
      const name = value?.value ?? "";
      const group = groups.get(name) ?? [];
      groups.set(name, group);
      group.push(item.type === "object" ? item : object(fields));
    }
    const result = Array.from(groups, ([name, items]) =>
      object(
        new Map<string, Value>([
          [key.value, string(name)],
          ["items", array(items)],
        ]),
      ),
    );
    return succeed(array(result));
  },
};

/** `coalesce(values…)`: the first that is not null, zero or empty, else the last. */
export const COALESCE: FunctionValue = {
  type: "function",
  name: "coalesce",
  call: (args) => succeed(args.find((arg) => !isEmpty(arg)) ?? args.at(-1) ?? NULL),
};

function isEmpty(value: Value): boolean {
  switch (value.type) {
    case "null":
      return true;
    case "bool":
      return !value.value;
    case "number":
      return Number(value.value) === 0;
    case "string":
      return value.value === "";
    case "array":
      return value.items.length === 0;
    case "object":
      return value.fields.size === 0;
    case "function":
      return false;
    case "capsule": {
      const secret = secretOf(value);
      if (secret) return secret.text === "" && (!secret.optional || !secret.isSecret);
      return value.fields?.size === 0;
    }
  }
}

/** The functions of the namespace, by name. */
export const ARRAY_FUNCTIONS = { concat, combine_maps: combineMaps, group_by: groupBy } as const;
