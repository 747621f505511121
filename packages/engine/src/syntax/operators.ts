/**
 * Unary and binary operators. Numbers of different kinds meet at the wider one (unsigned → signed → floating point);
 * integers wrap at 64 bits; `==` compares anything with anything; there is no short circuit, as in Alloy.
 */
import { compareBytes } from "@sluice/languages/base";
import type { BinaryOperator, UnaryOperator } from "./ast.ts";
import { power } from "./go-math.ts";
import { powerOfIntegers, toFloat64, toInt64, toUint64 } from "./go-number.ts";
import {
  bool,
  type CallResult,
  float,
  int,
  type NumberValue,
  optionalSecret,
  secret,
  secretOf,
  string,
  uint,
  type Value,
  type ValueType,
} from "./value.ts";

type Ordering = Exclude<BinaryOperator, "==" | "!=">;

const ALLOWED: Record<Ordering, readonly ValueType[]> = {
  "||": ["bool"],
  "&&": ["bool"],
  "+": ["number", "string", "capsule"],
  "-": ["number"],
  "*": ["number"],
  "/": ["number"],
  "%": ["number"],
  "^": ["number"],
  "<": ["number", "string"],
  ">": ["number", "string"],
  "<=": ["number", "string"],
  ">=": ["number", "string"],
};

const succeed = (value: Value): CallResult => ({ ok: true, value });
const fail = (value: Value, message: string): CallResult => ({ ok: false, error: { kind: "value", value, message } });

/** `!value` or `-value`. Minus on an unsigned integer gives a signed one. */
export function applyUnary(operator: UnaryOperator, value: Value): CallResult {
  if (operator === "!") {
    if (value.type === "bool") return succeed(bool(!value.value));
    return { ok: false, error: { kind: "type", value, expected: "bool" } };
  }
  if (value.type !== "number") return { ok: false, error: { kind: "type", value, expected: "number" } };
  return succeed(value.kind === "float" ? float(-value.value) : int(-toInt64(value)));
}

/** `left operator right`. Errors name the original operand, before secrets were opened. */
export function applyBinary(left: Value, operator: BinaryOperator, right: Value): CallResult {
  const [a, b] = left.type === "capsule" || right.type === "capsule" ? matchSecrets(left, right) : [left, right];
  if (operator === "==") return succeed(bool(valuesEqual(a, b)));
  if (operator === "!=") return succeed(bool(!valuesEqual(a, b)));
  const allowed = ALLOWED[operator];
  const refuse = (original: Value, value: Value): CallResult =>
    fail(original, `should be one of [${allowed.join(" ")}] for binop ${operator}, got ${value.type}`);
  if (!allowed.includes(a.type)) return refuse(left, a);
  if (!allowed.includes(b.type)) return refuse(right, b);
  if (a.type === "number" && b.type === "number") return applyToNumbers(a, operator, b, right);
  if (a.type === "string" && b.type === "string") {
    if (operator === "+") return succeed(string(a.value + b.value));
    return succeed(bool(ordered(compareBytes(a.value, b.value), 0, operator)));
  }
  if (a.type === "bool" && b.type === "bool")
    return succeed(bool(operator === "||" ? a.value || b.value : a.value && b.value));
  if (a.type !== "capsule" || b.type !== "capsule")
    return { ok: false, error: { kind: "type", value: b, expected: a.type } };
  return joinCapsules(a, b, left);
}

function joinCapsules(a: Value, b: Value, left: Value): CallResult {
  const x = secretOf(a);
  const y = secretOf(b);
  if (!x) return fail(left, "could not perform binop + for unknown types lhs capsule rhs capsule");
  // A capsule of another kind counts as an empty text.
  const text = x.text + (y && y.optional === x.optional ? y.text : "");
  if (!x.optional) return succeed(secret(text));
  return succeed(optionalSecret(text, x.isSecret || (y?.optional === true && y.isSecret)));
}

