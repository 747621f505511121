/** Go's `json.Unmarshal` into an `interface {}` of templates: all numbers are float64. */
import { GO_WORDING, type JsonBuilder, readJsonDocument } from "../../../json/index.ts";
import { MAX_VALUE_DEPTH } from "../../limits.ts";
import { dict, type GoValue, list } from "../../value.ts";
import { checkDepth, checkElements } from "../text/value-text.ts";

export interface DecodedJson {
  /** What was read; null where the text is not JSON at all. */
  readonly value: GoValue;
  /** Go's error, if any: a number out of range spoils only itself. */
  readonly error: string | undefined;
}

const BUILDER: JsonBuilder<GoValue> = {
  null: null,
  boolean: (value) => value,
  string: (text) => text,
  number(literal) {
    const value = Number(literal);
    return Number.isFinite(value) ? value : undefined;
  },
  array(items) {
    checkElements(items.length);
    return list(items);
  },
  object(fields) {
    checkElements(fields.size);
    return dict(fields);
  },
  maxDepth: MAX_VALUE_DEPTH,
  tooDeep: () => checkDepth(MAX_VALUE_DEPTH + 1) as never,
};

/** `json.Unmarshal` into an empty interface. */
export function decodeJson(text: string): DecodedJson {
  const { value, error } = readJsonDocument(text, BUILDER, GO_WORDING);
  return { value: value ?? null, error };
}
