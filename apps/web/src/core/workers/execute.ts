/** One preview run, from the request to the table of outcomes. Knows no workers; asks now and then whether to continue. */
import {
  buildWithResources,
  findSampleProblems,
  formatRfc3339,
  LineIndex,
  type Nanos,
  type OpenedDocument,
  Preview,
  type PreviewOptions,
  type PreviewPipeline,
  previewablePipelines,
  previewOne,
  type Sample,
  type StageHost,
  type StageNode,
  snapshotToJson,
  stepToJson,
  toSample,
} from "@sluice/engine";
import type { ClockStep } from "../model/clock-steps.ts";
import type { EntryTrace, FirstTrace, RunResult } from "../model/run.ts";
import { readDuration, readTime } from "../model/sample-time.ts";
import { isSound, toProblem } from "./analyze.ts";
import { describeOutcome } from "./describe-outcome.ts";
import { type Forecast, foretell, stayOf } from "./forecast.ts";
import type { FirstOrder, RunOrder } from "./preview-protocol.ts";
import { shareOutcomes } from "./share-outcomes.ts";

/**
 * Steps of a run that the worker keeps: some 800 bytes each. A hundred thousand entries through forty stages, or fewer that a
 * stage multiplies, would take more than a tab has.
 */
const MAX_STEPS = 3_000_000;
/** Samples sent before the worker looks whether a newer run was asked for. */
const BATCH = 100;

/** A run that was made; with an open input it can be taken further. */
export interface Running {
  readonly id: number;
  /** With all steps that it was taken further by. */
  readonly order: RunOrder;
  readonly text: string;
  readonly pipeline: string;
  readonly start: Nanos;
  readonly stages: PreviewPipeline["stages"];
  readonly file: OpenedDocument["file"];
  readonly preview: Preview;
  /** What was sent, and how it was run. */
  readonly samples: readonly Sample[];
  readonly options: PreviewOptions;
  /** By index. */
  readonly sampleIds: readonly number[];
  readonly forecast: Forecast;
}

export type Executed =
  | { readonly ok: true; readonly result: RunResult; readonly running: Running }
  | { readonly ok: false; readonly message: string };

export interface ExecuteEnv {
  readonly open: (text: string) => OpenedDocument;
  readonly host: StageHost;
  /** Milliseconds, for the duration shown. */
  readonly now: () => number;
  /** Lets messages in; false: a newer run was asked for. */
  readonly goOn: () => Promise<boolean>;
  /** Steps that the worker may keep. */
  readonly mostSteps?: number;
  /** Called after each batch: what was sent is through as far as it can be. */
  readonly reached?: ((preview: Preview) => void) | undefined;
}

/** Makes the run `id`; undefined when a newer one ended it. */
export async function execute(id: number, order: RunOrder, env: ExecuteEnv): Promise<Executed | undefined> {
  const started = env.now();
  const document = env.open(order.text);
  const found = choosePipeline(order, document);
  if (!found.ok) return found;
  const start = readTime(order.clock);
  if (start === undefined)
    return { ok: false, message: `The clock's start ${JSON.stringify(order.clock)} is not an RFC 3339 time.` };
  const options: PreviewOptions = { start, seed: order.seed, host: env.host };
  const samples = order.samples.map((sample) => toSample(sample, {}));
  const made = await play(found.pipeline, options, samples, order.text, env);
  if (made === undefined || !made.ok) return made;
  const { preview } = made;
  let forecast: Forecast = new Map();
  if (!order.holdEnd) preview.end();
  else if (preview.balance.held > 0) {
    const twin = await play(found.pipeline, options, samples, order.text, env);
    if (twin === undefined || !twin.ok) return twin;
    forecast = foretell(twin.preview, samples.length);
  }
  if (order.holdEnd) for (const step of order.steps) doStep(preview, step);
  const running: Running = {
    id,
    order,
    text: order.text,
    pipeline: found.id,
    start,
    stages: found.pipeline.stages,
    file: document.file,
    preview,
    samples,
    options,
    sampleIds: order.samples.map((sample) => sample.id),
    forecast,
  };
  return { ok: true, result: summarize(running, () => env.now() - started), running };
}

type Played = { readonly ok: true; readonly preview: Preview } | { readonly ok: false; readonly message: string };

/** Sends all samples, with the input left open. */
async function play(
  pipeline: PreviewPipeline,
  options: PreviewOptions,
  samples: readonly Sample[],
  text: string,
  env: ExecuteEnv,
): Promise<Played | undefined> {
  let steps = 0;
  const build = buildWithResources(() => new Preview(pipeline, options, { step: () => void steps++ }));
  if (!build.ok) {
    const { message, span } = build.diagnostic;
    const place = span === undefined ? "" : `Line ${new LineIndex(text).position(span.start).line}: `;
    return { ok: false, message: `${place}${message}` };
  }
  const preview = build.built;
  for (let from = 0; from < samples.length; from += BATCH) {
    preview.send(samples.slice(from, from + BATCH));
    env.reached?.(preview);
    const most = env.mostSteps ?? MAX_STEPS;
    if (steps > most) {
      const done = preview.sampleCount.toLocaleString("en");
      const message = `More than ${most.toLocaleString("en")} steps after ${done} samples: use fewer samples or stages.`;
      return { ok: false, message };
    }
    if (!(await env.goOn())) return undefined;
  }
  return { ok: true, preview };
}