/** Brings a secret and a text, or two kinds of secrets, to one kind. */
function matchSecrets(left: Value, right: Value): [Value, Value] {
  const a = secretOf(left);
  const b = secretOf(right);
  if (a && b) {
    if (a.optional === b.optional) return [left, right];
    return [secret(a.text), secret(b.text)];
  }
  if (a && right.type === "string") {
    if (!a.optional) return [left, secret(right.value)];
    return a.isSecret ? [left, optionalSecret(right.value, true)] : [string(a.text), right];
  }
  if (b && left.type === "string") {
    if (!b.optional) return [secret(left.value), right];
    return b.isSecret ? [optionalSecret(left.value, true), right] : [left, string(b.text)];
  }
  return [left, right];
}

/** Whether `x operator y` holds; for texts their comparison is checked against zero. */
function ordered<T extends number | bigint>(x: T, y: T, operator: BinaryOperator): boolean {
  switch (operator) {
    case "<":
      return x < y;
    case ">":
      return x > y;
    case "<=":
      return x <= y;
    default:
      return x >= y;
  }
}

type NumberOperator = "+" | "-" | "*" | "/" | "%" | "^";

function applyToNumbers(a: NumberValue, operator: BinaryOperator, b: NumberValue, right: Value): CallResult {
  if ((operator === "/" || operator === "%") && Number(b.value) === 0) return fail(right, "divide by zero error");
  const kind = widerKind(a, b);
  if (operator === "<" || operator === ">" || operator === "<=" || operator === ">=") {
    if (kind === "float") return succeed(bool(ordered(toFloat64(a), toFloat64(b), operator)));
    const convert = kind === "int" ? toInt64 : toUint64;
    return succeed(bool(ordered(convert(a), convert(b), operator)));
  }
  const arithmetic = operator as NumberOperator;
  if (kind === "float") return succeed(float(floatArithmetic(toFloat64(a), arithmetic, toFloat64(b))));
  if (kind === "int") return succeed(int(integerArithmetic(toInt64(a), arithmetic, toInt64(b))));
  return succeed(uint(integerArithmetic(toUint64(a), arithmetic, toUint64(b))));
}

function widerKind(a: NumberValue, b: NumberValue): NumberValue["kind"] {
  if (a.kind === "float" || b.kind === "float") return "float";
  return a.kind === "int" || b.kind === "int" ? "int" : "uint";
}

function floatArithmetic(x: number, operator: NumberOperator, y: number): number {
  switch (operator) {
    case "+":
      return x + y;
    case "-":
      return x - y;
    case "*":
      return x * y;
    case "/":
      return x / y;
    case "%":
      return x % y;
    case "^":
      return power(x, y);
  }
}

function integerArithmetic(x: bigint, operator: NumberOperator, y: bigint): bigint {
  switch (operator) {
    case "+":
      return x + y;
    case "-":
      return x - y;
    case "*":
      return x * y;
    case "/":
      return x / y;
    case "%":
      return x % y;
    case "^":
      return powerOfIntegers(x, y);
  }
}

/** Deep equality of values by the rules of `==`: numbers of all kinds compare, functions never equal anything. */
function valuesEqual(a: Value, b: Value): boolean {
  switch (a.type) {
    case "null":
      return b.type === a.type;
    case "number":
      return b.type === a.type && numbersEqual(a, b);
    case "bool":
      return b.type === a.type && a.value === b.value;
    case "string":
      return b.type === a.type && a.value === b.value;
    case "array": {
      if (b.type !== a.type) return false;
      const other = b.items;
      return a.items.length === other.length && a.items.every((item, i) => valuesEqual(item, other[i]!));
    }
    case "object": {
      if (b.type !== a.type) return false;
      const other = b.fields;
      if (a.fields.size !== other.size) return false;
      for (const [key, value] of a.fields) {
        const found = other.get(key);
        if (!found || !valuesEqual(value, found)) return false;
      }
      return true;
    }
    case "function":
      return false;
    case "capsule": {
      if (b.type !== a.type) return false;
      const x = secretOf(a);
      const y = secretOf(b);
      if (x && y) return x.optional === y.optional && x.isSecret === y.isSecret && x.text === y.text;
      return a.name === b.name && a.capsule === b.capsule;
    }
  }
}

function numbersEqual(a: NumberValue, b: NumberValue): boolean {
  const kind = widerKind(a, b);
  if (kind === "float") return toFloat64(a) === toFloat64(b);
  return kind === "int" ? toInt64(a) === toInt64(b) : a.value === b.value;
}
