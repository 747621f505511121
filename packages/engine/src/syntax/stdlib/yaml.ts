/** `encoding.from_yaml`: the first document of a YAML text as a value of the configuration language. */
import { parseYaml, type YamlValue } from "@sluice/languages/yaml";
import { array, bool, capsule, float, int, NULL, object, string, uint, type Value } from "../value.ts";
import { type Refusal, refuse } from "./function.ts";

const MAX_INT64 = 2n ** 63n - 1n;

/** The value of the first document; null for an empty one. Errors are worded as `yaml: line 2: …`. */
export function parseYamlText(text: string): Value | Refusal {
  const result = parseYaml(text);
  return result.ok ? toValue(result.value) : refuse(result.message);
}

/** Depth, and what aliases multiply to, are bounded by the reader. */
function toValue(value: YamlValue): Value {
  switch (typeof value) {
    case "boolean":
      return bool(value);
    case "bigint":
      return value > MAX_INT64 ? uint(value) : int(value);
    case "number":
      return float(value);
    case "string":
      return string(value);
  }
  if (value === null) return NULL;
  if (!("allText" in value)) return array(value.map(toValue));
  const fields = object(new Map(Array.from(value.entries, ([key, item]) => [key, toValue(item)])));
  // With a key that is not text, Go makes another kind of map, which is opaque to the configuration language.
  return value.allText ? fields : capsule("map[interface {}]interface {}", fields);
}
