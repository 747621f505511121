/**
 * The functions that Grafana Alloy adds to the library's, over which they win: `regexReplaceAll` takes the text as its
 * second argument like the library's, but a bad expression is an error with Go's panic text.
 */
import { trimGoSpace } from "../govalue/space.ts";
import {
  type CallContext,
  defineFunction,
  type FunctionRegistry,
  registry,
  type TemplateFunction,
} from "./functions.ts";
import { hexHash, sha256Hex } from "./hex-hashes.ts";
import { intParam, stringParam } from "./parameters.ts";
import { toLower, toUpper } from "./runes.ts";
import { replaceText, trim, trimLeft, trimRight } from "./string-functions.ts";
import { mustCompileRegex, replaceAll, replaceAllLiteral } from "./template-regex.ts";
import { STRING } from "./types.ts";
import { toBytes } from "./values/go-string.ts";
import type { FunctionExample } from "./values/model.ts";

/** Bytes that SHA-3 takes at a time, and what that costs in units of limits.ts: its sponge is slow without 64-bit words. */
const SPONGE = 136;
const SPONGE_WORK = 10;

function sha3(text: string, ctx: CallContext): string {
  const bytes = toBytes(text);
  ctx.charge((Math.floor(bytes.length / SPONGE) + 1) * SPONGE_WORK);
  return hexHash("sha3_256", bytes);
}

/** A function of one text, called for every line: by index, which costs less than taking a list apart. */
const ofText = (
  name: string,
  doc: string,
  example: FunctionExample,
  call: (text: string) => string,
): TemplateFunction =>
  defineFunction({ name, params: [stringParam("text")], result: STRING, doc, example, call: (args) => call(args[0]) });

/** A function that cuts something off a text. */
const cutting = (
  name: string,
  what: string,
  doc: string,
  example: FunctionExample,
  call: (text: string, what: string) => string,
): TemplateFunction =>
  defineFunction({
    name,
    params: [stringParam("text"), stringParam(what)],
    result: STRING,
    doc,
    example,
    call: (args) => call(args[0], args[1]),
  });

const PATTERN_PARAMS = [stringParam("pattern"), stringParam("text"), stringParam("replacement")] as const;
const HASH_PARAMS = [stringParam("salt"), stringParam("text")] as const;

/** Alloy's own template functions. */
export const ALLOY_FUNCTION_LIST: readonly TemplateFunction[] = [
  ofText("ToLower", "The text in lower case.", { call: 'ToLower "WARN"', gives: "warn" }, toLower),
  ofText("ToUpper", "The text in upper case.", { call: 'ToUpper "warn"', gives: "WARN" }, toUpper),
  defineFunction({
    name: "Replace",
    params: [stringParam("text"), stringParam("old"), stringParam("new"), intParam("count")],
    result: STRING,
    doc: "The text with the first occurrences of `old` replaced, all of them where the count is negative.",
    example: { call: 'Replace "a-b-c" "-" "." 1', gives: "a.b-c" },
    call: ([text, old, by, count], ctx) => replaceText(text, old, by, count, ctx),
  }),
  cutting(
    "Trim",
    "cutset",
    "The text without characters of the cutset at its start and end.",
    { call: 'Trim "[[x]" "[]"', gives: "x" },
    trim,
  ),
  cutting(
    "TrimLeft",
    "cutset",
    "The text without characters of the cutset at its start.",
    { call: 'TrimLeft "007" "0"', gives: "7" },
    trimLeft,
  ),
  cutting(
    "TrimRight",
    "cutset",
    "The text without characters of the cutset at its end.",
    { call: 'TrimRight "a.;." ".;"', gives: "a" },
    trimRight,
  ),
  cutting(
    "TrimPrefix",
    "prefix",
    "The text without the prefix, if it begins with it.",
    { call: 'TrimPrefix "pod-7" "pod-"', gives: "7" },
    (text, prefix) => (text.startsWith(prefix) ? text.slice(prefix.length) : text),
  ),
  cutting(
    "TrimSuffix",
    "suffix",
    "The text without the suffix, if it ends with it.",
    { call: 'TrimSuffix "app.log" ".log"', gives: "app" },
    (text, suffix) => (text.endsWith(suffix) ? text.slice(0, text.length - suffix.length) : text),
  ),
  ofText(
    "TrimSpace",
    "The text without white space at its start and end.",
    { call: 'TrimSpace " a b " | quote', gives: '"a b"' },
    (text) => trimGoSpace(text),
  ),
  defineFunction({
    name: "regexReplaceAll",
    params: PATTERN_PARAMS,
    result: STRING,
    doc: "The text with every match of the pattern replaced; `$1` and `${name}` in the replacement stand for groups.",
    example: { call: 'regexReplaceAll "([0-9]+)" "id 42" "<$1>"', gives: "id <42>" },
    call: ([pattern, text, replacement], ctx) => replaceAll(mustCompileRegex(pattern, ctx), text, replacement, ctx),
  }),
  defineFunction({
    name: "regexReplaceAllLiteral",
    params: PATTERN_PARAMS,
    result: STRING,
    doc: "The text with every match of the pattern replaced, by the literal replacement.",
    example: { call: 'regexReplaceAllLiteral "[0-9]+" "id 42" "$1"', gives: "id $1" },
    call: ([pattern, text, replacement], ctx) =>
      replaceAllLiteral(mustCompileRegex(pattern, ctx), text, replacement, ctx),
  }),
  defineFunction({
    name: "Hash",
    params: HASH_PARAMS,
    result: STRING,
    doc: "The SHA3-256 hash of the salt and the text in hexadecimal.",
    example: {
      call: 'Hash "salt" "10.0.0.1"',
      gives: "ef1b64f408461af2b54cfb92089a7a56e17e628eb136c03a6238cd34fe2b6d77",
    },
    call: ([salt, text], ctx) => sha3(salt + text, ctx),
  }),
  defineFunction({
    name: "Sha2Hash",
    params: HASH_PARAMS,
    result: STRING,
    doc: "The SHA-256 hash of the salt and the text in hexadecimal.",
    example: {
      call: 'Sha2Hash "salt" "10.0.0.1"',
      gives: "0e566086e634e47d93d33a3b2ab17ffade421ba92105ccc1e089bacd91aa4eb1",
    },
    call: ([salt, text], ctx) => sha256Hex(salt + text, ctx),
  }),
];

/** Alloy's own template functions by name. */
export const ALLOY_FUNCTIONS: FunctionRegistry = registry(ALLOY_FUNCTION_LIST);
