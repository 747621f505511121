/**
 * Watching a pipeline that runs: while somebody does, a stand-in for each stage is in its link, which records what becomes of
 * the entries that are followed and hands on everything else. The stages are not touched, so what they hold and count goes on;
 * when the last one has stopped watching, they are in their links again, and nothing is left of it.
 */

import type { Nanos } from "@sluice/languages/base";
import type { Entry } from "../base/entry.ts";
import type { LabelSet } from "../base/label-set.ts";
import type { Origin } from "../base/origin.ts";
import type { Chain } from "./chain.ts";
import { traceNotes } from "./notes.ts";
import type { DropReason, EarlierStage, Env, Explain, LogLevel, Notes, Out, Stage } from "./stage.ts";
import type { WatchableMetrics } from "./stage-metrics.ts";
import type { StageNode } from "./stage-spec.ts";
import { StepExplain, type TraceRecorder, traceStage } from "./trace.ts";

/** What is known of an entry before it enters. */
export interface EnteringEntry {
  readonly labels: LabelSet;
  readonly line: string;
}

/** Who watches a pipeline. */
export interface PipelineWatch {
  /** Made to record chosen entries. */
  readonly recorder: TraceRecorder;
  /** Whether an entry that enters is followed. Asked for each. */
  admits(input: EnteringEntry): boolean;
  /** One that is followed is about to go through the stages. */
  entered(entry: Entry): void;
  /** It, or what it became, leaves the pipeline. */
  left(entry: Entry): void;
  /** Nothing inside carries it any more. */
  settled(origin: Origin): void;
}

/** What a stage knows of the world, as the pipeline changes it. */
export interface WatchableEnv extends Env {
  note: Notes;
  explain: Explain | null;
  readonly metrics: WatchableMetrics;
}

/** A stage of a running pipeline. */
export interface StagePoint {
  readonly node: StageNode;
  readonly stage: Stage;
  readonly env: WatchableEnv;
  /** The first `count` of `earlier` are before it. */
  readonly earlier: readonly EarlierStage[];
  readonly count: number;
  /** Set once its chain is built. */
  link?: { readonly chain: Chain; readonly index: number };
}

/** Puts the stages back into their links, or with a recorder stand-ins for them. */
export function watchStages(points: readonly StagePoint[], recorder: TraceRecorder | undefined): void {
  for (const point of points) {
    const { stage, link } = point;
    link!.chain.exchange(link!.index, recorder === undefined ? stage : standIn(point, recorder));
  }
}

function standIn({ stage, node, env, earlier, count }: StagePoint, recorder: TraceRecorder): Stage {
  const explain = new StepExplain(recorder, earlier, count);
  const place = { path: node.path, name: node.spec.name, now: () => env.clock.now() };
  const traced = traceStage(stage, place, recorder, explain);
  const live = env.note;
  const notes = notesTo(explain, live);
  const changed: WatchableMetrics["changed"] = (effect) => explain.metric(effect);
  /** The stage says what it does to whoever watches, for as long as `call` takes. */
  const attended = (call: () => void): void => {
    env.note = notes;
    env.explain = explain;
    env.metrics.changed = changed;
    try {
      call();
    } finally {
      env.note = live;
      env.explain = null;
      env.metrics.changed = undefined;
    }
  };
  // A stage that looks at one entry alone lets no other one go.
  const lets = node.spec.state !== "none" || node.spec.nests ? new Releases(recorder, place) : undefined;
  const watched: Stage = {
    process(entry, out) {
      if (entry.origin.followed) attended(() => traced.process(entry, out));
      else if (lets === undefined) stage.process(entry, out);
      else stage.process(entry, lets.to(out));
    },
  };
  if (stage.nextWake) watched.nextWake = () => stage.nextWake!();
  if (stage.wake) watched.wake = (now, out) => attended(() => traced.wake!(now, out));
  if (stage.busy) watched.busy = () => stage.busy!();
  if (stage.flush) watched.flush = (out) => attended(() => traced.flush!(out));
  if (stage.close) watched.close = () => stage.close!();
  return watched;
}

/** Notes to the step, and to the log as before. */
function notesTo(explain: StepExplain, live: Notes): Notes {
  return traceNotes({
    because: (reason) => explain.because(reason),
    log(level: LogLevel, message, fields) {
      explain.log(level, message, fields);
      live[level]?.({ code: "", text: "", message, fields });
    },
  });
}

/** What leaves a stage while it works on an entry that is not followed: one that is may be among it. */
class Releases implements Out {
  readonly #recorder: TraceRecorder;
  readonly #place: { readonly path: string; readonly name: string; readonly now: () => Nanos };
  #out: Out | undefined;

  constructor(recorder: TraceRecorder, place: { path: string; name: string; now: () => Nanos }) {
    this.#recorder = recorder;
    this.#place = place;
  }

  to(out: Out): Out {
    this.#out = out;
    return this;
  }

  emit(entry: Entry): void {
    const out = this.#out!;
    if (entry.origin.followed) this.#record(entry, undefined);
    out.emit(entry);
  }

  drop(entry: Entry, why: DropReason): void {
    const out = this.#out!;
    if (entry.origin.followed) this.#record(entry, why);
    out.drop(entry, why);
  }

  #record(entry: Entry, why: DropReason | undefined): void {
    const { path, name, now } = this.#place;
    this.#recorder.released(this.#recorder.begin(path, name, "process", now(), undefined), entry, why);
  }
}
