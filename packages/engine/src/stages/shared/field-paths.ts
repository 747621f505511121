/** Fields that a path misses: their names hold dots, are written in another case, or are in the JSON of a text. */
import { type JsonObject, parseJsonObject } from "@sluice/languages/json";

type Path = readonly (string | number)[];

/** Longer paths are not tried. */
const MAX_STEPS = 8;
/** Fields of one object that are looked at. */
const MAX_FIELDS = 1000;
/** Texts of one object that are read as JSON. */
const MAX_TEXTS = 10;

const isNames = (path: Path): path is readonly string[] =>
  path.length > 0 && path.length <= MAX_STEPS && path.every((step) => typeof step === "string");

/** A path of names in JMESPath. */
export const writtenPath = (path: Path): string =>
  path.map((name) => (/^[A-Za-z_]\w*$/.test(String(name)) ? name : JSON.stringify(name))).join(".");

/** The path with quotes around the names that hold dots, where one leads to a value of `data`. */
export function quotedPath(path: Path, data: JsonObject): string | undefined {
  if (path.length < 2 || !isNames(path)) return undefined;
  const names = find(path, data);
  return names && writtenPath(names);
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

/** The path in the case of the names of `data`, where it leads to a value. */
export function otherCase(path: Path, data: JsonObject): readonly string[] | undefined {
  if (!isNames(path)) return undefined;
  const names: string[] = [];
  let at: unknown = data;
  for (const step of path) {
    if (typeof at !== "object" || at === null || Array.isArray(at)) return undefined;
    const fields = Object.keys(at).slice(0, MAX_FIELDS);
    const wanted = step.toLowerCase();
    const name = Object.hasOwn(at, step) ? step : fields.find((field) => field.toLowerCase() === wanted);
    if (name === undefined) return undefined;
    names.push(name);
    at = (at as Record<string, unknown>)[name];
  }
  return at === null ? undefined : names;
}

/** The text in `data` whose JSON has the field: one at the beginning of the path, or any of the object. */
export function textWithField(path: Path, data: JsonObject): string | undefined {
  if (!isNames(path)) return undefined;
  const [first, ...rest] = path;
  if (rest.length > 0 && holds(data[first!], rest)) return first;
  let tried = 0;
  for (const [name, value] of Object.entries(data).slice(0, MAX_FIELDS)) {
    if (typeof value !== "string" || !value.startsWith("{")) continue;
    if (++tried > MAX_TEXTS) return undefined;
    if (holds(value, path)) return name;
  }
  return undefined;
}

function holds(value: unknown, path: readonly string[]): boolean {
  if (typeof value !== "string" || !value.startsWith("{")) return false;
  const parsed = parseJsonObject(value);
  let at: unknown = parsed.ok ? parsed.value : undefined;
  for (const step of path) {
    if (typeof at !== "object" || at === null || Array.isArray(at) || !Object.hasOwn(at, step)) return false;
    at = (at as Record<string, unknown>)[step];
  }
  return at !== null && at !== undefined;
}
