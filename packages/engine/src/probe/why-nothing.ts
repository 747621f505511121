/** Why a path finds nothing in an object: the step that is not there, and what there is in its place. */
import { nearest } from "@sluice/languages/base";
import { getField, type JsonObject } from "@sluice/languages/json";

type JsonValue = JsonObject[string];

const STEP = /(?:^|\.)([A-Za-z_]\w*)|(?:^|\.)"((?:[^"\\]|\\.)*)"|\[(\d+)\]/y;
/** Keys that are named, and compared with. */
const MAX_KEYS = 6;
const MAX_COMPARED = 1000;
const MAX_SHOWN = 60;

/** The steps of a plain path; undefined for any other expression. */
function stepsOf(expression: string): (string | number)[] | undefined {
  const steps: (string | number)[] = [];
  for (let at = 0; at < expression.length; ) {
    STEP.lastIndex = at;
    const found = STEP.exec(expression);
    if (found === null) return undefined;
    at = STEP.lastIndex;
    const [, name, quoted, index] = found;
    steps.push(index === undefined ? (name ?? quoted!.replaceAll(/\\(.)/g, "$1")) : Number(index));
  }
  return steps;
}

/** A sentence without a stop. */
export function whyNothing(expression: string, data: JsonObject): string {
  let value: JsonValue | undefined = data;
  let path = "the object";
  for (const step of stepsOf(expression.trim()) ?? []) {
    const where = path;
    path = shown(String(step));
    if (typeof step === "number") {
      if (!Array.isArray(value)) return `${where} is ${kindOf(value)}, not a list`;
      if (step >= value.length)
        return `${where} has ${value.length === 1 ? "one element" : `${value.length} elements`}`;
      value = value[step];
    } else {
      if (!isObject(value)) return `${where} is ${kindOf(value)}, not an object`;
      const next: JsonValue | undefined = getField(value, step);
      if (next === undefined) return missingKey(where, step, Object.keys(value));
      value = next;
    }
  }
  return value === null ? `${path} is null in this entry` : "the expression finds nothing in this entry";
}

function missingKey(where: string, key: string, keys: readonly string[]): string {
  const near = nearest(key, keys.slice(0, MAX_COMPARED));
  if (near !== undefined) return `${where} has no ${shown(key)}; did you mean ${shown(near)}?`;
  if (keys.length === 0) return `${where} has no ${shown(key)}: it is empty`;
  const some = keys.slice(0, MAX_KEYS).map(shown).join(", ");
  return `${where} has no ${shown(key)}; it has ${some}${keys.length > MAX_KEYS ? " and others" : ""}`;
}

const shown = (text: string): string => `\`${text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text}\``;

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function kindOf(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "a list";
  return isObject(value) ? "an object" : `a ${typeof value}`;
}
