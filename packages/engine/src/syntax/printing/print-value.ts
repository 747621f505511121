/**
 * Values as configuration text: for messages, for what components export, and for writing configurations.
 */

import { compareBytes } from "@sluice/languages/base";
import { isValidIdentifier, quoteString } from "../characters.ts";
import { formatNumber } from "../go-number.ts";
import { parseFile } from "../parse.ts";
import { describeValue, secretOf, type Value } from "../value.ts";
import { formatExpression } from "./format.ts";

/** What nests deeper than this is shown as `"…"`; the parser would not read it either. */
const MAX_DEPTH = 200;

/**
 * `value` as an expression, formatted: strings quoted, objects with sorted keys on lines of their own. A value without a
 * notation in the language shows its kind: `function`, `capsule("loki.LogsReceiver")`, `(secret)`.
 */
export function printValueLiteral(value: Value): string {
  const raw = writeValue(value, 0);
  const { file, diagnostics } = parseFile(`v = ${raw}`);
  const [statement] = file.body;
  if (diagnostics.length > 0 || statement?.kind !== "attribute") return raw;
  return formatExpression(statement.value, file);
}

function writeValue(value: Value, depth: number): string {
  if (depth > MAX_DEPTH) return '"…"';
  switch (value.type) {
    case "null":
      return "null";
    case "bool":
      return String(value.value);
    case "number":
      return formatNumber(value);
    case "string":
      return quoteString(value.value);
    case "array":
      return `[${value.items.map((item) => writeValue(item, depth + 1)).join(",")}]`;
    case "object":
      return writeFields(value.fields, depth);
    case "function":
      return "function";
    case "capsule": {
      const secret = secretOf(value);
      if (secret) return secret.isSecret ? "(secret)" : quoteString(secret.text);
      return value.fields ? writeFields(value.fields, depth) : describeValue(value);
    }
  }
}

function writeFields(fields: ReadonlyMap<string, Value>, depth: number): string {
  const keys = [...fields.keys()].sort(compareBytes);
  let out = "{\n";
  for (const key of keys) {
    const name = isValidIdentifier(key) ? key : quoteString(key);
    out += `${name}=${writeValue(fields.get(key)!, depth + 1)},\n`;
  }
  return `${out}}`;
}
