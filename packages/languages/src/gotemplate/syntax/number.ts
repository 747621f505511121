/**
 * Number literals: Go keeps a constant under every type that can represent it and decides by use (`3.0` is a fine
 * int argument, `3.5` is not). A port of newNumber in text/template/parse/node.go.
 */
import { type FloatResult, parseFloat64, parseInt64, parseUint } from "../../gonumber/index.ts";
import { quote, unquoteChar } from "../values/quote.ts";
import type { NumberNode } from "./ast.ts";

const MIN_INT64 = -(2 ** 63);
const MAX_INT64 = 2 ** 63;
const MAX_UINT64 = 2 ** 64;

/** The float as an int64 constant, where it is exactly one. */
const intOf = (float: number): bigint | undefined =>
  Number.isInteger(float) && float >= MIN_INT64 && float < MAX_INT64 ? BigInt(float) : undefined;
const uintOf = (float: number): bigint | undefined =>
  Number.isInteger(float) && float >= 0 && float < MAX_UINT64 ? BigInt(float) : undefined;

/** The node of a literal, or Go's error text. */
export function parseNumber(
  pos: number,
  text: string,
  form: "charConstant" | "complex" | "number",
): NumberNode | string {
  if (form === "charConstant") {
    const char = unquoteChar(text, 1, "'");
    if (!char) return "invalid syntax";
    if (text.slice(char.next) !== "'") return `malformed character constant: ${text}`;
    const value = BigInt(char.value);
    return { type: "number", pos, text, int: value, uint: value, float: char.value, complex: undefined };
  }
  if (form === "complex") return parseComplex(pos, text);
  if (text.endsWith("i")) {
    const imaginary = parseFloat64(text.slice(0, -1));
    if (imaginary.ok) return complexNumber(pos, text, 0, imaginary.value);
  }
  const unsigned = parseUint(text, 0, 64);
  const signed = parseInt64(text, 0, 64);
  const int = signed.ok ? signed.value : undefined;
  // `-0` is not an unsigned literal, yet zero.
  const uint = unsigned.ok ? unsigned.value : int === 0n ? 0n : undefined;
  const whole = int ?? uint;
  if (whole !== undefined) return { type: "number", pos, text, int, uint, float: Number(whole), complex: undefined };
  const float = parseFloat64(text);
  if (!float.ok) return `illegal number syntax: ${quote(text)}`;
  // What reads as a float but looks like an integer is too large for one.
  if (!/[.eEpP]/.test(text)) return `integer overflow: ${quote(text)}`;
  return {
    type: "number",
    pos,
    text,
    int: intOf(float.value),
    uint: uintOf(float.value),
    float: float.value,
    complex: undefined,
  };
}

/** What fmt.Sscan takes for one float. */
const FLOAT =
  "[+-]?(?:0[xX][\\da-fA-F_]*(?:\\.[\\da-fA-F_]*)?(?:[pP][+-]?[\\d_]*)?|[\\d_]*(?:\\.[\\d_]*)?(?:[eE][+-]?[\\d_]*)?)";
const COMPLEX = new RegExp(`^(${FLOAT})([+-]${FLOAT})i`);

function parseComplex(pos: number, text: string): NumberNode | string {
  const match = COMPLEX.exec(text);
  if (!match) return "syntax error scanning complex number";
  const parts: FloatResult[] = [parseFloat64(match[1]!), parseFloat64(match[2]!)];
  for (const part of parts) if (!part.ok) return part.message;
  return complexNumber(pos, text, parts[0]!.value, parts[1]!.value);
}

function complexNumber(pos: number, text: string, real: number, imaginary: number): NumberNode {
  const float = imaginary === 0 ? real : undefined;
  return {
    type: "number",
    pos,
    text,
    int: float === undefined ? undefined : intOf(float),
    uint: float === undefined ? undefined : uintOf(float),
    float,
    complex: { real, imaginary },
  };
}
