/** What a run costs, worked out in the worker in turns, so that a key never waits for it. Knows nothing of workers. */
import {
  type CostReport,
  costsWithoutSecrets,
  findPipeline,
  type MeasuredRun,
  measureCostsInSteps,
  type OpenedDocument,
  type Saving,
  type StageHost,
  type StageTime,
  savingsInSteps,
  stageTimesInSteps,
} from "@sluice/engine";
import type { Running } from "../../core/workers/execute.ts";

export interface CostEnv {
  readonly open: (text: string) => OpenedDocument;
  readonly host: StageHost;
  /** Milliseconds. */
  readonly now: () => number;
  /** Lets messages in; false: the answer is not wanted any more. */
  readonly goOn: () => Promise<boolean>;
}

export async function costsOf(running: Running, { goOn }: CostEnv): Promise<CostReport | undefined> {
  const report = await inTurns(measureCostsInSteps(measured(running)), goOn);
  return report && withoutSecrets(running, report, []).report;
}

export async function stageTimesOf(running: Running, env: CostEnv): Promise<StageTime[] | undefined> {
  const pipeline = findPipeline(env.open(running.text), running.pipeline);
  if (pipeline === undefined) return [];
  return inTurns(stageTimesInSteps(pipeline, running.samples, running.options, env.now), env.goOn);
}

export async function savingsOf(running: Running, env: CostEnv): Promise<readonly Saving[] | undefined> {
  const run = measured(running);
  const report = await inTurns(measureCostsInSteps(run), env.goOn);
  if (report === undefined) return undefined;
  const { text, pipeline, options } = running;
  const input = { document: env.open(text), text, pipeline, run, options, report };
  const savings = await inTurns(savingsInSteps(input), env.goOn);
  return savings && withoutSecrets(running, report, savings).savings;
}

const withoutSecrets = ({ samples }: Running, report: CostReport, savings: readonly Saving[]) =>
  costsWithoutSecrets(
    report,
    savings,
    samples.map(({ line }) => line),
  );

const measured = ({ stages, samples, preview }: Running): MeasuredRun => ({ stages, samples, preview });

async function inTurns<T>(steps: Generator<undefined, T>, goOn: () => Promise<boolean>): Promise<T | undefined> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (!(await goOn())) return undefined;
  }
}
