/** Templates as the stages `template` and `replace` write them: the language with the library's functions and Alloy's own. */
import { ALLOY_FUNCTIONS } from "./alloy-functions.ts";
import { type CompileResult, compileTemplate } from "./index.ts";

/** Compiles a stage's template. Errors carry UTF-16 offsets in the text. */
export function compileStageTemplate(text: string): CompileResult {
  return compileTemplate(text, { name: "pipeline_template", functions: [ALLOY_FUNCTIONS] });
}
