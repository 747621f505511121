/** What stands before the parsing: lines out of what a container's runtime puts around them, and without colours. */
import { writeStage } from "../detect/index.ts";
import { readCri, readDocker } from "../vocabulary/index.ts";
import type { PlannedStage } from "./plan.ts";

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
