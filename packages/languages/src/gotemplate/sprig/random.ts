/** Random text and numbers, from the execution's own seeded source: nothing here is fit for secrets. */

import { encodeBase64 } from "../../gobase64/index.ts";
import {
  bigintArg,
  type CallContext,
  defineFunction,
  fail,
  integerArg,
  stringArg,
  type TemplateFunction,
} from "../functions.ts";
import { INT, STRING } from "../types.ts";
import { int } from "../value.ts";
import { runesOf } from "./byte-text.ts";

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

const textFunction = (name: string, alphabet: string): TemplateFunction =>
  defineFunction(name, [INT], STRING, (args, ctx) => randomText(integerArg(args, 0), alphabet, ctx));

export const RANDOM_FUNCTIONS: readonly TemplateFunction[] = [
  textFunction("randAlphaNum", DIGITS + LETTERS),
  textFunction("randAlpha", LETTERS),
  textFunction("randNumeric", DIGITS),
  textFunction("randAscii", ASCII),
  defineFunction("randBytes", [INT], STRING, (args, ctx) => {
    const count = integerArg(args, 0);
    if (count < 0) fail("runtime error: makeslice: len out of range");
    ctx.reserve(Math.ceil(count / 3) * 4);
    ctx.charge(count >> 4);
    return encodeBase64(randomBytes(count, ctx));
  }),
  defineFunction("randInt", [INT, INT], INT, (args, ctx) =>
    int(randomInt(bigintArg(args, 0), bigintArg(args, 1), ctx)),
  ),
  defineFunction("shuffle", [STRING], STRING, (args, ctx) => shuffle(stringArg(args, 0), ctx)),
  defineFunction("uuidv4", [], STRING, (_, ctx) => uuid(ctx)),
];
