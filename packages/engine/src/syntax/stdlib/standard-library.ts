/**
 * The identifiers that every configuration can use without defining them: Alloy's standard library, the old top-level
 * names included. Values are made once per host; functions are stateless.
 */
import { libraryFunctions } from "#parts/syntax/stdlib/library";
import { object, string, type Value } from "../value.ts";
import { fixedFunction, refuse } from "./function.ts";

/** What the machine knows and the engine does not. What is left out gives an error where it is used. */
export interface StandardLibraryHost {
  /** The value of an environment variable; undefined when it is not set. */
  env?(name: string): string | undefined;
  /** Why a variable may not be read; undefined where it may. */
  deniesEnv?(name: string): string | undefined;
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

/** The top-level identifiers. */
export type StandardLibrary = Pick<ReadonlyMap<string, Value>, "get" | "has"> & { readonly names: readonly string[] };

/** Those that are independent of the host, from `functions.ts`. */
export const FUNCTION_NAMES: ReadonlySet<string> = new Set([
  "array",
  "base64_decode",
  "coalesce",
  "concat",
  "convert",
  "encoding",
  "file",
  "format",
  "join",
  "json_decode",
  "json_path",
  "nonsensitive",
  "replace",
  "split",
  "string",
  "to_lower",
  "to_upper",
  "trim",
  "trim_prefix",
  "trim_space",
  "trim_suffix",
  "yaml_decode",
]);

export function createStandardLibrary(host: StandardLibraryHost = {}): StandardLibrary {
  const env = fixedFunction("sys.env", ["string"], (name) => {
    if (!host.env) return refuse("environment variables are not available here");
    const denied = host.deniesEnv?.(name);
    return denied === undefined ? string(host.env(name) ?? "") : refuse(denied);
  });
  const { hostname = "", os = "linux", arch = "amd64", version = "v0.0.0" } = host.constants ?? {};
  const constants = object({
    hostname: string(hostname),
    os: string(os),
    arch: string(arch),
    version: string(version),
  });
  const own = new Map<string, Value>([
    ["constants", constants],
    ["sys", object({ env })],
    ["env", env],
  ]);
  return {
    names: [...own.keys(), ...FUNCTION_NAMES],
    has: (name) => own.has(name) || FUNCTION_NAMES.has(name),
    get: (name) => own.get(name) ?? (FUNCTION_NAMES.has(name) ? libraryFunctions().FUNCTIONS.get(name) : undefined),
  };
}
