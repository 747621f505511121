/** The JSON object in a text, as a tree to pick values from. */
import { counted } from "../../../core/text/counted.ts";

export type JsonStep = string | number;

export interface JsonNode {
  readonly path: readonly JsonStep[];
  /** The last step as text. */
  readonly name: string;
  /** A short form of the value; for a list or an object its size. */
  readonly shown: string;
  readonly children: readonly JsonNode[];
}

/** Limits: nodes, and depth. */
const MAX_NODES = 400;
const MAX_DEPTH = 8;
const MAX_TEXT = 1_000_000;

/** The members of the object in `text`; undefined if `text` is not an object. */
export function jsonTree(text: string): readonly JsonNode[] | undefined {
  if (text.length > MAX_TEXT || !/^\s*\{/.test(text)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  let left = MAX_NODES;
  const childrenOf = (one: unknown, path: readonly JsonStep[]): JsonNode[] => {
    if (typeof one !== "object" || one === null || path.length >= MAX_DEPTH) return [];
    const steps: readonly (readonly [JsonStep, unknown])[] = Array.isArray(one)
      ? one.map((item, i) => [i, item] as const)
      : Object.entries(one);
    const nodes: JsonNode[] = [];
    for (const [step, inner] of steps) {
      if (left-- <= 0) break;
      const inside = [...path, step];
      nodes.push({
        path: inside,
        name: typeof step === "number" ? `[${step}]` : step,
        shown: describe(inner),
        children: childrenOf(inner, inside),
      });
    }
    return nodes;
  };
  return childrenOf(value, []);
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return counted(value.length, "element");
  if (typeof value !== "object" || value === null) return typeof value === "string" ? value : String(value);
  const count = Object.keys(value).length;
  return counted(count, "field");
}

/** An unused name for the value at `path`. */
export function nameForPath(path: readonly JsonStep[], taken: readonly string[]): string {
  const last = path.findLast((step): step is string => typeof step === "string") ?? "value";
  const plain = last.replaceAll(/\W/g, "_").replace(/^(?=\d)/, "_") || "value";
  let name = plain;
  for (let n = 2; taken.includes(name); n++) name = `${plain}_${n}`;
  return name;
}
