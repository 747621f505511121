/**
 * Watching a pipeline that runs. `Pipeline.watch` puts stand-ins for the stages into the links of the chain, which
 * record the steps of followed entries and hand on everything else. They are there only while a followed entry goes
 * through, except around stages that hold entries. Whether an entry is followed is decided when it enters, is a
 * property of its origin, and holds for what it is merged into. The stages are not touched, so what they hold and count
 * goes on; after the last watcher they are in their links again, and nothing is left of the watching.
 */

import type { Entry, LogEntry } from "../base/entry.ts";
import type { Origin } from "../base/origin.ts";
import type { Chain } from "./chain.ts";
import { HeldEntries } from "./held-entries.ts";
import { traceNotes } from "./notes.ts";
import type { DropReason, EarlierStage, Env, Explain, Joins, LogLevel, Notes, Out, Stage } from "./stage.ts";
import type { WatchableMetrics } from "./stage-metrics.ts";
import type { StageNode } from "./stage-spec.ts";
import { StepExplain, type TraceRecorder, traceStage } from "./trace.ts";

/** What is known of an entry before it enters. */
export type EnteringEntry = Pick<LogEntry, "labels" | "line">;

/** Who watches a pipeline. */
export interface PipelineWatch {
  /** Made to record chosen entries. */
  readonly recorder: TraceRecorder;
  /** Whether an entering entry is followed. Called for each. */
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
  /** What is in its link while nothing is recorded, where that is not the stage itself. */
  resting?: Stage | undefined;
  /** Set once its chain is built. */
  link?: { readonly chain: Chain; readonly index: number };
}

/** A stage's link, and what may be in it. */
interface Place {
  readonly point: StagePoint;
  /** Records what the stage does. */
  readonly recording: Stage;
  /** Looks out for what the stage lets go; the stage itself, where it holds no entries. */
  readonly lookingOut: Stage;
}

/** What is in the links: the stages, those that look out where a stage holds entries, or those that record. */
type Mode = "resting" | "looking out" | "recording";

/**
 * The stand-ins of one pipeline. They are in the links only while a followed entry goes through, so that other entries meet
 * the stages themselves. While a followed entry is inside a stage that holds entries, its stand-in watches for those that it
 * releases.
 */
export class StageWatch {
  readonly #places: readonly Place[];
  #mode: Mode = "resting";
  /** Entries inside that are followed. */
  #inside = 0;

  constructor(points: readonly StagePoint[], recorder: TraceRecorder) {
    const holding = points.filter(({ node, stage }) => !node.spec.nests && stage.flush !== undefined);
    const holds = ({ node: { path } }: StagePoint) =>
      holding.some(({ node }) => node.path === path || node.path.startsWith(`${path}.`));
    this.#places = points.map((point) => {
      const held = new HeldEntries();
      const record = (action: () => void) => this.record(action);
      const lookingOut = holds(point) ? lookout(point, new Releases(recorder, point, held, record)) : point.stage;
      return { point, recording: standIn(point, recorder, held), lookingOut };
    });
  }

  /** An entry that is followed comes in; to be called before it is recorded. */
  entered(): void {
    this.#inside++;
  }

  /** Nothing inside carries it any more. Stages may be working, so they are not replaced now. */
  settled(): void {
    this.#inside--;
  }

  /** An entry that is not followed is about to go through the stages. */
  rest(): void {
    if (this.#mode === "looking out" && this.#inside === 0) this.#put("resting");
  }

  /** Nothing is recorded, and nothing is looked out for. */
  get isResting(): boolean {
    return this.#mode === "resting";
  }

  /** Records what the stages do while `action` runs. */
  record(action: () => void): void {
    if (this.#mode === "recording") {
      action();
      return;
    }
    this.#put("recording");
    try {
      action();
    } finally {
      this.#put(this.#inside === 0 ? "resting" : "looking out");
    }
  }

  /** Puts the stages back into their links. */
  end(): void {
    this.#put("resting");
  }

  #put(mode: Mode): void {
    this.#mode = mode;
    for (const { point, recording, lookingOut } of this.#places) {
      const { chain, index } = point.link!;
      const resting = point.resting ?? point.stage;
      chain.exchange(index, mode === "recording" ? recording : mode === "resting" ? resting : lookingOut);
    }
  }
}

