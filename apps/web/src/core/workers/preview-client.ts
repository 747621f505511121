/**
 * Asks the preview worker: the newest run wins. A worker gives way to a newer run between entries; one that is stuck
 * inside a single entry is ended and started again, and so is a run that takes longer than allowed. The time in which a worker
 * or a part of the engine is loaded does not count: it says nothing about the run.
 */
import type { PrivateKind, ValuePlace } from "@sluice/engine";
import type { Analysis } from "../model/analysis.ts";
import type { ClockStep } from "../model/clock-steps.ts";
import type { EntryTrace, FirstTrace, RowValues, RunResult, RunSample } from "../model/run.ts";
import { failed, type Gone, gone, isGone, unlessGone } from "./gone.ts";
import type { SuggestAsk } from "./pointed-value.ts";
import type { Scheduler } from "./port.ts";
import type {
  FirstOrder,
  PatternActionOrder,
  PatternsOrder,
  PatternValuesOrder,
  PreviewKinds,
  ProbeOrder,
  RunAnswer,
  RunOrder,
  SentRunOrder,
  SpreadOrder,
} from "./preview-protocol.ts";
import { type Answered, type KindOf, Requester, type StartKinds } from "./requests.ts";
import { runLimit } from "./run-limit.ts";

/** A run that still has not given way to a newer one after this many milliseconds is ended with its worker. */
export const YIELD_LIMIT = 400;

/** Samples that are copied to the worker at once: all of many would hold the page up. */
export const SENT_AT_ONCE = 4000;

/** With no more samples than this, all results are there as soon as those of one. */
const FIRST_FROM = 100;

export interface PreviewEvents {
  started(): void;
  ran(result: RunResult): void;
  refused(message: string): void;
  /** `limit`: it took longer than allowed; else the user stopped it. */
  stopped(limit: boolean): void;
  failed(message: string): void;
  /** The selected entry, of the run that is on, with that run's text. */
  first(trace: FirstTrace, text: string): void;
  /** The same for a text that is not run yet, which may have errors. */
  ahead(trace: FirstTrace, text: string): void;
  steps(trace: EntryTrace): void;
  values(values: RowValues): void;
}

/** What a question is answered with, or why it is not. */
export type PreviewAnswer<N extends KindOf<PreviewKinds>> = PreviewKinds[N]["answer"] | Gone;

/** Files that stages may name, by path. */
export type Files = Readonly<Record<string, Blob>>;

export class PreviewClient {
  readonly #requester: Requester<PreviewKinds>;
  readonly #scheduler: Scheduler;
  readonly #events: PreviewEvents;
  /** Runs that were asked for; the last is the one that counts. */
  #runs = 0;
  /** The run that is on, as a new worker would be asked for it. */
  #current: { readonly nth: number; readonly order: RunOrder; readonly limited: boolean } | undefined;
  /** The worker has a run before, which is to give way to the one that is on. */
  #overtakes = false;
  /** The worker is loaded. */
  #ready = false;
  /** Id of the finished run that the worker has, which can be taken further. */
  #finished: number | undefined;
  /** The entry that was asked for before the run that it is of. */
  #ahead: { readonly asked: FirstOrder; readonly trace: Promise<FirstTrace | Gone>; told: boolean } | undefined;
  /** The text that was given to be understood last. */
  #prepared: string | undefined;
  /** What the worker has of samples. */
  #sent: readonly RunSample[] | undefined;
  /** The run whose samples are on their way to the worker, the first `from` of them sent. */
  #sending: { nth: number; order: RunOrder; from: number } | undefined;
  #cancelLimit: (() => void) | undefined;
  #cancelYield: (() => void) | undefined;

