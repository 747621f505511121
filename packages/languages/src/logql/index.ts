/**
 * LogQL as `stage.match` reads it: a stream selector `{a="b", c=~"re"}` and line filters `|= != |~ !~`.
 */
export type { CompiledSelector, CompileSelectorResult, SelectorRegexError } from "./compile.ts";
export { compileSelector, compileSelectorInSteps } from "./compile.ts";
export type {
  FilterOp,
  LabelMatcher,
  LineFilter,
  MatcherOp,
  ParsedSelector,
  Selector,
  SelectorError,
} from "./parse.ts";
export { parseSelector } from "./parse.ts";