function standIn(point: StagePoint, recorder: TraceRecorder, held: HeldEntries): Stage {
  const { stage, node, env, earlier, count } = point;
  const explain = new StepExplain(recorder, earlier, count);
  const place = { path: node.path, name: node.spec.name, now: () => env.clock.now() };
  const traced = traceStage(stage, place, recorder, explain, held);
  const live = env.note;
  const notes = notesTo(explain, live);
  const changed: WatchableMetrics["changed"] = (effect) => explain.metric(effect);
  /** The stage reports to the watchers during `call`. */
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
  // What is not followed may come along: what a stage lets go while it works on one that is.
  const lets = new Releases(recorder, point, held, (action) => action());
  const watched: Stage = {
    process(entry, out) {
      if (entry.origin.followed) attended(() => traced.process(entry, out));
      else stage.process(entry, lets.to(out));
    },
  };
  if (stage.nextWake) watched.nextWake = () => stage.nextWake!();
  if (stage.wake) watched.wake = (now, out) => attended(() => traced.wake!(now, out));
  if (stage.busy) watched.busy = () => stage.busy!();
  if (stage.flush) watched.flush = (out, ends) => attended(() => traced.flush!(out, ends));
  if (stage.close) watched.close = () => stage.close!();
  return watched;
}

/** Looks out for followed entries that a stage lets go while nothing is recorded. */
function lookout({ stage }: StagePoint, lets: Releases): Stage {
  const watched: Stage = { process: (entry, out) => stage.process(entry, lets.to(out)) };
  if (stage.nextWake) watched.nextWake = () => stage.nextWake!();
  if (stage.wake) watched.wake = (now, out) => stage.wake!(now, lets.to(out));
  if (stage.busy) watched.busy = () => stage.busy!();
  if (stage.flush) watched.flush = (out, ends) => stage.flush!(lets.to(out), ends);
  if (stage.close) watched.close = () => stage.close!();
  return watched;
}

type Record = (action: () => void) => void;

/** Reports about the stages of a pipeline. */
export interface StageListener {
  /** An entry was dropped: reported once, by the innermost stage. */
  dropped(node: StageNode, why: DropReason): void;
  /** `entry` is about to reach a stage that joins entries. */
  joining?(node: StageNode, joins: Joins, entry: Entry): void;
}

/** For pipelines that are not watched. */
export function tellOfStages(points: readonly StagePoint[], listener: StageListener): void {
  let last: Entry | undefined;
  for (const { node, stage, link } of points) {
    const through = (out: Out): Out => ({
      emit: (entry) => out.emit(entry),
      drop(entry, why) {
        if (entry !== last) listener.dropped(node, why);
        last = entry;
        out.drop(entry, why);
      },
    });
    const { joins } = stage;
    const telling: Stage = {
      process(entry, out) {
        if (joins !== undefined) listener.joining?.(node, joins, entry);
        stage.process(entry, through(out));
      },
    };
    if (stage.nextWake) telling.nextWake = () => stage.nextWake!();
    if (stage.wake) telling.wake = (now, out) => stage.wake!(now, through(out));
    if (stage.busy) telling.busy = () => stage.busy!();
    if (stage.flush) telling.flush = (out, ends) => stage.flush!(through(out), ends);
    if (stage.close) telling.close = () => stage.close!();
    link!.chain.exchange(link!.index, telling);
  }
}

/** Notes to the step, and to the log as before. */
function notesTo(explain: StepExplain, live: Notes): Notes {
  return traceNotes({
    because: (reason, about) => explain.because(reason, about),
    log(level: LogLevel, message, fields, about) {
      explain.log(level, message, fields, about);
      live[level]?.({ code: "", text: "", message, fields });
    },
  });
}

/** What leaves a stage while it works on an entry that is not followed: one that is may be among it. */
class Releases implements Out {
  readonly #recorder: TraceRecorder;
  readonly #point: StagePoint;
  readonly #held: HeldEntries;
  /** Has the stages after it record what they do. */
  readonly #withRecord: Record;
  #out: Out | undefined;

  constructor(recorder: TraceRecorder, point: StagePoint, held: HeldEntries, withRecord: Record) {
    this.#recorder = recorder;
    this.#point = point;
    this.#held = held;
    this.#withRecord = withRecord;
  }

  to(out: Out): Out {
    this.#out = out;
    return this;
  }

  emit(entry: Entry): void {
    const out = this.#out!;
    if (!entry.origin.followed) {
      out.emit(entry);
      return;
    }
    this.#record(entry, undefined);
    this.#withRecord(() => out.emit(entry));
  }

  drop(entry: Entry, why: DropReason): void {
    const out = this.#out!;
    if (entry.origin.followed) this.#record(entry, why);
    out.drop(entry, why);
  }

  #record(entry: Entry, why: DropReason | undefined): void {
    const { node, env } = this.#point;
    const step = this.#recorder.begin(node.path, node.spec.name, "process", env.clock.now(), undefined);
    this.#recorder.released(step, entry, why, this.#held);
  }
}
