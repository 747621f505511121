/** Types and kinds of values, as Go names them. */

import { defineFunction, type TemplateFunction } from "../../functions.ts";
import { anyParam, stringParam } from "../../parameters.ts";
import { BOOL, STRING } from "../../types.ts";
import { type GoValue, kindOf, typeOf } from "../../value.ts";
import { deepEqual } from "./deep-equal.ts";

const typeName = (value: GoValue): string => typeOf(value)?.name ?? "<nil>";

const VALUE = anyParam("value");
const NAME = stringParam("name");

export const REFLECTION_FUNCTIONS: readonly TemplateFunction[] = [
  defineFunction({
    name: "typeOf",
    params: [VALUE],
    result: STRING,
    doc: "The Go type of the value.",
    example: { call: "typeOf (list 1)", gives: "[]interface {}" },
    call: ([value]) => typeName(value),
  }),
  defineFunction({
    name: "typeIs",
    params: [NAME, VALUE],
    result: BOOL,
    doc: "Whether the value is of this Go type.",
    example: { call: 'typeIs "string" "a"', gives: "true" },
    call: ([name, value]) => typeName(value) === name,
  }),
  defineFunction({
    name: "typeIsLike",
    params: [NAME, VALUE],
    result: BOOL,
    doc: "Whether the value is of this Go type or a pointer to it.",
    example: { call: 'typeIsLike "semver.Version" (semver "1.2.3")', gives: "true" },
    call: ([name, value]) => typeName(value) === name || typeName(value) === `*${name}`,
  }),
  defineFunction({
    name: "kindOf",
    params: [VALUE],
    result: STRING,
    doc: "The kind of the value's Go type.",
    example: { call: "kindOf (dict)", gives: "map" },
    call: ([value]) => kindOf(value),
  }),
  defineFunction({
    name: "kindIs",
    params: [NAME, VALUE],
    result: BOOL,
    doc: "Whether the value's Go type is of this kind.",
    example: { call: 'kindIs "int" 1', gives: "true" },
    call: ([name, value]) => kindOf(value) === name,
  }),
  defineFunction({
    name: "deepEqual",
    params: [anyParam("a"), anyParam("b")],
    result: BOOL,
    doc: "Whether two values are of the same type and hold the same.",
    example: { call: "deepEqual (list 1 2) (list 1 2)", gives: "true" },
    call: ([a, b], ctx) => deepEqual(a, b, ctx),
  }),
];
