/**
 * Shared by the tests of this folder: a host that never changes, data, and those of the library's functions that make lists,
 * maps and times, so that the language is tested without the rest.
 */
import { ALLOY_FUNCTIONS } from "./alloy-functions.ts";
import { registry } from "./functions.ts";
import { compileTemplate, type ExecuteResult } from "./running/compile.ts";
import type { DataAccessor, TemplateHost } from "./running/execution.ts";
import { SPRIG_FUNCTIONS } from "./sprig/index.ts";
import type { GoValue } from "./value.ts";

export const HOST: TemplateHost = {
  now: () => 1_710_072_000_000_000_000n,
  random: { next: () => 0.5 },
  sha256: (text) => `sha256(${text})`,
};

/** Constructors as the library has them. */
export const CONSTRUCTORS = registry(
  ["list", "dict", "set", "until", "int64", "fail", "hello", "now", "toDate"].map((name) => SPRIG_FUNCTIONS.get(name)!),
);

export const DATA: Readonly<Record<string, GoValue>> = {
  level: "warn",
  host: "web-7",
  msg: "GET /cart 200",
  n: "12",
  empty: "",
  uni: "héé",
  nothing: null,
};

/** The values of a record as a template's data. */
export function accessor(values: Readonly<Record<string, GoValue>>): DataAccessor {
  return { get: (name) => (Object.hasOwn(values, name) ? values[name] : undefined), names: () => Object.keys(values) };
}

/** Compiles and runs a template as Alloy's stages name it; a refused one gives its message. */
export function run(text: string, values: Readonly<Record<string, GoValue>> = DATA): ExecuteResult {
  const compiled = compileTemplate(text, { name: "pipeline_template", functions: [CONSTRUCTORS, ALLOY_FUNCTIONS] });
  if (!compiled.ok) return { ok: false, message: compiled.message };
  return compiled.template.execute(accessor(values), HOST);
}

/** The text of a run, or its error text: tables of expectations show which it is by their `template:` prefix. */
export function output(text: string, values: Readonly<Record<string, GoValue>> = DATA): string {
  const result = run(text, values);
  return result.ok ? result.text : result.message;
}
