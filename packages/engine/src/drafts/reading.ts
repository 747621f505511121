/** How the lines at a place can be read: the stages of their format, one inside the other, and the values that they give. */
import { parseJsonObject } from "@sluice/languages/json";
import { type DetectedFormat, detectFormats, writeStage } from "../detect/index.ts";
import { loadStages } from "../document/load.ts";
import type { StageHost } from "../pipeline/stage.ts";
import type { StageNode } from "../pipeline/stage-spec.ts";
import { Preview } from "../preview/preview.ts";
import { type Field, fieldsOf } from "./fields.ts";

export interface ReadStage {
  readonly name: string;
  readonly code: string;
  readonly node: StageNode;
}

export interface Reading {
  /** The outer first: a container's runtime, and what the program wrote. */
  readonly formats: readonly DetectedFormat[];
  /** All stages of the formats, in their order. */
  readonly stages: readonly ReadStage[];
  /** Values that the lines give, by name. */
  readonly fields: readonly Field[];
}

/** Formats whose lines carry those of another. */
const WRAPPERS: ReadonlySet<string> = new Set(["docker", "cri"]);
const HOST: StageHost = { resource: () => undefined, sha256: () => "" };

/** Undefined where no known format fits. */
export function readLines(lines: readonly string[]): Reading | undefined {
  const [outer] = detectFormats(lines);
  if (outer === undefined) return undefined;
  const isWrapper = WRAPPERS.has(outer.id);
  const unwrapped = isWrapper ? run(outer.stages, lines) : [];
  const [inner] = detectFormats(unwrapped.map(({ line }) => line));
  const formats = inner === undefined || WRAPPERS.has(inner.id) ? [outer] : [outer, inner];
  const text = formats.map(({ stages }) => stages).join("\n");
  const stages = loadStages(text).stages.map((node) => ({
    name: node.spec.name,
    code: `${text.slice(node.span.start, node.span.end)}\n`,
    node,
  }));
  // What a wrapper extracts is its own: it has set the time and the labels of it already.
  const own = new Set(fieldsOf(unwrapped.map(({ extracted }) => extracted.toRecord())).map(({ name }) => name));
  const fields = fieldsOf(run(text, lines).map(({ extracted }) => extracted.toRecord()));
  return { formats, stages, fields: fields.filter(({ name }) => !own.has(name)) };
}

function run(text: string, lines: readonly string[]) {
  const { stages } = loadStages(text);
  const samples = lines.map((line) => ({ line, labels: {} }));
  const preview = Preview.run({ stages, dialect: "loki" }, samples, { start: 0n, seed: 1, host: HOST });
  return preview.outputs.map(({ entry }) => entry);
}

/** The stages that extract `names` from the lines, and no more than these where a stage lists what it extracts. */
export function extracting({ stages }: Reading, names: readonly string[]): string {
  return stages
    .filter(({ node }) => node.spec.category === "parse")
    .map(({ name, code, node }) => {
      const argument = LISTS.get(name);
      const wanted = argument === undefined ? [] : namesIn(node.args[argument], names);
      return argument === undefined || wanted.length === 0
        ? code
        : writeStage(name, { [argument]: Object.fromEntries(wanted) });
    })
    .join("\n");
}

/** Stages that list what they extract, and the argument in which they do. */
const LISTS: ReadonlyMap<string, string> = new Map([
  ["json", "expressions"],
  ["logfmt", "mapping"],
]);

/** Those of `names` that a map of texts or of expressions has, as they are written: the same name is left out. */
function namesIn(map: unknown, names: readonly string[]): [string, string][] {
  if (!(map instanceof Map)) return [];
  return names.flatMap((name): [string, string][] => {
    const value: unknown = map.get(name);
    const text = isCompiled(value) ? value.text : value;
    return typeof text === "string" ? [[name, text === name ? "" : text]] : [];
  });
}

const isCompiled = (value: unknown): value is { readonly text: string } =>
  typeof value === "object" && value !== null && "text" in value && typeof value.text === "string";

/** Keys at the top of the objects that are in most of them, for lines in which other lines stand, too. */
export function jsonKeys(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  let objects = 0;
  for (const text of texts) {
    const read = text.trimStart().startsWith("{") ? parseJsonObject(text) : undefined;
    if (read?.ok !== true) continue;
    objects++;
    for (const key of Object.keys(read.value)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count * 2 >= objects).map(([key]) => key);
}
