/**
 * Plays a test: its entries through a pipeline of the configuration, as a preview, under the test's clock and chance.
 * All tests of a run share one set of bounds.
 */
import { Interruption, type Nanos } from "@sluice/languages/base";
import type { Snapshot } from "../pipeline/snapshot.ts";
import type { StageHost } from "../pipeline/stage.ts";
import type { StageNode } from "../pipeline/stage-spec.ts";
import { notesFor, type Step } from "../pipeline/trace.ts";
import type { Outcome } from "../preview/outcome.ts";
import { Preview, type PreviewPipeline, type Sample } from "../preview/preview.ts";
import { toSample } from "../preview/sample-content.ts";
import { collectSeries } from "./series.ts";
import type { TestCase, TestOutcome } from "./test-file.ts";

/** What all tests of a run may cost together. */
export interface TestBounds {
  /** Steps of stages. */
  readonly steps: number;
  /** UTF-16 units of the lines of entries at all steps. */
  readonly characters: number;
}

export const TEST_BOUNDS: TestBounds = { steps: 5_000_000, characters: 512 * 1024 * 1024 };

class TooMuchWork extends Interruption {}

/** What is left of the bounds, over all tests of a run. */
export class Work {
  #steps: number;
  #characters: number;

  constructor({ steps, characters }: TestBounds = TEST_BOUNDS) {
    this.#steps = steps;
    this.#characters = characters;
  }

  spend({ before, emitted }: Step): void {
    this.#steps--;
    this.#characters -= before?.line.length ?? 0;
    for (const { line } of emitted) this.#characters -= line.length;
    if (this.#steps < 0) throw new TooMuchWork("the tests take more steps than one run allows");
    if (this.#characters < 0) throw new TooMuchWork("the entries of the tests are longer than one run allows");
  }
}

export interface PlayedEntry {
  /** As it came in. */
  readonly line: string;
  readonly timestamp: Nanos;
  readonly outcome: Outcome;
  readonly ended: TestOutcome;
}

/** What came of a test. */
export interface Played {
  readonly entries: readonly PlayedEntry[];
  /** All that left, in their order. */
  readonly outputs: readonly Snapshot[];
  /** By key (`seriesKey`). */
  readonly series: ReadonlyMap<string, { readonly text: string; readonly value: number }>;
  /** Names of stages by their place. */
  readonly stages: ReadonlyMap<string, string>;
  /** Why stages could not do their work, or dropped an entry. */
  readonly reasons: readonly PlayedReason[];
}

export interface PlayedReason {
  readonly entry: number;
  readonly path: string;
  readonly stage: string;
  readonly text: string;
}

export interface PlayOptions {
  readonly host: StageHost;
  readonly work: Work;
  /** Called after each step. */
  readonly step: (step: Step) => void;
}

/** Reasons that are kept of one test. */
const MAX_REASONS = 20;

/** Throws an `Interruption` when the work is more than is left, and `ResourceError` for a file that a stage cannot use. */
export function playTest(test: TestCase, pipeline: PreviewPipeline, { host, work, step }: PlayOptions): Played {
  const outputs: Snapshot[] = [];
  const options = { start: test.start, seed: test.seed, host, endAdvance: test.endAdvance, end: !test.hold };
  const preview = new Preview(pipeline, options, {
    step: (one) => {
      work.spend(one);
      step(one);
    },
    output: (output) => void outputs.push(output.entry),
  });
  const samples: Sample[] = test.samples.map((one) => toSample(one, {}));
  preview.send(samples);
  preview.advance(test.endAdvance);
  if (!test.hold) preview.end();
  let due = test.start;
  const entries = samples.map(({ line, timestamp, advance }, i): PlayedEntry => {
    due += advance ?? 0n;
    const outcome = preview.outcomeOf(i);
    const ended = outcome.settled === "out" ? "passed" : outcome.settled;
    return { line, timestamp: timestamp ?? due, outcome, ended };
  });
  return {
    entries,
    outputs,
    series: collectSeries(preview.metrics, preview.clock.now()),
    stages: new Map(stageNames(pipeline.stages)),
    reasons: reasonsOf(preview, samples.length),
  };
}

function* stageNames(nodes: readonly StageNode[]): Generator<[string, string]> {
  for (const { path, spec, children } of nodes) {
    yield [path, spec.name];
    yield* stageNames(children);
  }
}

function reasonsOf(preview: Preview, count: number): PlayedReason[] {
  const found: PlayedReason[] = [];
  for (let entry = 0; entry < count; entry++)
    for (const step of preview.stepsOf(entry)) {
      if (step.error !== undefined) found.push({ entry, path: step.path, stage: step.stage, text: step.error.message });
      for (const { text, missed } of notesFor(step.reasons, step, entry))
        if (missed || step.dropped.length > 0) found.push({ entry, path: step.path, stage: step.stage, text });
      if (found.length >= MAX_REASONS) return found.slice(0, MAX_REASONS);
    }
  return found;
}