/** An order with one step more. */
const withStep = (order: RunOrder, step: ClockStep): RunOrder => ({ ...order, steps: [...order.steps, step] });

/** Takes a finished run one step further, which makes it the run `id`. */
export function takeStep(id: number, running: Running, step: ClockStep, env: Pick<ExecuteEnv, "now">): Executed {
  const started = env.now();
  doStep(running.preview, step);
  const next = { ...running, id, order: withStep(running.order, step) };
  return { ok: true, result: summarize(next, () => env.now() - started), running: next };
}

function doStep(preview: Preview, step: ClockStep): void {
  if (preview.ended) return;
  switch (step.kind) {
    case "advance":
      preview.advance(readDuration(step.by) ?? 0n);
      return;
    case "deadline": {
      const next = preview.nextWake();
      const now = preview.clock.now();
      if (next !== undefined) preview.advance(next > now ? next - now : 0n);
      return;
    }
    case "end":
      preview.end();
  }
}

/** `elapsed`: milliseconds since the run began, asked when all is summed up. */
function summarize(running: Running, elapsed: () => number): RunResult {
  const { id, text, pipeline, start, stages, file, preview, sampleIds, forecast } = running;
  const sent = preview.outputs.map(({ entry }) => entry.labels);
  const now = preview.clock.now();
  const next = preview.nextWake();
  let nextPath: string | undefined;
  const share = shareOutcomes();
  const samples = sampleIds.map((_, i) => {
    const outcome = preview.outcomeOf(i);
    const until = outcome.settled === "held" ? stayOf(forecast, i, outcome.heldBy, now) : undefined;
    if (until !== undefined && until === next) nextPath ??= outcome.heldBy;
    return share(describeOutcome(outcome, until));
  });
  return {
    id,
    text,
    pipeline,
    sampleIds,
    samples,
    counts: Object.fromEntries(preview.counts()),
    balance: preview.balance,
    clock: {
      start: formatRfc3339(start),
      now: formatRfc3339(now),
      ended: preview.ended,
      next: next === undefined ? undefined : { at: formatRfc3339(next), path: nextPath },
    },
    problems: findSampleProblems(stages, file, preview.doubts(), sent).map((diagnostic) =>
      toProblem(diagnostic, file.lines),
    ),
    exposition: preview.exposition(),
    stuck: preview.stuck,
    milliseconds: elapsed(),
  };
}

/** The trace of one entry in a finished run: its steps in their documented form, and its outputs. */
export function traceOf(running: Running | undefined, run: number, sample: number): EntryTrace | undefined {
  const sampleId = running?.sampleIds[sample];
  if (running === undefined || running.id !== run || sampleId === undefined) return undefined;
  return describeEntry(running.preview, { run, sample, sampleId });
}

/** The trace of the sample with index `sample`. */
export function describeEntry(
  preview: Preview,
  { run, sample, sampleId }: Pick<EntryTrace, "run" | "sample" | "sampleId">,
): EntryTrace {
  return {
    run,
    sample,
    sampleId,
    steps: preview.stepsOf(sample).map((step) => stepToJson(step, sample)),
    outputs: preview
      .outcomeOf(sample)
      .outputs.map(({ index, at, entry }) => ({ index, at: formatRfc3339(at), entry: snapshotToJson(entry) })),
  };
}

/** Runs one entry alone; undefined if its result depends on others, or the text cannot be run. */
export function executeFirst(
  { sample, index, advances, ...order }: FirstOrder,
  { open, host }: Pick<ExecuteEnv, "open" | "host">,
): FirstTrace | undefined {
  const document = open(order.text);
  const found = choosePipeline(order, document);
  const start = readTime(order.clock);
  if (!found.ok || start === undefined) return undefined;
  const passed = advances.reduce((sum, advance) => sum + (readDuration(advance) ?? 0n), 0n);
  const options: PreviewOptions = { start, seed: order.seed, host };
  const build = buildWithResources(() => previewOne(found.pipeline, toSample(sample, {}), { index, passed }, options));
  if (!build.ok || build.built === undefined) return undefined;
  return {
    ...describeEntry(build.built, { run: 0, sample: index, sampleId: sample.id }),
    stageNames: isSound(document) ? Object.fromEntries(namesOf(found.pipeline.stages)) : undefined,
  };
}

const namesOf = (stages: readonly StageNode[]): [path: string, name: string][] =>
  stages.flatMap(({ path, spec, children }) => [[path, spec.name], ...namesOf(children)]);

type Found = { ok: true; id: string; pipeline: PreviewPipeline } | { ok: false; message: string };

/** The pipeline that was asked for, where it is there still, else the first. */
function choosePipeline({ pipeline }: Pick<RunOrder, "pipeline">, document: OpenedDocument): Found {
  const candidates = previewablePipelines(document);
  const chosen = candidates.find(({ id }) => id === pipeline) ?? candidates[0];
  if (chosen !== undefined) return { ok: true, id: chosen.id, pipeline: chosen };
  return document.ok
    ? { ok: false, message: "The configuration has no logs.process component, so there is nothing to preview." }
    : { ok: false, message: "The configuration has errors." };
}
