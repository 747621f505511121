/** `toJson`, `fromJson` and relatives. The plain forms swallow errors, `toRawJson` and the `must` forms do not. */

import { type CallContext, defineFunction, fail, TemplateError, type TemplateFunction } from "../../functions.ts";
import { anyParam, stringParam } from "../../parameters.ts";
import { ANY, STRING } from "../../types.ts";
import type { GoValue } from "../../value.ts";
import type { FunctionExample } from "../../values/model.ts";
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

type Encode = (value: GoValue, style: JsonStyle, ctx: CallContext) => string;

const encoding = (
  name: string,
  doc: string,
  example: FunctionExample,
  encode: Encode,
  style: JsonStyle,
): TemplateFunction =>
  defineFunction({
    name,
    params: [anyParam("value")],
    result: STRING,
    doc,
    example,
    call: ([value], ctx) => encode(value, style, ctx),
  });

const EMPTY = "the empty text where it cannot be written";
const ERROR = "an error where it cannot be written";

export const JSON_FUNCTIONS: readonly TemplateFunction[] = [
  encoding(
    "toJson",
    `The value as JSON; ${EMPTY}.`,
    { call: 'toJson (dict "b" 1 "a" "<x>")', gives: '{"a":"\\u003cx\\u003e","b":1}' },
    encodeOrEmpty,
    COMPACT,
  ),
  encoding(
    "toPrettyJson",
    `The value as indented JSON; ${EMPTY}.`,
    { call: 'toPrettyJson (list 1 "a")', gives: '[\n  1,\n  "a"\n]' },
    encodeOrEmpty,
    PRETTY,
  ),
  encoding(
    "toRawJson",
    `The value as JSON with HTML characters not escaped; ${ERROR}.`,
    { call: 'toRawJson "<x>"', gives: '"<x>"' },
    encodeJson,
    RAW,
  ),
  encoding(
    "mustToJson",
    `The value as JSON; ${ERROR}.`,
    { call: "mustToJson (list 1 true)", gives: "[1,true]" },
    encodeJson,
    COMPACT,
  ),
  encoding(
    "mustToPrettyJson",
    `The value as indented JSON; ${ERROR}.`,
    { call: "mustToPrettyJson (list 1)", gives: "[\n  1\n]" },
    encodeJson,
    PRETTY,
  ),
  encoding(
    "mustToRawJson",
    `The value as JSON with HTML characters not escaped; ${ERROR}.`,
    { call: 'mustToRawJson "a&b"', gives: '"a&b"' },
    encodeJson,
    RAW,
  ),
  defineFunction({
    name: "fromJson",
    params: [stringParam("text")],
    result: ANY,
    doc: "The value parsed from a JSON text; nothing where it is malformed.",
    example: { call: 'get (fromJson "{\\"a\\":[1,2]}") "a"', gives: "[1 2]" },
    call: ([text]) => decodeJson(text).value,
  }),
  defineFunction({
    name: "mustFromJson",
    params: [stringParam("text")],
    result: ANY,
    doc: "The value parsed from a JSON text; an error where it is malformed.",
    example: { call: 'mustFromJson "{"', fails: "unexpected end of JSON input" },
    call: ([text]) => {
      const { value, error } = decodeJson(text);
      return error === undefined ? value : fail(error);
    },
  }),
];
