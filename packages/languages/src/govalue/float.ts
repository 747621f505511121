/** Extracted values as numbers, for `stage.metrics`. */

import { parseDuration } from "../goduration/index.ts";
import { parseFloat64 } from "../gonumber/index.ts";
import type { JsonValue } from "./value.ts";

export type GoFloatResult =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly message: string };

const NANOS_PER_SECOND = 1_000_000_000n;

/**
 * `value` as a number: numbers themselves, booleans 1 or 0, texts as Go's floats (`1.5`, `0x1p4`, `inf`; `1_000` where
 * underscores count) or else as Go's durations, in seconds. Null, lists and objects have none.
 */
export function goFloat(value: JsonValue | bigint | undefined): GoFloatResult {
  switch (typeof value) {
    case "number":
      return { ok: true, value };
    case "bigint":
      return { ok: true, value: Number(value) };
    case "boolean":
      return { ok: true, value: value ? 1 : 0 };
    case "string":
      return floatOfText(value);
    default:
      return { ok: false, message: "can't convert the value to float64" };
  }
}

function floatOfText(text: string): GoFloatResult {
  const float = parseFloat64(text);
  if (float.ok) return { ok: true, value: float.value };
  const duration = parseDuration(text);
  if (!duration.ok) return { ok: false, message: duration.message };
  // Go adds whole seconds and the fraction as floats, which rounds differently from one division.
  const { nanos } = duration;
  return { ok: true, value: Number(nanos / NANOS_PER_SECOND) + Number(nanos % NANOS_PER_SECOND) / 1e9 };
}
