/** How the lines at a place can be read: the stages that a proposal reads them by, and the values that they give. */
import { parseJsonObject } from "@sluice/languages/json";
import { writeStage } from "../detect/index.ts";
import { loadStages } from "../document/load.ts";
import { BARE_HOST } from "../pipeline/stage.ts";
import { flowOf, type StageNode } from "../pipeline/stage-spec.ts";
import { Preview } from "../preview/preview.ts";
import { type Layer, type ProposedStage, propose } from "../propose/index.ts";
import { type Field, fieldsOf } from "./fields.ts";

export interface ReadStage {
  readonly name: string;
  readonly code: string;
  readonly node: StageNode;
  readonly proposed: ProposedStage;
}

export interface Reading {
  /** Those that read the lines, and those that use what is read, in their order. */
  readonly stages: readonly ReadStage[];
  /** Values that the lines give, by name. */
  readonly fields: readonly Field[];
}

/** Layers that make entries of lines, and values of entries. */
const READS: ReadonlySet<Layer> = new Set(["unwrap", "join", "decolorize", "parse"]);

/** Undefined where nothing is gained from the lines. */
export function readLines(lines: readonly string[], start: bigint): Reading | undefined {
  // Of several kinds of lines those of the first, which has the most.
  const proposed = propose(lines, { start }).stages.filter(
    ({ code, branch }) => code !== "" && (branch === undefined || branch === 0),
  );
  const stages = proposed.flatMap((stage) => {
    const node = loadStages(stage.code).stages.at(-1);
    return node === undefined ? [] : [{ name: node.spec.name, code: stage.code, node, proposed: stage }];
  });
  const reading = stages.filter(isReading);
  if (reading.length === 0) return undefined;
  const text = reading.map(({ code }) => code).join("\n");
  const samples = lines.map((line) => ({ line, labels: {} }));
  const pipeline = { stages: loadStages(text).stages, dialect: "loki" } as const;
  const { outputs } = Preview.run(pipeline, samples, { start, seed: 1, host: BARE_HOST });
  // What a wrapper extracts is its own: it sets the time and the labels of it already.
  const own = new Set(reading.flatMap(({ node, proposed: { layer } }) => (layer === "unwrap" ? namesSet(node) : [])));
  const fields = fieldsOf(outputs.map(({ entry }) => entry.extracted.toRecord()));
  return { stages, fields: fields.filter(({ name }) => !own.has(name)) };
}

export const isReading = ({ proposed: { layer } }: ReadStage): boolean => READS.has(layer);

export const namesSet = (node: StageNode): string[] =>
  (flowOf(node).sets ?? []).flatMap(({ kind, name }) => (kind === "extracted" ? [name] : []));

export const namesRead = (node: StageNode): string[] =>
  (flowOf(node).reads ?? []).flatMap(({ kind, name }) => (kind === "extracted" ? [name] : []));

/** The stages that extract `names` from the lines, and no more than these where a stage lists what it extracts. */
export function extracting({ stages }: Reading, names: readonly string[]): string {
  const wanted = new Set(names);
  const codes: string[] = [];
  for (const stage of stages.toReversed()) {
    const { name, code, node, proposed } = stage;
    if (proposed.layer === "unwrap") codes.unshift(code);
    else if (proposed.layer === "parse" && namesSet(node).some((one) => wanted.has(one))) {
      codes.unshift(withNames(name, code, node, [...wanted]));
      for (const read of namesRead(node)) wanted.add(read);
    }
  }
  return codes.join("\n");
}

/** Stages that list what they extract, and the argument in which they do. */
const LISTS: ReadonlyMap<string, string> = new Map([
  ["json", "expressions"],
  ["logfmt", "mapping"],
]);

/** The stage with those of `names` alone; as it is where it does not list them. */
function withNames(name: string, code: string, { args }: StageNode, names: readonly string[]): string {
  const argument = LISTS.get(name);
  const map: unknown = argument === undefined ? undefined : args[argument];
  if (argument === undefined || !(map instanceof Map)) return code;
  const pairs = names.flatMap((one): [string, string][] => {
    const value: unknown = map.get(one);
    const text = isCompiled(value) ? value.text : value;
    return typeof text === "string" ? [[one, text === one ? "" : text]] : [];
  });
  const source = typeof args.source === "string" && args.source !== "" ? { source: JSON.stringify(args.source) } : {};
  return pairs.length === 0 ? code : writeStage(name, { [argument]: Object.fromEntries(pairs), ...source });
}

const isCompiled = (value: unknown): value is { readonly text: string } =>
  typeof value === "object" && value !== null && "text" in value && typeof value.text === "string";

/** Keys at the top of the objects that are in most of them, for values in which other texts stand, too. */
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
