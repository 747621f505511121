/**
 * What the tests of this folder share: a host that never changes, data, and the few functions that make lists, maps
 * and times, so that the language is tested without the library.
 */
import { compileLayout, parseTime } from "../gotime/index.ts";
import { ALLOY_FUNCTIONS } from "./alloy-functions.ts";
import { compileTemplate, type ExecuteResult } from "./compile.ts";
import type { DataAccessor, TemplateHost } from "./execution.ts";
import { defineFunction, defineVariadic, fail, integerArg, mapArg, registry, stringArg } from "./functions.ts";
import { printValue } from "./print.ts";
import { GoTime, LOCAL, TIME } from "./time-value.ts";
import { ANY, ANY_MAP, ANY_SLICE, INT, INT_SLICE, INT64, STRING } from "./types.ts";
import { dict, GoInt, type GoValue, int, int64, intList, list } from "./value.ts";

export const HOST: TemplateHost = {
  now: () => 1_710_072_000_000_000_000n,
  random: { next: () => 0.5 },
  sha256: (text) => `sha256(${text})`,
};

/** Constructors with the names and types that the library gives them. */
export const CONSTRUCTORS = registry([
  defineVariadic("list", [ANY], ANY_SLICE, (args) => list(args)),
  defineVariadic("dict", [ANY], ANY_MAP, (args) => {
    const made = dict();
    for (let i = 0; i < args.length; i += 2) made.set(printValue(args[i] ?? null), args[i + 1] ?? null);
    return made;
  }),
  defineFunction("set", [ANY_MAP, STRING, ANY], ANY_MAP, (args) => {
    const map = mapArg(args, 0);
    if (map.isNil) fail("assignment to entry in nil map");
    map.set(stringArg(args, 1), args[2] ?? null);
    return map;
  }),
  defineFunction("until", [INT], INT_SLICE, (args) =>
    intList(Array.from({ length: integerArg(args, 0) }, (_, i) => int(i))),
  ),
  defineFunction("int64", [ANY], INT64, (args) => int64(args[0] instanceof GoInt ? args[0].value : 0n)),
  defineFunction("fail", [STRING], STRING, (args) => fail(stringArg(args, 0))),
  defineFunction("hello", [], STRING, () => "Hello!"),
  defineFunction("now", [], TIME, (_args, ctx) => new GoTime(ctx.now(), LOCAL)),
  defineFunction("toDate", [STRING, STRING], TIME, (args) => {
    const parsed = parseTime(compileLayout(stringArg(args, 0)), stringArg(args, 1), LOCAL);
    return "ok" in parsed && parsed.ok === true ? new GoTime(parsed.time.nanos, parsed.time.zone) : fail("no time");
  }),
]);

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
