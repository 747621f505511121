/** One preview run, from the request to the table of outcomes. Knows nothing of workers; asks now and then whether to go on. */
import {
  type Outcome,
  Preview,
  parseRfc3339,
  type Sample,
  type StageHost,
  type StageNode,
  type Step,
  stepStatus,
  stepToJson,
} from "@sluice/engine";
import { BARE_STAGES, loadText } from "../language/analyze.ts";
import type { RunRequest, RunResult, SampleOutcome, SampleStatus, StepsRequest } from "./protocol.ts";

/** Samples sent before the worker looks whether a newer run was asked for. */
const BATCH = 100;

export interface Running {
  readonly id: number;
  readonly preview: Preview;
}

export type Executed =
  | { readonly ok: true; readonly result: RunResult; readonly running: Running }
  | { readonly ok: false; readonly message: string };

export interface ExecuteEnv {
  readonly host: StageHost;
  /** Milliseconds, for the duration shown. */
  readonly now: () => number;
  /** Lets messages in; false: a newer run was asked for. */
  readonly goOn: () => Promise<boolean>;
}

/** Runs a request; undefined when a newer one ended it. */
export async function execute(request: RunRequest, env: ExecuteEnv): Promise<Executed | undefined> {
  const started = env.now();
  const found = findPipeline(request);
  if (!found.ok) return found;
  const start = parseRfc3339(request.clock);
  if (start === undefined)
    return { ok: false, message: `The clock's start ${JSON.stringify(request.clock)} is not an RFC 3339 time.` };
  const preview = new Preview(
    { stages: found.stages, dialect: found.dialect },
    { start, seed: request.seed, host: env.host },
  );
  const samples = request.samples.map(toSample);
  for (let from = 0; from < samples.length; from += BATCH) {
    preview.send(samples.slice(from, from + BATCH));
    if (!(await env.goOn())) return undefined;
  }
  preview.end();
  const result: RunResult = {
    id: request.id,
    pipeline: found.id,
    samples: samples.map((_, i) => describeOutcome(preview.outcomeOf(i), preview.stepsOf(i))),
    counts: Object.fromEntries(preview.counts()),
    balance: preview.balance,
    exposition: preview.exposition(),
    stuck: preview.stuck,
    milliseconds: env.now() - started,
  };
  return { ok: true, result, running: { id: request.id, preview } };
}

/** The steps of one entry of a finished run, in their documented form. */
export function stepsOf(running: Running | undefined, request: StepsRequest) {
  if (running === undefined || running.id !== request.run) return undefined;
  return running.preview.stepsOf(request.sample).map(stepToJson);
}

type Found =
  | { ok: true; id: string; stages: readonly StageNode[]; dialect: "logs" | "loki" }
  | { ok: false; message: string };

function findPipeline({ text, pipeline }: RunRequest): Found {
  const loaded = loadText(text);
  if ("stages" in loaded) {
    if (!loaded.stages.ok) return { ok: false, message: "The configuration has errors." };
    return { ok: true, id: BARE_STAGES, stages: loaded.stages.stages, dialect: "logs" };
  }
  if (!loaded.config.ok) return { ok: false, message: "The configuration has errors." };
  const candidates = loaded.config.components.filter((component) => component.spec.stages);
  const chosen = candidates.find((component) => component.id === pipeline) ?? candidates[0];
  if (chosen === undefined)
    return { ok: false, message: "The configuration has no logs.process component, so there is nothing to preview." };
  return { ok: true, id: chosen.id, stages: chosen.stages, dialect: chosen.dialect };
}

function toSample({ line, labels, timestamp }: RunRequest["samples"][number]): Sample {
  return { line, labels, timestamp: timestamp === undefined ? undefined : parseRfc3339(timestamp) };
}

function describeOutcome(outcome: Outcome, steps: readonly Step[]): SampleOutcome {
  return {
    status: statusOf(outcome),
    outputs: outcome.outputs.length,
    drops: outcome.drops.map(({ path, stage, reason }) => ({ path, stage, reason })),
    heldBy: outcome.heldBy,
    changedBy: outcome.changedBy,
    missedBy: [...new Set(steps.filter(missed).map((step) => step.path))],
    errors: [...new Set(steps.filter((step) => step.error !== undefined).map((step) => step.path))],
  };
}

function statusOf(outcome: Outcome): SampleStatus {
  if (outcome.errors > 0) return "error";
  if (outcome.status === "passed") return outcome.changedBy.length > 0 ? "passed" : "unchanged";
  return outcome.status;
}

/** Reasons by which a stage says that an entry did not give it what it looks for. */
const MISSES = new Set(["source-missing", "no-match", "cannot-convert", "parse-failed"]);

function missed(step: Step): boolean {
  return stepStatus(step) === "unchanged" && step.reasons.some((reason) => MISSES.has(reason.code));
}
