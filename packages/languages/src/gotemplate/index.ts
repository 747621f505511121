/**
 * Go's text/template, compiled once to closures, with the function library of Grafana Alloy's stages. Values printed,
 * error texts and positions are Go's; bounds on work, output and depth are ours (limits.ts).
 */

export type { CallContext, FunctionFamily, FunctionRegistry, TemplateFunction } from "./functions.ts";
export { findFunction, functionFamilies, PIPELINE_FUNCTIONS, signatureOf } from "./pipeline-functions.ts";
export { compilePipelineTemplate } from "./pipeline-template.ts";
export type { CompileResult, ExecuteResult, Template, TemplateOptions } from "./running/compile.ts";
export { compileTemplate } from "./running/compile.ts";
export type { DataAccessor, TemplateHost } from "./running/execution.ts";
export { type FunctionName, functionNames, typedFunctionName } from "./syntax/function-names.ts";
export type { GoValue } from "./value.ts";
