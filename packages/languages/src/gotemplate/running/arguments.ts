/**
 * Which values and which nil are accepted for which parameter types: the rules of validateType and of the constants in
 * text/template/exec.go, with their error texts.
 */
import type { NumberNode, Operand } from "../syntax/ast.ts";
import { nodeText } from "../syntax/ast.ts";
import { ANY, canBeNil, type GoType, type IntType, isSigned, isUnsigned, REFLECT_VALUE } from "../types.ts";
import { GoComplex, GoInt, GoMap, type GoValue, int, type Maybe, makeInt, nilList, typeOf } from "../value.ts";
import type { Execution } from "./execution.ts";

/** The nil of a type that has one. */
export function nilOf(type: GoType): Maybe {
  if (type === REFLECT_VALUE) return undefined;
  if (type.kind === "slice") return nilList(type);
  if (type.kind === "map") return new GoMap(type, undefined, true);
  return null;
}

/** `value` as an argument of `type`; ends the execution where it does not fit. */
export function checkArgument(s: Execution, value: Maybe, type: GoType): Maybe {
  if (type === ANY) return value === undefined ? null : value;
  if (type === REFLECT_VALUE) return value;
  if (value === undefined) {
    if (canBeNil(type)) return nilOf(type);
    return s.error(`invalid value; expected ${type.name}`);
  }
  const given = typeOf(value);
  if (given === type) return value;
  return s.error(`wrong type for value; expected ${type.name}; got ${given?.name ?? ANY.name}`);
}

/** A constant's value, or the error that using it ends in. */
export type Constant = { readonly value: Maybe } | { readonly error: string };

/** A number without a required type: its syntax decides. */
export function idealConstant(node: NumberNode): Constant {
  const { text } = node;
  if (node.complex) return { value: new GoComplex(node.complex.real, node.complex.imaginary) };
  const isHexInt = /^0[xX]./.test(text) && !/[pP]/.test(text);
  if (node.float !== undefined && !isHexInt && text[0] !== "'" && /[.eEpP]/.test(text)) return { value: node.float };
  if (node.int !== undefined) return { value: int(node.int) };
  return { error: `${text} overflows int` };
}

/** A literal as an argument of `type`. */
export function constantArgument(node: Operand, type: GoType): Constant {
  const expected = (what: string): Constant => ({ error: `expected ${what}; found ${nodeText(node)}` });
  switch (type.kind) {
    case "bool":
      return node.type === "bool" ? { value: node.value } : expected("bool");
    case "string":
      return node.type === "string" ? { value: node.text } : expected("string");
    case "complex128":
      if (node.type !== "number" || !node.complex) return expected("complex");
      return { value: new GoComplex(node.complex.real, node.complex.imaginary) };
    case "float64":
      return node.type === "number" && node.float !== undefined ? { value: node.float } : expected("float");
  }
  if (isSigned(type)) {
    if (node.type !== "number" || node.int === undefined) return expected("integer");
    return { value: makeInt(type, node.int) };
  }
  if (isUnsigned(type)) {
    if (node.type !== "number" || node.uint === undefined) return expected("unsigned integer");
    return { value: makeInt(type, node.uint) };
  }
  if (type === ANY || type === REFLECT_VALUE) {
    if (node.type === "bool") return { value: node.value };
    if (node.type === "string") return { value: node.text };
    if (node.type === "number") return idealConstant(node);
  }
  return { error: `can't handle ${nodeText(node)} for arg of type ${type.name}` };
}

/** What `call` accepts: like arguments, but integers convert into each other. */
export function prepareArgument(value: Maybe, type: GoType): { readonly value: GoValue } | { readonly error: string } {
  if (value === undefined || value === null) {
    if (!canBeNil(type)) return { error: `value is nil; should be of type ${type.name}` };
    return { value: nilOf(type) ?? null };
  }
  const given = typeOf(value)!;
  if (given === type || type === ANY || type === REFLECT_VALUE) return { value };
  const isInt = (t: GoType): t is IntType => isSigned(t) || isUnsigned(t);
  if (value instanceof GoInt && isInt(type)) return { value: makeInt(type, value.value) };
  return { error: `value has type ${given.name}; should be ${type.name}` };
}
