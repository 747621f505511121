/** The configuration syntax: parsing, formatting, evaluating. Strings in, plain data out. */
export type * from "./ast.ts";
export { isValidIdentifier, quoteString } from "./characters.ts";
export {
  type Conversion,
  convertToNumber,
  convertToSecretText,
  convertToText,
  convertToTexts,
  shownKind,
} from "./convert.ts";
export { createScope, type EvaluationResult, evaluate, type Scope } from "./evaluator.ts";
export { formatNumber, toFloat64, toInt64, toUint64 } from "./go-number.ts";
export { parseExpression, parseFile } from "./parse.ts";
export { type FormatResult, formatExpression, formatFile, formatParsed } from "./printing/format.ts";
export { printValueLiteral } from "./printing/print-value.ts";
export {
  blocksAround,
  childExpressions,
  findReferences,
  isEnvironmentCall,
  pathOf,
  type Reference,
  unwrapped,
  walkExpression,
  walkStatements,
} from "./references.ts";
export { createStandardLibrary, type StandardLibraryHost } from "./stdlib/standard-library.ts";
export * from "./value.ts";
export { errorText, explainValueError, type ValueDiagnostic, ValueOrigins } from "./value-error.ts";
export { canBeRaw, writeText } from "./write-text.ts";
