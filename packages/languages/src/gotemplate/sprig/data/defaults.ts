/** What counts as empty (`default`, `coalesce`, `all` …) and choices between values. */
import { defineFunction, fail, type TemplateFunction } from "../../functions.ts";
import { anyParam, boolParam, stringParam } from "../../parameters.ts";
import { ANY, BOOL, STRING } from "../../types.ts";
import { GoBytes, GoComplex, GoFloat32, GoInt, GoList, GoMap, type GoValue } from "../../value.ts";

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
  defineFunction({
    name: "default",
    params: [anyParam("fallback")],
    rest: anyParam("value"),
    result: ANY,
    doc: "The value, or the fallback where the value is empty.",
    example: { call: 'default "none" ""', gives: "none" },
    call: ([fallback, value]) => (value === undefined || isEmpty(value) ? fallback : value),
  }),
  defineFunction({
    name: "empty",
    params: [anyParam("value")],
    result: BOOL,
    doc: "Whether the value is nil, false, 0, or a text, list or map with nothing in it.",
    example: { call: "empty 0", gives: "true" },
    call: ([value]) => isEmpty(value),
  }),
  defineFunction({
    name: "coalesce",
    params: [],
    rest: anyParam("values"),
    result: ANY,
    doc: "The first value that is not empty.",
    example: { call: 'coalesce "" 0 "third"', gives: "third" },
    call: (values) => values.find((value) => !isEmpty(value)) ?? null,
  }),
  defineFunction({
    name: "all",
    params: [],
    rest: anyParam("values"),
    result: BOOL,
    doc: "Whether no value is empty.",
    example: { call: 'all "a" 1 ""', gives: "false" },
    call: (values) => !values.some(isEmpty),
  }),
  defineFunction({
    name: "any",
    params: [],
    rest: anyParam("values"),
    result: BOOL,
    doc: "Whether any value is not empty.",
    example: { call: 'any "" 0 "a"', gives: "true" },
    call: (values) => !values.every(isEmpty),
  }),
  defineFunction({
    name: "ternary",
    params: [anyParam("yes"), anyParam("no"), boolParam("condition")],
    result: ANY,
    doc: "The first value where the condition is true, else the second.",
    example: { call: 'ternary "slow" "fast" (gt 5 3)', gives: "slow" },
    call: ([yes, no, condition]) => (condition ? yes : no),
  }),
  defineFunction({
    name: "fail",
    params: [stringParam("message")],
    result: STRING,
    doc: "Fails the template with this error message.",
    example: { call: 'fail "no level"', fails: "no level" },
    call: ([message]) => fail(message),
  }),
  defineFunction({
    name: "hello",
    params: [],
    result: STRING,
    doc: "A greeting, to see whether functions work.",
    example: { call: "hello", gives: "Hello!" },
    call: () => "Hello!",
  }),
];
