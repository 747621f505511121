/** Types and kinds of values, as Go names them. */

import { defineFunction, stringArg, type TemplateFunction } from "../functions.ts";
import { ANY, BOOL, STRING } from "../types.ts";
import { type GoValue, kindOf, typeOf } from "../value.ts";
import { deepEqual } from "./deep-equal.ts";

const typeName = (value: GoValue): string => typeOf(value)?.name ?? "<nil>";

export const REFLECTION_FUNCTIONS: readonly TemplateFunction[] = [
  defineFunction("typeOf", [ANY], STRING, ([value]) => typeName(value!)),
  defineFunction("typeIs", [STRING, ANY], BOOL, (args) => typeName(args[1]!) === stringArg(args, 0)),
  defineFunction("typeIsLike", [STRING, ANY], BOOL, (args) => {
    const name = typeName(args[1]!);
    return name === stringArg(args, 0) || name === `*${stringArg(args, 0)}`;
  }),
  defineFunction("kindOf", [ANY], STRING, ([value]) => kindOf(value!)),
  defineFunction("kindIs", [STRING, ANY], BOOL, (args) => kindOf(args[1]!) === stringArg(args, 0)),
  defineFunction("deepEqual", [ANY, ANY], BOOL, ([a, b], ctx) => deepEqual(a!, b!, ctx)),
];
