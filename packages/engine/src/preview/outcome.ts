/** The outcome of one sample, from its steps and its outputs. */
import type { Nanos } from "@sluice/languages/base";
import type { Snapshot } from "../pipeline/snapshot.ts";
import { combineStatuses, type OutcomeStatus, outcomeStatus, type StepStatus, stepStatus } from "../pipeline/status.ts";
import type { Step } from "../pipeline/trace.ts";
import type { StagePaths } from "./stage-paths.ts";

/** Where an input entry counts in the balance: `out` where something of it was delivered and nothing is left inside. */
export type Settled = "out" | "dropped" | "held";

/** What became of one sample. */
export interface Outcome {
  readonly status: OutcomeStatus;
  readonly settled: Settled;
  /** What each stage did to it, by path; all stages of the pipeline, in their order. */
  readonly stages: ReadonlyMap<string, StepStatus>;
  /** Entries that left and come from it, also together with others. */
  readonly outputs: readonly PreviewOutput[];
  /** Where it was dropped, and under which reason. */
  readonly drops: readonly {
    readonly path: string;
    readonly stage: string;
    readonly reason: string;
    readonly code: string;
  }[];
  /** Path of the stage that holds it, or that it waits for. */
  readonly heldBy: string | undefined;
  /** Paths of stages that changed it, and of those that could not do their work with it. */
  readonly changedBy: readonly string[];
  readonly missedBy: readonly string[];
  /** Paths of stages that failed. */
  readonly errors: readonly string[];
}

export interface PreviewOutput {
  /** Counts from 0 in the order in which entries left. */
  readonly index: number;
  readonly entry: Snapshot;
  /** When it left. */
  readonly at: Nanos;
}

/** What a preview knows of a sample. */
interface Known {
  readonly steps: readonly Step[];
  readonly outputs: readonly PreviewOutput[];
  /** Something of it is inside, or waits to be sent. */
  readonly held: boolean;
}

export function readOutcome(sample: number, { steps, outputs, held }: Known, paths: StagePaths): Outcome {
  const settled = held ? "held" : outputs.length > 0 ? "out" : "dropped";
  const byPath = new Map<string, StepStatus[]>();
  for (const step of steps) {
    const status = stepStatus(step, sample);
    const statuses = byPath.get(step.path);
    if (statuses === undefined) byPath.set(step.path, [status]);
    else statuses.push(status);
  }
  const changedBy: string[] = [];
  const missedBy: string[] = [];
  const errors: string[] = [];
  for (const [path, statuses] of byPath) {
    if (statuses.includes("changed")) changedBy.push(path);
    if (statuses.includes("missed")) missedBy.push(path);
    if (statuses.includes("error")) errors.push(path);
  }
  const excused =
    missedBy.length === 0
      ? undefined
      : paths.alternatives.excused(missedBy, (path) => combineStatuses(byPath.get(path) ?? []));
  let stages: Outcome["stages"] | undefined;
  return {
    status: outcomeStatus({
      error: errors.length > 0,
      dropped: settled === "dropped",
      held: settled === "held",
      merged: outputs.some(({ entry }) => entry.origins.length > 1),
      split: outputs.length > 1,
      missed: missedBy.some((path) => excused?.has(path) !== true),
      changed: changedBy.length > 0,
    }),
    settled,
    // Few ask for it.
    get stages() {
      stages ??= new Map([...paths.all()].map((path) => [path, combineStatuses(byPath.get(path) ?? [])]));
      return stages;
    },
    outputs,
    drops: steps.some(({ dropped }) => dropped.length > 0) ? dropsOf(sample, steps) : NO_DROPS,
    heldBy: held ? holderOf(sample, steps, paths) : undefined,
    changedBy,
    missedBy,
    errors,
  };
}

const NO_DROPS: Outcome["drops"] = [];

/** Where entries of `sample` were dropped: by the innermost stage, since the stages around it pass the drop on. */
function dropsOf(sample: number, steps: readonly Step[]): Outcome["drops"] {
  const dropping = steps.filter(({ dropped }) => dropped.length > 0);
  const around = new Set<string>();
  for (const { path } of dropping) {
    for (let dot = path.lastIndexOf("."); dot > 0; dot = path.lastIndexOf(".", dot - 1)) around.add(path.slice(0, dot));
  }
  return dropping
    .filter(({ path }) => !around.has(path))
    .flatMap(({ path, stage, dropped }) =>
      dropped
        .filter(({ entry }) => entry.origins.includes(sample))
        .map(({ why: { reason, code } }) => ({ path, stage, reason, code })),
    );
}

/** Path of the stage that an unsettled sample is in, or waits for because the stage is busy. */
function holderOf(sample: number, steps: readonly Step[], paths: StagePaths): string | undefined {
  let container: string | undefined;
  const last = new Map<string, Step>();
  const came = new Map<string, number>();
  const left = new Map<string, number>();
  const count = (counts: Map<string, number>, path: string, by: number) =>
    counts.set(path, (counts.get(path) ?? 0) + by);
  for (const step of steps) {
    last.set(step.path, step);
    if (step.before?.origins.includes(sample)) count(came, step.path, 1);
    count(left, step.path, step.emitted.filter(({ origins }) => origins.includes(sample)).length);
  }
  for (const step of steps.toReversed()) {
    if (last.get(step.path) !== step || stepStatus(step, sample) !== "held") continue;
    if (!paths.isContainer(step.path)) return step.path;
    container ??= step.path;
  }
  // What left one stage and did not reach the next waits between them.
  for (const step of steps.toReversed()) {
    const next = paths.next(step.path);
    if (next !== undefined && left.get(step.path)! > (came.get(next) ?? 0)) return next;
  }
  // What came to no stage inside of it waits for the first.
  const first = container && paths.children(container)[0];
  return first === undefined || came.has(first) ? container : first;
}
