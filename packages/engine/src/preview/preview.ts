/**
 * The preview: sample entries through one pipeline of a configuration, under a virtual clock, with every step recorded.
 * The pipeline is the one that the server runs; each stage is wrapped in a trace. The same code serves the page's
 * worker, `sluice preview` and the server's `POST /api/preview`. Steps stay here; a caller asks for the table of
 * outcomes and for the steps of single entries.
 *
 * `pipeline/status.ts` gives each step its status, `outcome.ts` each entry, `stage-counts.ts` each stage its counts.
 * Callers present them as text, as JSON (`preview-json.ts`) or as the page's rows; tests compare these.
 */

import type { Nanos } from "@sluice/languages/base";
import { SeededRandom } from "@sluice/languages/base";
import { VirtualClock } from "../base/clock.ts";
import type { Metadata } from "../base/entry.ts";
import type { ExtractedValue } from "../base/extracted.ts";
import { FreedMap } from "../base/freed-map.ts";
import { LabelSet } from "../base/label-set.ts";
import type { Balance } from "../base/origin.ts";
import { formatPrometheus } from "../metrics/exposition.ts";
import { MetricRegistry } from "../metrics/registry.ts";
import { Pipeline } from "../pipeline/pipeline.ts";
import { advance, drain, type PlaybackEvent, playback, type Schedule } from "../pipeline/playback.ts";
import { takeSnapshot } from "../pipeline/snapshot.ts";
import type { Dialect, StageHost, StageLog } from "../pipeline/stage.ts";
import type { StageNode } from "../pipeline/stage-spec.ts";
import { type Step, TraceRecorder } from "../pipeline/trace.ts";
import { type Outcome, type PreviewOutput, readOutcome } from "./outcome.ts";
import { type StageCounts, StageTally } from "./stage-counts.ts";
import { DoubtTally, type StageDoubt } from "./stage-doubts.ts";
import { StagePaths } from "./stage-paths.ts";

/** A sample entry. */
export interface Sample {
  readonly line: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Default: the virtual time at which it is sent. */
  readonly timestamp?: Nanos | undefined;
  readonly metadata?: Metadata | undefined;
  /** Extracted values before the first stage; labels of the same name override them. */
  readonly extracted?: Readonly<Record<string, ExtractedValue>> | undefined;
  /** Time that passes before it is sent; nanoseconds. */
  readonly advance?: Nanos | undefined;
}

/** One pipeline that can be previewed. */
export interface PreviewPipeline {
  readonly stages: readonly StageNode[];
  readonly dialect: Dialect;
}

export interface PreviewOptions {
  /** Where the virtual clock starts. */
  readonly start: Nanos;
  /** For `stage.sampling` and random template functions. */
  readonly seed: number;
  readonly host: StageHost;
  /** Time that passes after the last entry. */
  readonly endAdvance?: Nanos | undefined;
  /** False leaves the input open, so that held entries stay held until the clock is stepped. Default true. */
  readonly end?: boolean | undefined;
  /** Index of the first sample that is sent: those before it are left out. Default 0. */
  readonly firstSample?: number | undefined;
}

/** Receives events as they happen, so that a long run can be written meanwhile. */
export interface PreviewListener {
  /** Nothing carries the sample any more. */
  readonly settled?: ((sample: number) => void) | undefined;
  /** An entry left. Given, the preview keeps no list of all outputs, only those of samples that are not forgotten. */
  readonly output?: ((output: PreviewOutput) => void) | undefined;
  /** A step is over. May throw an `Interruption`, which ends the run: whatever was called throws it on. */
  readonly step?: ((step: Step) => void) | undefined;
}

const SILENT: StageLog = { write: () => {}, enabled: () => false };

