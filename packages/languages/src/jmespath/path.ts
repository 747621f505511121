/**
 * Field and index paths (`a`, `a.b[0]."c"`), which is what nearly all configurations hold: one loop over the steps,
 * without the library's interpreter.
 */
import type { Node } from "./interpreter.ts";
import { isList, isObject, type Value } from "./value.ts";

type Step = string | number;

/** The steps of a plain path, innermost last; undefined for anything else. */
export function pathOf(node: Node): readonly Step[] | undefined {
  switch (node.type) {
    case "Field":
      return [node.name];
    case "Index":
      return [node.value];
    case "Identity":
    case "Current":
      return [];
    case "Subexpression":
    case "IndexExpression": {
      const left = pathOf(node.left);
      const right = left && pathOf(node.right);
      return right && [...left, ...right];
    }
    default:
      return undefined;
  }
}

/** What the path leads to, or null. */
export function followPath(steps: readonly Step[], data: Value): Value {
  let value = data;
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i]!;
    if (typeof step === "string") value = isObject(value) && Object.hasOwn(value, step) ? value[step]! : null;
    else value = isList(value) ? (value[step < 0 ? step + value.length : step] ?? null) : null;
    if (value === null) return null;
  }
  return value;
}
