/** Fields whose names hold dots, which a path reads as fields inside others. */
import type { JsonObject } from "@sluice/languages/json";

/** Longer paths are not tried. */
const MAX_STEPS = 8;

/** The path with quotes around the names that hold dots, where one leads to a value of `data`. */
export function quotedPath(path: readonly (string | number)[], data: JsonObject): string | undefined {
  if (path.length < 2 || path.length > MAX_STEPS || path.some((step) => typeof step !== "string")) return undefined;
  const names = find(path as readonly string[], data);
  return names?.map((name) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name))).join(".");
}

function find(path: readonly string[], data: unknown): readonly string[] | undefined {
  if (path.length === 0) return data === null ? undefined : [];
  if (typeof data !== "object" || data === null || Array.isArray(data)) return undefined;
  for (let count = path.length; count > 0; count--) {
    const name = path.slice(0, count).join(".");
    if (!Object.hasOwn(data, name)) continue;
    const rest = find(path.slice(count), (data as Record<string, unknown>)[name]);
    if (rest !== undefined) return [name, ...rest];
  }
  return undefined;
}
