/** The functions that the templates of stages can call, for those who list and explain them. */
import { ALLOY_FUNCTION_LIST, ALLOY_FUNCTIONS } from "./alloy-functions.ts";
import { BUILTIN_FUNCTIONS, BUILTINS } from "./builtins.ts";
import type { FunctionFamily, FunctionRegistry, TemplateFunction } from "./functions.ts";
import { SPRIG_FAMILIES, SPRIG_FUNCTIONS } from "./sprig/index.ts";

/** The library's functions under Alloy's own, which win; both shadow the language's. */
export const PIPELINE_FUNCTIONS: readonly FunctionRegistry[] = [SPRIG_FUNCTIONS, ALLOY_FUNCTIONS];

/** Every function by name: those that win. */
const BY_NAME: FunctionRegistry = new Map([...BUILTINS, ...PIPELINE_FUNCTIONS.flatMap((functions) => [...functions])]);

/** The function that a name stands for in the templates of stages. */
export const findFunction = (name: string): TemplateFunction | undefined => BY_NAME.get(name);

/** All functions by what they are about; those that others shadow are left out. */
export const FUNCTION_FAMILIES: readonly FunctionFamily[] = [
  { title: "Alloy's own", functions: ALLOY_FUNCTION_LIST },
  { title: "The language's own", functions: BUILTIN_FUNCTIONS },
  ...SPRIG_FAMILIES,
].map(({ title, functions }) => ({ title, functions: functions.filter((fn) => findFunction(fn.name) === fn) }));

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
