/** The functions that templates of stages can call, for lists and explanations. */
import { templateLibrary } from "#parts/gotemplate/library";
import { ALLOY_FUNCTION_LIST, ALLOY_FUNCTIONS } from "./alloy-functions.ts";
import { BUILTIN_FUNCTIONS, BUILTINS } from "./builtins.ts";
import { type FunctionFamily, type FunctionSource, functionFinder, type TemplateFunction } from "./functions.ts";

/** The language's functions that the library replaces. */
export const REPLACED: ReadonlySet<string> = new Set(["slice"]);

/** A template without functions of the library does without it. */
const LIBRARY: FunctionSource = {
  get: (name) => (BUILTINS.has(name) && !REPLACED.has(name) ? undefined : templateLibrary().SPRIG_FUNCTIONS.get(name)),
  keys: () => templateLibrary().SPRIG_FUNCTIONS.keys(),
};

/** The library's functions under Alloy's own, which win; both shadow the language's. */
export const PIPELINE_FUNCTIONS: readonly FunctionSource[] = [LIBRARY, ALLOY_FUNCTIONS];

/** The function of a name in the templates of stages. */
export const findFunction = functionFinder([BUILTINS, ...PIPELINE_FUNCTIONS]);

let families: readonly FunctionFamily[] | undefined;

/** All functions by what they are about; those that others shadow are left out. */
export function functionFamilies(): readonly FunctionFamily[] {
  families ??= [
    { title: "Alloy's own", functions: ALLOY_FUNCTION_LIST },
    { title: "The language's own", functions: BUILTIN_FUNCTIONS },
    ...templateLibrary().SPRIG_FAMILIES,
  ].map(({ title, functions }) => ({ title, functions: functions.filter((fn) => findFunction(fn.name) === fn) }));
  return families;
}

/** `repeat(count int, text string) string`; `interface {}` is called `any`. */
export function signatureOf(fn: TemplateFunction): string {
  const typeName = ({ name }: { readonly name: string }): string =>
    name.replaceAll("interface {}", "any").replaceAll("reflect.Value", "any").replaceAll("uint8", "byte");
  const params = fn.params.map((type, i) => {
    const dots = fn.variadic && i === fn.params.length - 1 ? "..." : "";
    return `${fn.paramNames[i]} ${dots}${typeName(type)}`;
  });
  return `${fn.name}(${params.join(", ")}) ${typeName(fn.result)}`;
}
