/** Templates as `stage.template` and `stage.replace` have them: their name in error texts, and all their functions. */
import { ALLOY_FUNCTIONS } from "./alloy-functions.ts";
import { type CompileResult, compileTemplate } from "./compile.ts";
import type { FunctionRegistry } from "./functions.ts";
import { SPRIG_FUNCTIONS } from "./sprig/index.ts";

/** The library's functions under Alloy's own, which win; both shadow the language's. */
export const PIPELINE_FUNCTIONS: readonly FunctionRegistry[] = [SPRIG_FUNCTIONS, ALLOY_FUNCTIONS];

/** Parses and compiles the template of a stage. */
export function compilePipelineTemplate(text: string): CompileResult {
  return compileTemplate(text, { name: "pipeline_template", functions: PIPELINE_FUNCTIONS });
}
