/** Random text and numbers, from the execution's own seeded source: nothing here is fit for secrets. */

import { encodeBase64 } from "../../../gobase64/index.ts";
import { type CallContext, defineFunction, fail, type TemplateFunction } from "../../functions.ts";
import { bigintParam, intParam, stringParam } from "../../parameters.ts";
import { INT, STRING } from "../../types.ts";
import { int } from "../../value.ts";
import { runesOf } from "../text/byte-text.ts";

const DIGITS = "0123456789";
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Space to tilde. */
const ASCII = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join("");

/** A whole number in [0, limit). */
const below = (limit: number, ctx: CallContext): number => Math.floor(ctx.random.next() * limit);

function randomText(count: number, alphabet: string, ctx: CallContext): string {
  if (count <= 0) return "";
  ctx.reserve(count);
  ctx.charge(count >> 4);
  let out = "";
  for (let i = 0; i < count; i++) out += alphabet[below(alphabet.length, ctx)];
  return out;
}

export function randomBytes(count: number, ctx: CallContext): Uint8Array {
  return Uint8Array.from({ length: count }, () => below(256, ctx));
}

function uuid(ctx: CallContext): string {
  const bytes = randomBytes(16, ctx);
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

function shuffle(text: string, ctx: CallContext): string {
  const chars = runesOf(text);
  ctx.charge(chars.length >> 4);
  for (let i = chars.length - 1; i > 0; i--) {
    const j = below(i + 1, ctx);
    [chars[i], chars[j]] = [chars[j]!, chars[i]!];
  }
  return chars.join("");
}

/** `min` to `max`, the latter excluded. */
function randomInt(min: bigint, max: bigint, ctx: CallContext): bigint {
  const span = BigInt.asIntN(64, max - min);
  if (span <= 0n) fail("invalid argument to Intn");
  const bits = (BigInt(below(2 ** 32, ctx)) << 32n) | BigInt(below(2 ** 32, ctx));
  // The bias is below 2^-32 for spans that fit 32 bits.
  return min + ((bits * span) >> 64n);
}

const textFunction = (name: string, what: string, alphabet: string): TemplateFunction =>
  defineFunction({
    name,
    params: [intParam("count")],
    result: STRING,
    doc: `A random text of that many ${what}.`,
    example: { call: `${name} 5 | len`, gives: "5" },
    call: ([count], ctx) => randomText(count, alphabet, ctx),
  });

export const RANDOM_FUNCTIONS: readonly TemplateFunction[] = [
  textFunction("randAlphaNum", "letters and digits", DIGITS + LETTERS),
  textFunction("randAlpha", "letters", LETTERS),
  textFunction("randNumeric", "digits", DIGITS),
  textFunction("randAscii", "printable ASCII characters", ASCII),
  defineFunction({
    name: "randBytes",
    params: [intParam("count")],
    result: STRING,
    doc: "That many random bytes in base64.",
    example: { call: "randBytes 6 | len", gives: "8" },
    call: ([count], ctx) => {
      if (count < 0) fail("runtime error: makeslice: len out of range");
      ctx.reserve(Math.ceil(count / 3) * 4);
      ctx.charge(count >> 4);
      return encodeBase64(randomBytes(count, ctx));
    },
  }),
  defineFunction({
    name: "randInt",
    params: [bigintParam("min"), bigintParam("max")],
    result: INT,
    doc: "A random whole number from the minimum up to, but not including, the maximum.",
    example: { call: "randInt 7 8", gives: "7" },
    call: ([min, max], ctx) => int(randomInt(min, max, ctx)),
  }),
  defineFunction({
    name: "shuffle",
    params: [stringParam("text")],
    result: STRING,
    doc: "The characters of the text in random order.",
    example: { call: 'shuffle "aaa"', gives: "aaa" },
    call: ([text], ctx) => shuffle(text, ctx),
  }),
  defineFunction({
    name: "uuidv4",
    params: [],
    result: STRING,
    doc: "A random UUID.",
    example: { call: "uuidv4 | len", gives: "36" },
    call: (_, ctx) => uuid(ctx),
  }),
];
