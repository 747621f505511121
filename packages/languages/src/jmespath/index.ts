/**
 * JMESPath as `stage.json` and `stage.geoip` read it: the community dialect (let, arithmetic, text slices), parsed and
 * evaluated by the community's own library, with the behaviour of the Go library that the original uses. Where the two
 * differ is listed, with a case each, in conformance/jmespath-differences.ts; the wraps are grammar.ts (before the
 * library's parser), interpreter.ts (kinds of node) and the tables of functions.
 */
import { jmespath } from "#parts/jmespath/compile";
import type { JmesResult } from "./model.ts";

export type { JmesExpression, JmesResult, JmesWarning, QuoteFix, SearchResult } from "./model.ts";
export type { ExpressionReference, ObjectValue, Value } from "./value.ts";

/** Compiles `text`. Unknown functions are found only when evaluated, as in the original. */
export const compileJmesPath = (text: string): JmesResult => jmespath().compileJmesPath(text);
