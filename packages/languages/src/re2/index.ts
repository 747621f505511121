/**
 * Regular expressions in the RE2 syntax, as Go's `regexp` reads and runs them. See `compile.ts` for how an engine is
 * chosen.
 *
 * Nothing has to be loaded first. RE2's WebAssembly build is the second opinion of tests (`use: "re2-wasm"`), which add it
 * with `setRe2Wasm(() => { delete require.cache[path]; return require(path).WrappedRE2; })`, where `path` is
 * `require.resolve("re2-wasm/build/wasm/re2.js")`. Nothing else uses it, so the product does not ship it.
 */
export type { CompileResult, RegexDescription, RegexOptions } from "./compile.ts";
export { compileRegex, describeRegex, NATIVE_BUDGET } from "./compile.ts";
export { AnalysisBudget, type CostClass } from "./cost.ts";
export { expandTemplate, parseTemplate, quoteMeta, type TemplatePart } from "./expand.ts";
export { LINEAR_BUDGET } from "./linear.ts";
export type { Regex } from "./regex.ts";
export { findRegexStop, type RegexStop } from "./stop.ts";
export { hasRe2Wasm, type Re2WasmConstructor, type Re2WasmPattern, setRe2Wasm } from "./wasm.ts";
