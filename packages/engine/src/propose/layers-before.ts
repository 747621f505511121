/** What stands before the parsing: lines out of what a container's runtime puts around them, and without colours. */
import { jsonText } from "@sluice/languages/json";
import { toName, writeStage } from "../detect/index.ts";
import { writeText } from "../syntax/index.ts";
import { readCri, readDocker } from "../vocabulary/index.ts";
import type { PlannedStage } from "./plan.ts";
import { jmesPath } from "./read/read-structured.ts";

const always = { byDefault: true, needs: [], branch: undefined } as const;
const ENOUGH = 0.7;

export interface Wrapper {
  readonly title: string;
  readonly stage: PlannedStage;
}

export function findWrapper(lines: readonly string[]): Wrapper | undefined {
  const most = (is: (line: string) => boolean) => lines.length > 0 && lines.filter(is).length >= lines.length * ENOUGH;
  if (most((line) => readCri(line) !== undefined)) return wrapper("cri", "CRI (Kubernetes containers)");
  // The stage sets the time: a line without one is no line for it.
  if (most((line) => readDocker(line)?.time !== undefined)) return wrapper("docker", "Docker");
  return undefined;
}

const wrapper = (name: "cri" | "docker", title: string): Wrapper => ({
  title,
  stage: {
    ...always,
    id: name,
    layer: "unwrap",
    says: `Take the line out of ${name === "cri" ? "the CRI format" : "Docker's JSON"}, with its time and stream`,
    evidence: [],
    write: () => writeStage(name),
  },
});

const COLOUR = /\u001b\[[\d;]*m/;

export function findColours(lines: readonly string[]): PlannedStage | undefined {
  const coloured = lines.filter((line) => COLOUR.test(line)).length;
  if (coloured === 0) return undefined;
  return {
    ...always,
    id: "decolorize",
    layer: "decolorize",
    says: "Remove the codes of colours",
    evidence: [],
    write: () => writeStage("decolorize"),
  };
}

/** Text in which a list is looked for, the share of it that the list must make up, and names beside the list. */
const MAX_TEXT = 2 ** 21;
const MOST_OF_IT = 0.8;
const MAX_BESIDE = 8;

/** The stages that make an entry of each object of a list: `[{…}, {…}]`, or `{"Records": [{…}, {…}]}`. */
export function findLists(lines: readonly string[]): PlannedStage | undefined {
  const lists = lines.map(listOf);
  const [key] = lists.filter((one) => one !== undefined);
  if (key === undefined || lists.filter((one) => one === key).length < lines.length * ENOUGH) return undefined;
  const name = toName(key).toLowerCase();
  return {
    ...always,
    id: "split",
    layer: "unwrap",
    says: `Make an entry of each object${key === "" ? " of the list" : ` in ${key}`}`,
    evidence: [],
    write: () =>
      key === ""
        ? writeStage("split_json")
        : `${writeStage("json", { expressions: { [name]: name === key ? "" : jmesPath([key]) } })}\n${writeStage("split_json", { source: writeText(name) })}`,
  };
}

/** The name of the list that `line` is about; empty: it is the list itself. */
function listOf(line: string): string | undefined {
  if (line.length > MAX_TEXT || !/^\s*(?:\[\s*\{|\{.*\[\s*\{)/s.test(line)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (isListOfObjects(value)) return "";
  const entries = Object.entries(value as object);
  const lists = entries.filter(([, one]) => isListOfObjects(one));
  if (lists.length !== 1 || entries.length > MAX_BESIDE) return undefined;
  const [key, list] = lists[0]!;
  return jsonText(list).length >= jsonText(value).length * MOST_OF_IT ? key : undefined;
}

const isListOfObjects = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one) => typeof one === "object" && one !== null && !Array.isArray(one));
