/** Go's `strconv` and 64-bit arithmetic in JavaScript. */
export type { FloatFormat } from "./format-float.ts";
export { formatFloat, formatGoFloat } from "./format-float.ts";
export type { BoolResult, FloatResult, IntResult, NumberError } from "./parse-number.ts";
export { atoi, parseBool, parseFloat64, parseInt64, parseUint } from "./parse-number.ts";
export type { UnquotedChar } from "./quote.ts";
export {
  canBackquote,
  escapeRune,
  isPrintable,
  quote,
  quoteRune,
  quoteToAscii,
  unquote,
  unquoteChar,
} from "./quote.ts";
export { floatToInt64, wrapInt64, wrapUint64 } from "./wrap.ts";