  /** `files`: what a worker that is started anew is given. */
  constructor(start: StartKinds<PreviewKinds>, scheduler: Scheduler, events: PreviewEvents, files: () => Files) {
    this.#scheduler = scheduler;
    this.#events = events;
    this.#requester = new Requester(start, (ask) => {
      this.#ready = false;
      ask("ready", null, ({ ok }) => {
        this.#ready = ok;
        this.#watch();
      });
      for (const [path, file] of Object.entries(files())) ask("file", { path, file }, () => {});
    });
  }

  get running(): boolean {
    return this.#current !== undefined;
  }

  /** Starts a run; one that is on ends without a result. The sample with the id `first` is reported as soon as possible. */
  run(order: RunOrder, { limited = true, first }: { limited?: boolean; first?: number | undefined } = {}): void {
    this.#overtakes ||= this.running;
    const nth = this.#begin(order, limited);
    this.#askFirst(nth, order, first);
    this.#askRun(nth, order);
  }

  /** Takes the finished run one step further; `order` is the whole of it with that step, for when it is not there. */
  step(order: RunOrder, step: ClockStep): void {
    if (this.running || this.#finished === undefined) {
      this.run(order);
      return;
    }
    const run = this.#finished;
    const nth = this.#begin(order, true);
    this.#requester.ask("step", { run, step }, (answered) => this.#receive(nth, answered));
  }

  /** Offers a file to the stages that name it, from the next run on; null takes it away. */
  setFile(path: string, file: Blob | null): void {
    if (this.#requester.started) this.#requester.ask("file", { path, file }, () => {});
  }

  /** Ends the run that is on. */
  stop(): void {
    if (this.running) this.#stop(false);
  }

  /** Asks for an entry's steps in run `run`; no event if that run is no longer the last. */
  requestSteps(run: number, sample: number): void {
    this.#requester.ask("steps", { run, sample }, (answered) => {
      if (answered.ok && !isGone(answered.answer)) this.#events.steps(answered.answer);
    });
  }

  /** Asks for the values of all entries of run `run` under `names`; no event if that run is no longer the last. */
  requestValues(run: number, names: readonly string[] | "automatic"): void {
    this.#requester.ask("values", { run, names }, (answered) => {
      if (answered.ok && !isGone(answered.answer)) this.#events.values(answered.answer);
    });
  }

  /** A text was sent ahead, and its entry is not reported yet. */
  get prepares(): boolean {
    return this.#ahead?.told === false;
  }

  /**
   * Has the worker understand `text` while others do: it may be run in a moment, as in `order`. The sample with the id `first`
   * is examined at once.
   */
  prepare(text: string, order?: RunOrder, first?: number): void {
    if (!this.#requester.started) return;
    const asked = order && firstOf(order, first);
    if (asked === undefined) {
      if (text !== this.#prepared) this.#requester.ask("open", text, () => {});
      this.#prepared = text;
      return;
    }
    if (this.#ahead !== undefined && isSame(this.#ahead.asked, asked)) return;
    const ahead = { asked, trace: this.#answer("first", asked), told: false };
    this.#ahead = ahead;
    void ahead.trace.then((trace) => {
      ahead.told = true;
      if (!isGone(trace) && ahead === this.#ahead) this.#events.ahead(trace, text);
    });
  }

  /** Understands `text`; undefined when the worker ended meanwhile. */
  async analyze(text: string): Promise<Analysis | undefined> {
    return unlessGone(await this.#answer("analyze", text));
  }

  /** The results of expressions on the entries before a stage. */
  probe(order: ProbeOrder): Promise<PreviewAnswer<"probe">> {
    return this.#answer("probe", order);
  }

  /** How numbers of the entries before a stage are spread. */
  spread(order: SpreadOrder): Promise<PreviewAnswer<"spread">> {
    return this.#answer("spread", order);
  }

  /** Stages for samples of a run that the present stages do not parse; undefined if they do. */
  unread(run: number, sampleIds: readonly number[]): Promise<PreviewAnswer<"unread">> {
    return this.#answer("unread", { run, sampleIds });
  }

  /** The first texts of stages at a place of the pipeline of `text`. */
  drafts(ask: PreviewKinds["drafts"]["ask"]): Promise<PreviewAnswer<"drafts">> {
    return this.#answer("drafts", ask);
  }

  /** What values the entries of a run have at a place. */
  statistics(run: number, place: ValuePlace): Promise<PreviewAnswer<"statistics">> {
    return this.#answer("statistics", { run, place });
  }

  /** What a run takes in and lets out. */
  costs(run: number): Promise<PreviewAnswer<"costs">> {
    return this.#answer("costs", { run });
  }

  /** The time of each stage on the samples of a run. */
  stageTimes(run: number): Promise<PreviewAnswer<"stageTimes">> {
    return this.#answer("stageTimes", { run });
  }

  /** The changes of a run's pipeline that would save most. */
  savings(run: number): Promise<PreviewAnswer<"savings">> {
    return this.#answer("savings", { run });
  }

  /** The samples of a run through the whole graph. */
  graph(run: number): Promise<PreviewAnswer<"graph">> {
    return this.#answer("graph", { run });
  }

  /** The times that the lines of a run's samples have; undefined where most have none. */
  lineTimes(run: number): Promise<PreviewAnswer<"lineTimes">> {
    return this.#answer("lineTimes", { run });
  }

  /** Secrets and personal data of a run; undefined where only `secrets` are asked for and no sample can have one. */
  sensitive(run: number, what: "all" | "secrets"): Promise<PreviewAnswer<"sensitive">> {
    return this.#answer("sensitive", { run, what });
  }

  /** Stages that redact these kinds. */
  redaction(run: number, kinds: readonly PrivateKind[]): Promise<PreviewAnswer<"redaction">> {
    return this.#answer("redaction", { run, kinds });
  }

  /** The value that the row of a sample shows under `name`; undefined where no stage could use it. */
  pointed(run: number, sampleId: number, name: string): Promise<PreviewAnswer<"pointed">> {
    return this.#answer("pointed", { run, sampleId, name });
  }

  /** Stages for a value that was seen in a run. */
  suggest(ask: SuggestAsk): Promise<PreviewAnswer<"suggest">> {
    return this.#answer("suggest", ask);
  }

  /** The patterns of lines that a session is given. */
  patterns(order: PatternsOrder): Promise<PreviewAnswer<"patterns">> {
    return this.#answer("patterns", order);
  }

  /** What varies in lines of a session. */
  patternValues(order: PatternValuesOrder): Promise<PreviewAnswer<"patternValues">> {
    return this.#answer("patternValues", order);
  }

  /** What a stage for a pattern does to the samples of a run. */
  patternAction(order: PatternActionOrder): Promise<PreviewAnswer<"patternAction">> {
    return this.#answer("patternAction", order);
  }

  #answer<N extends KindOf<PreviewKinds>>(kind: N, ask: PreviewKinds[N]["ask"]): Promise<PreviewAnswer<N>> {
    return new Promise((resolve) =>
      this.#requester.ask(kind, ask, (answered) => {
        if (answered.ok) resolve(answered.answer);
        else resolve(answered.ended ? gone("worker-ended") : failed(answered.message));
      }),
    );
  }

  /** Ends the worker, for when nobody looks any more. */
  close(): void {
    this.#settle();
    this.#restart();
  }

  #begin(order: RunOrder, limited: boolean): number {
    const nth = ++this.#runs;
    this.#current = { nth, order, limited };
    this.#cancelLimit?.();
    this.#cancelLimit = undefined;
    this.#watch();
    this.#events.started();
    return nth;
  }

  /** Starts the time limits of the run that is on, as soon as the worker is loaded. */
  #watch(): void {
    if (!this.#ready || this.#current === undefined || this.#sending !== undefined) return;
    if (this.#current.limited) {
      const limit = runLimit(this.#current.order.samples.length);
      this.#cancelLimit ??= this.#scheduler.after(limit, () => this.#stop(true));
    }
    if (this.#overtakes) this.#cancelYield ??= this.#scheduler.after(YIELD_LIMIT, () => this.#runAnew());
  }

  /** No word from the worker: it is inside an entry. Its last order is given to a new one. */
  #runAnew(): void {
    const current = this.#current;
    this.#settle();
    this.#restart();
    if (current === undefined) return;
    this.#current = current;
    this.#askRun(current.nth, current.order);
  }

  #askRun(nth: number, order: RunOrder): void {
    const sending = this.#sending;
    if (sending?.order.samples === order.samples) {
      sending.nth = nth;
      sending.order = order;
      return;
    }
    this.#sending = undefined;
    // To copy samples to a worker takes longer than most runs.
    if (order.samples === this.#sent) this.#ask(nth, { ...order, samples: undefined });
    else {
      this.#sent = undefined;
      this.#sending = { nth, order, from: 0 };
      this.#send();
    }
  }

  /** Sends the next part of the samples; the last one goes with the run. */
  #send(): void {
    const sending = this.#sending;
    if (sending === undefined) return;
    const { nth, order, from } = sending;
    const { samples } = order;
    const part = samples.slice(from, from + SENT_AT_ONCE);
    if (from + part.length < samples.length) {
      this.#requester.ask("samples", { from, samples: part }, () => {});
      sending.from += part.length;
      this.#scheduler.after(0, () => sending === this.#sending && this.#send());
      return;
    }
    this.#sending = undefined;
    this.#sent = samples;
    this.#ask(nth, { ...order, samples: part, ...(from > 0 && { before: from }) });
    this.#watch();
  }

  #ask(nth: number, order: SentRunOrder): void {
    this.#requester.ask("run", order, (answered) => this.#receive(nth, answered));
  }

  #askFirst(nth: number, order: RunOrder, id: number | undefined): void {
    const asked = firstOf(order, id);
    if (asked === undefined) return;
    const ahead = this.#ahead;
    const trace = ahead !== undefined && isSame(ahead.asked, asked) ? ahead.trace : this.#answer("first", asked);
    void trace.then((told) => {
      if (nth === this.#current?.nth && !isGone(told)) this.#events.first(told, order.text);
    });
  }

  #stop(limit: boolean): void {
    this.#settle();
    this.#restart();
    this.#events.stopped(limit);
  }

  /** The time in which a part of the engine is loaded is not the run's: it begins anew once that is there. */
  #loadPart(nth: number): void {
    this.#stopTime();
    this.#requester.ask("loadPart", null, (answered) => {
      const current = this.#current;
      if (nth !== current?.nth) return;
      if (!answered.ok) {
        this.#receive(nth, answered);
        return;
      }
      this.#watch();
      this.#askRun(nth, current.order);
    });
  }

  #settle(): void {
    this.#current = undefined;
    this.#stopTime();
  }

  #stopTime(): void {
    this.#cancelLimit?.();
    this.#cancelYield?.();
    this.#cancelLimit = undefined;
    this.#cancelYield = undefined;
    this.#overtakes = false;
  }

  #restart(): void {
    this.#finished = undefined;
    this.#sent = undefined;
    this.#sending = undefined;
    this.#ahead = undefined;
    this.#prepared = undefined;
    this.#requester.end();
  }

  #receive(nth: number, answered: Answered<RunAnswer>): void {
    if (nth !== this.#current?.nth) return;
    if (!answered.ok) {
      if (answered.ended) return;
      this.#settle();
      this.#finished = undefined;
      this.#sent = undefined;
      this.#events.failed(answered.message);
      return;
    }
    const { answer } = answered;
    if (answer.kind === "overtaken") return;
    if (answer.kind === "missing") {
      this.#loadPart(nth);
      return;
    }
    this.#settle();
    if (answer.kind === "refused") this.#events.refused(answer.message);
    else {
      this.#finished = answer.result.id;
      this.#events.ran(answer.result);
    }
  }
}

/** The sample with the id `id`, to be answered before all others; undefined where these are answered as soon. */
function firstOf({ samples, text, pipeline, clock, seed }: RunOrder, id: number | undefined): FirstOrder | undefined {
  if (samples.length <= FIRST_FROM) return undefined;
  const index = samples.findIndex((sample) => sample.id === id);
  const sample = samples[index];
  if (sample === undefined) return undefined;
  const advances = samples.slice(0, index).flatMap(({ advance }) => advance ?? []);
  return { text, pipeline, clock, seed, sample, index, advances };
}

const isSame = (a: FirstOrder, b: FirstOrder): boolean =>
  a.text === b.text &&
  a.pipeline === b.pipeline &&
  a.clock === b.clock &&
  a.seed === b.seed &&
  a.sample === b.sample &&
  a.index === b.index &&
  a.advances.join() === b.advances.join();
