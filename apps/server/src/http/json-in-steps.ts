/** Plain data as JSON, in steps: an answer that lists thousands of components does not keep others waiting. */

/** Levels at which it stops after each part: lists in an answer, and lists in their items. */
const DEPTH = 4;

/** As `JSON.stringify(hide(value))`, where `hide` changes texts in the values alone. */
export function* jsonInSteps(value: unknown, hide: <T>(part: T) => T, depth = DEPTH): Generator<void, string> {
  if (depth === 0 || value === null || typeof value !== "object") {
    yield;
    return JSON.stringify(hide(value));
  }
  const isList = Array.isArray(value);
  const parts: string[] = [];
  for (const [name, part] of Object.entries(value)) {
    if (part === undefined && !isList) continue;
    const text = part === undefined ? "null" : yield* jsonInSteps(part, hide, depth - 1);
    parts.push(isList ? text : `${JSON.stringify(name)}:${text}`);
  }
  return isList ? `[${parts.join()}]` : `{${parts.join()}}`;
}