export class Preview {
  readonly clock: VirtualClock;
  readonly metrics = new MetricRegistry();
  readonly #pipeline: Pipeline;
  readonly #recorder = new TraceRecorder((step) => {
    this.#tally.count(step);
    this.#doubts.see(step);
    this.#listener.step?.(step);
  });
  readonly #outputs: PreviewOutput[] = [];
  readonly #outputsOf = new FreedMap<number, PreviewOutput[]>();
  readonly #unsettled = new Set<number>();
  #outputCount = 0;
  readonly #schedule: Schedule;
  readonly #random: CountedRandom;
  readonly #firstSample: number;
  /** Index of the next. */
  #samples: number;
  #ended = false;
  #stuck = false;
  readonly #listener: PreviewListener;
  readonly #paths: StagePaths;
  readonly #tally: StageTally;
  readonly #doubts = new DoubtTally();

  constructor(pipeline: PreviewPipeline, options: PreviewOptions, listener: PreviewListener = {}) {
    this.clock = new VirtualClock(options.start);
    this.#schedule = { due: options.start };
    this.#listener = listener;
    this.#paths = new StagePaths(pipeline.stages);
    this.#tally = new StageTally(this.#paths);
    this.#random = new CountedRandom(options.seed);
    this.#firstSample = options.firstSample ?? 0;
    this.#samples = this.#firstSample;
    this.#pipeline = new Pipeline(pipeline.stages, {
      clock: this.clock,
      random: this.#random,
      metrics: this.metrics,
      log: SILENT,
      host: options.host,
      dialect: pipeline.dialect,
      trace: this.#recorder,
      firstOrigin: this.#firstSample,
      deliver: (entry) => {
        const output = { index: this.#outputCount++, entry: takeSnapshot(entry), at: this.clock.now() };
        if (this.#listener.output === undefined) this.#outputs.push(output);
        else this.#listener.output(output);
        for (const id of output.entry.origins) {
          const outputs = this.#outputsOf.get(id);
          if (outputs === undefined) this.#outputsOf.set(id, [output]);
          else outputs.push(output);
        }
      },
    });
  }

  /** Runs samples, and ends the input unless `end` is false. */
  static run(pipeline: PreviewPipeline, samples: Iterable<Sample>, options: PreviewOptions): Preview {
    const preview = new Preview(pipeline, options);
    preview.send(samples);
    preview.advance(options.endAdvance ?? 0n);
    if (options.end !== false) preview.end();
    return preview;
  }

  /** Sends samples; each gets the next index. Must not be called when the input has ended. */
  send(samples: Iterable<Sample>): void {
    if (this.#ended) throw new Error("samples were sent after the input had ended");
    const result = playback(this.#pipeline, this.clock, this.#events(samples), {
      end: false,
      schedule: this.#schedule,
    });
    if (result === "waiting") this.#stuck = true;
  }

  *#events(samples: Iterable<Sample>): Iterable<PlaybackEvent> {
    for (const sample of samples) {
      yield {
        advance: sample.advance,
        input: (now) => {
          const index = this.#samples++;
          this.#unsettled.add(index);
          return {
            labels: LabelSet.of(sample.labels),
            line: sample.line,
            timestamp: sample.timestamp ?? now,
            metadata: sample.metadata,
            extracted: sample.extracted,
            onSettled: () => {
              this.#unsettled.delete(index);
              this.#listener.settled?.(index);
            },
          };
        },
      };
    }
  }

  /** Lets virtual time pass, meeting deadlines on the way. */
  advance(by: Nanos): void {
    if (!advance(this.#pipeline, this.clock, by)) this.#stuck = true;
    this.#schedule.due = this.clock.now();
  }

  /** The next instant at which something will happen by itself. */
  nextWake(): Nanos | undefined {
    return this.#pipeline.nextWake();
  }

  /** Ends the input: everything held is released, in virtual time where it must wait. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    if (!drain(this.#pipeline, this.clock)) this.#stuck = true;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** A stage takes no input and nothing will wake it; then samples after it were not sent. */
  get stuck(): boolean {
    return this.#stuck;
  }

  get sampleCount(): number {
    return this.#samples - this.#firstSample;
  }

  /** Something used a random number, so that earlier entries affect later ones. */
  get drewRandom(): boolean {
    return this.#random.drawn > 0;
  }

  /** Entries that left, in order. */
  get outputs(): readonly PreviewOutput[] {
    return this.#outputs;
  }

  get balance(): Balance {
    return this.#pipeline.balance();
  }

  stepsOf(sample: number): readonly Step[] {
    return this.#recorder.stepsOf(sample);
  }

  outcomeOf(sample: number): Outcome {
    const known = {
      steps: this.#recorder.stepsOf(sample),
      outputs: this.#outputsOf.get(sample) ?? [],
      // What was not sent because the pipeline is stuck waits too.
      held: this.#unsettled.has(sample) || sample >= this.#samples,
    };
    return readOutcome(sample, known, this.#paths);
  }

  /** Forgets what is known of a settled sample, except in the counts; for runs that write results out as they go. */
  forget(sample: number): void {
    this.#recorder.forget(sample);
    this.#outputsOf.delete(sample);
  }

  /** Counts for every stage that did anything or that entries wait for, by path. */
  counts(): ReadonlyMap<string, StageCounts> {
    return this.#tally.counts(this.sampleCount);
  }

  /** What the samples showed to be wrong with stages. */
  doubts(): readonly StageDoubt[] {
    return this.#doubts.found();
  }

  /** The metrics as `/metrics` would show them now. */
  exposition(): string {
    return formatPrometheus(this.metrics.collect(this.clock.now()));
  }
}

class CountedRandom extends SeededRandom {
  drawn = 0;

  override next(): number {
    this.drawn++;
    return super.next();
  }
}

/** `1000 in → 571 sent, made of 855; 145 dropped; 0 held`: what left in entries, the rest in input entries. */
export function describeBalance({ in: entered, out, dropped, held, emitted }: Balance): string {
  const made = emitted === out ? "" : `, made of ${out}`;
  return `${entered} in → ${emitted} sent${made}; ${dropped} dropped; ${held} held`;
}
