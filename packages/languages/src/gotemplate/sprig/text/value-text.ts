/** Values as text in the function library, and its limits on nesting and length of lists. */
import { failLimit } from "../../functions.ts";
import { MAX_ELEMENTS, MAX_VALUE_DEPTH } from "../../limits.ts";
import { printValue } from "../../print.ts";
import { GoBytes, type GoValue } from "../../value.ts";
import { fromBytes } from "../../values/go-string.ts";

/** What Go says where something is asked of a nil. */
export const NIL_POINTER = "runtime error: invalid memory address or nil pointer dereference";

/** The library's `toString`: bytes are text, all else is as `%v`. */
export function stringOf(value: GoValue): string {
  return value instanceof GoBytes ? fromBytes(value.bytes) : printValue(value);
}

/** Ends the execution where lists and maps are nested too deeply (or contain themselves). */
export function checkDepth(depth: number): void {
  if (depth > MAX_VALUE_DEPTH) failLimit("template-value-depth", `value nested deeper than ${MAX_VALUE_DEPTH} levels`);
}

/** Ends the execution where a list or a map would get too long. */
export function checkElements(count: number): void {
  if (count > MAX_ELEMENTS) failLimit("template-elements", `more than ${MAX_ELEMENTS} elements`);
}
