/** What counts as empty (`default`, `coalesce`, `all` …) and choices between values. */
import { boolArg, defineFunction, defineVariadic, fail, stringArg, type TemplateFunction } from "../functions.ts";
import { ANY, BOOL, STRING } from "../types.ts";
import { GoBytes, GoComplex, GoFloat32, GoInt, GoList, GoMap, type GoValue } from "../value.ts";

/** The library's `empty`: the zero value of a type, or nothing inside. Structs and pointers never are. */
export function isEmpty(value: GoValue): boolean {
  switch (typeof value) {
    case "string":
      return value === "";
    case "boolean":
      return !value;
    case "number":
      return value === 0;
  }
  if (value === null) return true;
  if (value instanceof GoInt) return value.value === 0n;
  if (value instanceof GoList) return value.items.length === 0;
  if (value instanceof GoMap) return value.size === 0;
  if (value instanceof GoBytes) return value.bytes.length === 0;
  if (value instanceof GoFloat32) return value.value === 0;
  return value instanceof GoComplex && value.real === 0 && value.imaginary === 0;
}

export const DEFAULT_FUNCTIONS: readonly TemplateFunction[] = [
  defineVariadic("default", [ANY, ANY], ANY, (args) => (args.length < 2 || isEmpty(args[1]!) ? args[0]! : args[1]!)),
  defineFunction("empty", [ANY], BOOL, ([value]) => isEmpty(value!)),
  defineVariadic("coalesce", [ANY], ANY, (args) => args.find((value) => !isEmpty(value)) ?? null),
  defineVariadic("all", [ANY], BOOL, (args) => !args.some(isEmpty)),
  defineVariadic("any", [ANY], BOOL, (args) => !args.every(isEmpty)),
  defineFunction("ternary", [ANY, ANY, BOOL], ANY, (args) => (boolArg(args, 2) ? args[0]! : args[1]!)),
  defineFunction("fail", [STRING], STRING, (args) => fail(stringArg(args, 0))),
  defineFunction("hello", [], STRING, () => "Hello!"),
];
