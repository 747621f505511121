/** `toJson`, `fromJson` and relatives. The plain forms swallow errors, `toRawJson` and the `must` forms do not. */

import {
  type CallContext,
  defineFunction,
  fail,
  stringArg,
  TemplateError,
  type TemplateFunction,
} from "../functions.ts";
import { ANY, STRING } from "../types.ts";
import type { GoValue } from "../value.ts";
import { decodeJson } from "./json-decode.ts";
import { encodeJson, type JsonStyle } from "./json-encode.ts";

const COMPACT: JsonStyle = { escapeHtml: true, indent: "" };
const PRETTY: JsonStyle = { escapeHtml: true, indent: "  " };
const RAW: JsonStyle = { escapeHtml: false, indent: "" };

/** The empty text where the value cannot be written; exceeded bounds are not swallowed. */
function encodeOrEmpty(value: GoValue, style: JsonStyle, ctx: CallContext): string {
  try {
    return encodeJson(value, style, ctx);
  } catch (error) {
    if (error instanceof TemplateError && error.limit === undefined) return "";
    throw error;
  }
}

const strict = (name: string, style: JsonStyle): TemplateFunction =>
  defineFunction(name, [ANY], STRING, ([value], ctx) => encodeJson(value!, style, ctx));

const lenient = (name: string, style: JsonStyle): TemplateFunction =>
  defineFunction(name, [ANY], STRING, ([value], ctx) => encodeOrEmpty(value!, style, ctx));

export const JSON_FUNCTIONS: readonly TemplateFunction[] = [
  lenient("toJson", COMPACT),
  lenient("toPrettyJson", PRETTY),
  strict("toRawJson", RAW),
  strict("mustToJson", COMPACT),
  strict("mustToPrettyJson", PRETTY),
  strict("mustToRawJson", RAW),
  defineFunction("fromJson", [STRING], ANY, (args) => decodeJson(stringArg(args, 0)).value),
  defineFunction("mustFromJson", [STRING], ANY, (args) => {
    const { value, error } = decodeJson(stringArg(args, 0));
    return error === undefined ? value : fail(error);
  }),
];
