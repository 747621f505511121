/**
 * The functions that Grafana Alloy adds to the library's, over which they win: `regexReplaceAll` takes the text as its
 * second argument like the library's, but a bad expression is an error with Go's panic text.
 */
import { sha3_256 } from "@noble/hashes/sha3.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import {
  type CallContext,
  defineFunction,
  type FunctionRegistry,
  integerArg,
  registry,
  stringArg,
} from "./functions.ts";
import { toBytes } from "./go-string.ts";
import { toLower, toUpper } from "./runes.ts";
import { sha256Hex } from "./sprig/hashes.ts";
import { replaceText, trim, trimLeft, trimRight, trimSpace } from "./string-functions.ts";
import { mustCompileRegex, replaceAll, replaceAllLiteral } from "./template-regex.ts";
import { INT, STRING } from "./types.ts";

/** Bytes that SHA-3 takes at a time, and what that costs in units of limits.ts: its sponge is slow without 64-bit words. */
const SPONGE = 136;
const SPONGE_WORK = 10;

function sha3(text: string, ctx: CallContext): string {
  const bytes = toBytes(text);
  ctx.charge((Math.floor(bytes.length / SPONGE) + 1) * SPONGE_WORK);
  return bytesToHex(sha3_256(bytes));
}

const TEXT = [STRING];
const TEXTS = [STRING, STRING];

/** Alloy's own template functions. */
export const ALLOY_FUNCTIONS: FunctionRegistry = registry([
  defineFunction("ToLower", TEXT, STRING, (args) => toLower(stringArg(args, 0))),
  defineFunction("ToUpper", TEXT, STRING, (args) => toUpper(stringArg(args, 0))),
  defineFunction("Replace", [STRING, STRING, STRING, INT], STRING, (args, ctx) =>
    replaceText(stringArg(args, 0), stringArg(args, 1), stringArg(args, 2), integerArg(args, 3), ctx),
  ),
  defineFunction("Trim", TEXTS, STRING, (args) => trim(stringArg(args, 0), stringArg(args, 1))),
  defineFunction("TrimLeft", TEXTS, STRING, (args) => trimLeft(stringArg(args, 0), stringArg(args, 1))),
  defineFunction("TrimRight", TEXTS, STRING, (args) => trimRight(stringArg(args, 0), stringArg(args, 1))),
  defineFunction("TrimPrefix", TEXTS, STRING, (args) => {
    const text = stringArg(args, 0);
    const prefix = stringArg(args, 1);
    return text.startsWith(prefix) ? text.slice(prefix.length) : text;
  }),
  defineFunction("TrimSuffix", TEXTS, STRING, (args) => {
    const text = stringArg(args, 0);
    const suffix = stringArg(args, 1);
    return text.endsWith(suffix) ? text.slice(0, text.length - suffix.length) : text;
  }),
  defineFunction("TrimSpace", TEXT, STRING, (args) => trimSpace(stringArg(args, 0))),
  defineFunction("regexReplaceAll", [STRING, STRING, STRING], STRING, (args, ctx) =>
    replaceAll(mustCompileRegex(stringArg(args, 0)), stringArg(args, 1), stringArg(args, 2), ctx),
  ),
  defineFunction("regexReplaceAllLiteral", [STRING, STRING, STRING], STRING, (args, ctx) =>
    replaceAllLiteral(mustCompileRegex(stringArg(args, 0)), stringArg(args, 1), stringArg(args, 2), ctx),
  ),
  defineFunction("Hash", TEXTS, STRING, (args, ctx) => sha3(stringArg(args, 0) + stringArg(args, 1), ctx)),
  defineFunction("Sha2Hash", TEXTS, STRING, (args, ctx) => sha256Hex(stringArg(args, 0) + stringArg(args, 1), ctx)),
]);
