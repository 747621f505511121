/** JMESPath's functions of numbers, lists and objects; those with `call` differ from the library's. */
import { compareBytes } from "../base/text.ts";
import { setField } from "../json/grammar.ts";
import type { FunctionEntry } from "./function-entry.ts";
import {
  type Budget,
  EvaluationError,
  type ExpressionReference,
  isList,
  isObject,
  type ObjectValue,
  type Value,
} from "./value.ts";

/** Order of two numbers or two texts; texts by their bytes. */
function compare(a: Value, b: Value): number {
  if (typeof a === "string" && typeof b === "string") return compareBytes(a, b);
  return (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0;
}

function extreme(items: readonly Value[], sign: number): Value {
  let best = items[0] ?? null;
  for (const item of items) if (compare(item, best) * sign > 0) best = item;
  return best;
}

/** The element with the greatest (or least) key; keys are all numbers or all texts. */
function extremeBy(items: readonly Value[], key: ExpressionReference, sign: number): Value {
  const first = items[0];
  if (first === undefined) return null;
  // A single element's key is not evaluated.
  if (items.length === 1) return first;
  let best = first;
  let bestKey = key(first);
  if (typeof bestKey !== "number" && typeof bestKey !== "string") {
    throw new EvaluationError("invalid type, must be number of string");
  }
  for (let i = 1; i < items.length; i++) {
    const itemKey = key(items[i]!);
    if (typeof itemKey !== typeof bestKey) throw new EvaluationError(`invalid type, must be ${typeof bestKey}`);
    if (compare(itemKey, bestKey) * sign > 0) {
      best = items[i]!;
      bestKey = itemKey;
    }
  }
  return best;
}

function sortBy(items: readonly Value[], key: ExpressionReference): Value {
  if (items.length < 2) return [...items];
  const keyed = items.map((item) => ({ item, key: key(item) }));
  const type = typeof keyed[0]!.key;
  if (type !== "number" && type !== "string") throw new EvaluationError("invalid type, must be number of string");
  if (keyed.some((entry) => typeof entry.key !== type)) throw new EvaluationError("error in sort_by comparison");
  return keyed.sort((a, b) => compare(a.key, b.key)).map((entry) => entry.item);
}

function groupBy(items: readonly Value[], key: ExpressionReference): Value {
  if (items.length === 0) return null;
  const groups = new Map<string, Value[]>();
  for (const item of items) {
    const name = key(item);
    if (typeof name !== "string") {
      throw new EvaluationError("invalid type, the expression must evaluate to a string");
    }
    const group = groups.get(name);
    if (group) group.push(item);
    else groups.set(name, [item]);
  }
  const object: ObjectValue = {};
  for (const [name, group] of groups) setField<Value>(object, name, group);
  return object;
}

function fromItems(items: readonly Value[]): Value {
  if (!items.every((item) => isList(item))) {
    throw new EvaluationError("invalid type, first argument must be an array of arrays");
  }
  const object: ObjectValue = {};
  for (const item of items as Value[][]) {
    if (item.length !== 2 || typeof item[0] !== "string") {
      throw new EvaluationError("invalid value, each array must contain two elements, a pair of string and value");
    }
    setField(object, item[0], item[1]!);
  }
  return object;
}

function contains(items: readonly Value[], wanted: Value): boolean {
  for (const item of items) {
    if (item === wanted) return true;
    // The original cannot compare two lists or two objects and dies of it.
    if (typeof item === "object" && item !== null && typeof wanted === "object" && wanted !== null) {
      if (isList(item) === isList(wanted)) {
        throw new EvaluationError("contains() cannot compare lists or objects");
      }
    }
  }
  return false;
}

/** As the library's, but what it makes is counted before it is made. */
function zip(lists: readonly Value[], budget: Budget): Value {
  const shortest = lists.reduce(
    (least: number, items) => Math.min(least, list(items).length),
    Number.POSITIVE_INFINITY,
  );
  budget.spend(shortest * lists.length);
  return Array.from({ length: shortest }, (_, i) => lists.map((items) => list(items)[i]!));
}

function merge(objects: readonly Value[]): Value {
  const merged: ObjectValue = {};
  for (const object of objects) {
    for (const key of Object.keys(object as ObjectValue)) setField(merged, key, (object as ObjectValue)[key]!);
  }
  return merged;
}

const list = (value: Value | undefined): Value[] => value as Value[];
const reference = (value: Value | undefined): ExpressionReference => value as ExpressionReference;

export const LIST_FUNCTIONS: Readonly<Record<string, FunctionEntry>> = {
  abs: { args: [["number"]] },
  avg: { args: [["numbers"]] },
  ceil: { args: [["number"]] },
  contains: {
    args: [["array", "string"], ["any"]],
    call: ([search, wanted]) => {
      if (typeof search !== "string") return contains(list(search), wanted!);
      return typeof wanted === "string" && search.includes(wanted);
    },
  },
  floor: { args: [["number"]] },
  from_items: { args: [["array"]], call: ([items]) => fromItems(list(items)) },
  group_by: { args: [["array"], ["expref"]], call: ([items, key]) => groupBy(list(items), reference(key)) },
  items: { args: [["object"]] },
  keys: { args: [["object"]] },
  length: { args: [["string", "array", "object"]] },
  map: { args: [["expref"], ["array"]] },
  max: { args: [["numbers", "strings"]], call: ([items]) => extreme(list(items), 1) },
  max_by: { args: [["array"], ["expref"]], call: ([items, key]) => extremeBy(list(items), reference(key), 1) },
  merge: { args: [["object"]], variadic: true, call: merge },
  min: { args: [["numbers", "strings"]], call: ([items]) => extreme(list(items), -1) },
  min_by: { args: [["array"], ["expref"]], call: ([items, key]) => extremeBy(list(items), reference(key), -1) },
  not_null: { args: [["any"]], variadic: true },
  reverse: {
    args: [["array", "string"]],
    call: ([value]) => (typeof value === "string" ? Array.from(value).reverse().join("") : [...list(value)].reverse()),
  },
  sort: {
    args: [["strings", "numbers"]],
    call: ([items]) => [...list(items)].sort(compare),
  },
  sort_by: { args: [["array"], ["expref"]], call: ([items, key]) => sortBy(list(items), reference(key)) },
  sum: { args: [["numbers"]] },
  to_array: { args: [["any"]] },
  type: {
    args: [["any"]],
    call: ([value]) => {
      // An integer of a database (`bigint`, see stage.geoip) is not a type of the language either.
      if (typeof value === "function" || typeof value === "bigint") throw new EvaluationError("unknown type");
      if (value === null) return "null";
      if (isList(value!)) return "array";
      return isObject(value!) ? "object" : typeof value;
    },
  },
  values: { args: [["object"]] },
  zip: { args: [["array"], ["array"]], variadic: true, call: zip },
};
