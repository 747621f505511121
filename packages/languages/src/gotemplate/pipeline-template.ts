/** Templates of `stage.template` and `stage.replace`: their name in error texts, and all their functions. */

import { PIPELINE_FUNCTIONS } from "./pipeline-functions.ts";
import { type CompileResult, compileTemplate } from "./running/compile.ts";

/** Parses and compiles the template of a stage. */
export function compilePipelineTemplate(text: string): CompileResult {
  return compileTemplate(text, { name: "pipeline_template", functions: PIPELINE_FUNCTIONS });
}
