/** `encoding.from_yaml`. */
import type { Value } from "../value.ts";
import { type Refusal, refuse } from "./function.ts";

export function parseYaml(_text: string): Value | Refusal {
  return refuse("YAML is not available here");
}
