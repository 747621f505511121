/**
 * The identifiers that every configuration can use without defining them: Alloy's standard library, the old top-level
 * names included. Values are made once per host; functions are stateless.
 */
import { type FunctionValue, object, string, type Value } from "../value.ts";
import { ARRAY_FUNCTIONS, COALESCE } from "./arrays.ts";
import { ENCODING_FUNCTIONS } from "./encoding.ts";
import { fixedFunction, refuse } from "./function.ts";
import { JSON_PATH } from "./json-path/index.ts";
import { PATH_JOIN } from "./path.ts";
import { STRING_FUNCTIONS } from "./strings.ts";

/** What the machine knows and the engine does not. What is left out gives an error where it is used. */
export interface StandardLibraryHost {
  /** The value of an environment variable; undefined when it is not set. */
  env?(name: string): string | undefined;
  readonly constants?: {
    readonly hostname?: string;
    /** As Go names it: `linux`, `windows`, `darwin` … */
    readonly os?: string;
    /** As Go names it: `amd64`, `arm64` … */
    readonly arch?: string;
    /** With a leading `v`. */
    readonly version?: string;
  };
}

/** Old top-level names, and what they are now. */
const DEPRECATED_IDENTIFIERS: Readonly<Record<string, string>> = {
  env: "sys.env",
  nonsensitive: "convert.nonsensitive",
  concat: "array.concat",
  json_decode: "encoding.from_json",
  yaml_decode: "encoding.from_yaml",
  base64_decode: "encoding.from_base64",
  format: "string.format",
  join: "string.join",
  replace: "string.replace",
  split: "string.split",
  to_lower: "string.to_lower",
  to_upper: "string.to_upper",
  trim: "string.trim",
  trim_prefix: "string.trim_prefix",
  trim_suffix: "string.trim_suffix",
  trim_space: "string.trim_space",
};

const nonSensitive = fixedFunction("convert.nonsensitive", ["secret"], string);

/** The standard library as a map of top-level identifiers. */
export function createStandardLibrary(host: StandardLibraryHost = {}): ReadonlyMap<string, Value> {
  const env = fixedFunction("sys.env", ["string"], (name) => {
    if (!host.env) return refuse("environment variables are not available here");
    return string(host.env(name) ?? "");
  });
  const { hostname = "", os = "linux", arch = "amd64", version = "v0.0.0" } = host.constants ?? {};
  const constants = object({
    hostname: string(hostname),
    os: string(os),
    arch: string(arch),
    version: string(version),
  });
  const namespaces: Record<string, Record<string, FunctionValue>> = {
    array: ARRAY_FUNCTIONS,
    convert: { nonsensitive: nonSensitive },
    encoding: ENCODING_FUNCTIONS,
    file: { path_join: PATH_JOIN },
    string: STRING_FUNCTIONS,
    sys: { env },
  };
  const library = new Map<string, Value>([
    ["constants", constants],
    ["coalesce", COALESCE],
    ["json_path", JSON_PATH],
  ]);
  for (const [name, functions] of Object.entries(namespaces)) library.set(name, object(functions));
  for (const [name, target] of Object.entries(DEPRECATED_IDENTIFIERS)) {
    const [namespace, member] = target.split(".") as [string, string];
    library.set(name, namespaces[namespace]![member]!);
  }
  return library;
}
