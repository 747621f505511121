/** What follows from the stores, computed once for each change however many views show it. */
import type { PipelineItem, Problem } from "../domain/analysis.ts";
import { makeStepViews, type StepView } from "../domain/inspect/step-view.ts";
import { findMissingFiles, type MissingFile } from "../domain/missing-files.ts";
import type { SampleOutcome, SampleStatus } from "../domain/run.ts";
import {
  countStatuses,
  makeRows,
  outcomesById,
  type RunContext,
  type SampleRow,
  type StageFacts,
  stageFacts,
} from "../domain/sample-rows.ts";
import { selectedPipeline } from "../domain/selected.ts";
import { findStale, type Stale } from "../domain/stale.ts";
import type { Stores } from "./stores.ts";

export interface Derived {
  /** The selected pipeline of the last text without errors. */
  pipeline(): PipelineItem | undefined;
  outcomes(): ReadonlyMap<number, SampleOutcome>;
  statusCounts(): Readonly<Record<SampleStatus, number>>;
  stageFacts(): ReadonlyMap<string, StageFacts>;
  /** The samples as they are filtered. */
  rows(): readonly SampleRow[];
  /** What words about held entries need. */
  runContext(): RunContext;
  /** What is wrong with the text, and what its last run told of it, in the order of the text. */
  problems(): readonly Problem[];
  /** Files that the selected pipeline needs and that were not chosen yet. */
  missingFiles(): readonly MissingFile[];
  /** Why what is shown is not what the text says; null: it is. */
  stale(): Stale | null;
  /** The selected entry through all stages. */
  stepViews(): readonly StepView[];
}

/** `compute` of the inputs, anew only when one of them is another. */
function once<I extends unknown[], T>(inputs: () => readonly [...I], compute: (...inputs: I) => T): () => T {
  let last: { readonly inputs: readonly [...I]; readonly value: T } | undefined;
  return () => {
    const now = inputs();
    if (last === undefined || !last.inputs.every((input, i) => Object.is(input, now[i])))
      last = { inputs: now, value: compute(...now) };
    return last.value;
  };
}

const NONE: readonly MissingFile[] = [];
const NO_PROBLEMS: readonly Problem[] = [];

export function createDerived({ document, analysis, selection, preview, view, files }: Stores): Derived {
  const result = () => preview.getState().result;
  const pipeline = once(
    () => [analysis.getState().good, selection.getState().pipelineId] as const,
    (good, id) => selectedPipeline(good, id),
  );
  const problems = once(
    () => [analysis.getState().current, result()] as const,
    (current, ran) => {
      const own = current?.problems ?? NO_PROBLEMS;
      if (ran === null || ran.problems.length === 0 || ran.text !== current?.text) return own;
      return [...own, ...ran.problems].sort((a, b) => a.start - b.start);
    },
  );
  const outcomes = once(() => [result()] as const, outcomesById);
  return {
    pipeline,
    problems,
    outcomes,
    statusCounts: once(
      () => [outcomes()] as const,
      (all) => countStatuses(all.values()),
    ),
    stageFacts: once(
      () => [outcomes()] as const,
      (all) => stageFacts(all.values()),
    ),
    rows: once(
      () => [document.getState().samples, outcomes(), view.getState().filter, view.getState().search] as const,
      makeRows,
    ),
    runContext: once(
      () => [result()?.clock.now ?? "", pipeline()] as const,
      (now, item) => {
        const names = new Map(item?.stages.map(({ path, name }) => [path, name]));
        return { now, stageName: (path: string) => names.get(path) };
      },
    ),
    missingFiles: once(
      () => [pipeline(), files.getState()] as const,
      (item, { loaded, files: chosen }) => (loaded ? findMissingFiles(item, chosen) : NONE),
    ),
    stale: once(
      () =>
        [
          analysis.getState().current,
          result() !== null,
          preview.getState().status,
          preview.getState().message,
        ] as const,
      findStale,
    ),
    stepViews: once(
      () => [pipeline(), preview.getState().steps, preview.getState().stageNames] as const,
      (item, steps, names) => {
        if (steps === null || item === undefined) return [];
        // Of a run before: only stages that were in it.
        const stages = item.stages.filter(({ path, name }) => names[path] === name);
        return makeStepViews(stages, steps.steps, steps.sample);
      },
    ),
  };
}
