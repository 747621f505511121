/** The identifiers of the standard library that know nothing of the host. */
import { type FunctionValue, object, string, type Value } from "../value.ts";
import { ARRAY_FUNCTIONS, COALESCE } from "./arrays.ts";
import { ENCODING_FUNCTIONS } from "./encoding.ts";
import { fixedFunction } from "./function.ts";
import { JSON_PATH } from "./json-path/index.ts";
import { PATH_JOIN } from "./path.ts";
import { STRING_FUNCTIONS } from "./strings.ts";

const NAMESPACES: Readonly<Record<string, Readonly<Record<string, FunctionValue>>>> = {
  array: ARRAY_FUNCTIONS,
  convert: { nonsensitive: fixedFunction("convert.nonsensitive", ["secret"], string) },
  encoding: ENCODING_FUNCTIONS,
  file: { path_join: PATH_JOIN },
  string: STRING_FUNCTIONS,
};

/** Old top-level names, and what they are now. */
const DEPRECATED_IDENTIFIERS: Readonly<Record<string, readonly [namespace: string, member: string]>> = {
  nonsensitive: ["convert", "nonsensitive"],
  concat: ["array", "concat"],
  json_decode: ["encoding", "from_json"],
  yaml_decode: ["encoding", "from_yaml"],
  base64_decode: ["encoding", "from_base64"],
  format: ["string", "format"],
  join: ["string", "join"],
  replace: ["string", "replace"],
  split: ["string", "split"],
  to_lower: ["string", "to_lower"],
  to_upper: ["string", "to_upper"],
  trim: ["string", "trim"],
  trim_prefix: ["string", "trim_prefix"],
  trim_suffix: ["string", "trim_suffix"],
  trim_space: ["string", "trim_space"],
};

export const FUNCTIONS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ["coalesce", COALESCE],
  ["json_path", JSON_PATH],
  ...Object.entries(NAMESPACES).map(([name, functions]): [string, Value] => [name, object(functions)]),
  ...Object.entries(DEPRECATED_IDENTIFIERS).map(([name, [namespace, member]]): [string, Value] => [
    name,
    NAMESPACES[namespace]![member]!,
  ]),
]);
