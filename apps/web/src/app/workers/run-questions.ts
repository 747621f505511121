/** Runs of the preview: the newest wins, and the selected entry is answered before its run is over. */
import { MissingPart, messageOf, type OpenedDocument, type Preview, withParts } from "@sluice/engine";
import type { FirstTrace, RunSample } from "../../core/model/run.ts";
import {
  describeEntry,
  type Executed,
  type ExecuteEnv,
  execute,
  executeFirst,
  takeStep,
} from "../../core/workers/execute.ts";
import { type Gone, gone } from "../../core/workers/gone.ts";
import { latest, whileWanted } from "../../core/workers/latest.ts";
import type {
  FirstOrder,
  PreviewKinds,
  RunAnswer,
  SentRunOrder,
  StepOrder,
} from "../../core/workers/preview-protocol.ts";
import type { Handlers } from "../../core/workers/requests.ts";
import type { LastRun, StageFiles } from "./last-run.ts";

/** An entry that is shown before its run is over. */
interface AwaitedEntry {
  readonly order: FirstOrder;
  readonly resolve: (trace: FirstTrace | Gone) => void;
}

/** The entry's trace, if it is settled. */
function reachedEntry(preview: Preview, { sample, index }: FirstOrder): FirstTrace | undefined {
  if (index >= preview.sampleCount || preview.outcomeOf(index).settled === "held") return undefined;
  return describeEntry(preview, { run: 0, sample: index, sampleId: sample.id });
}

export interface RunEnv {
  readonly open: (text: string) => OpenedDocument;
  readonly files: StageFiles;
  readonly last: LastRun;
}

export class RunQuestions {
  readonly #env: RunEnv;
  readonly #wanted = latest();
  /** Of the run that was asked for last. */
  #samples: readonly RunSample[] = [];
  /** Of the next run, as far as they came. */
  #coming: RunSample[] = [];
  #going: Promise<unknown> = Promise.resolve();
  #awaited: AwaitedEntry | undefined;
  /** Loads the part that a run missed last. */
  #loadMissing: (() => Promise<void>) | undefined;

  constructor(env: RunEnv) {
    this.#env = env;
  }

  /** The run that was asked for last has ended, well or not. */
  get ended(): Promise<unknown> {
    return this.#going;
  }

  readonly handlers: Pick<Handlers<PreviewKinds>, "first" | "samples" | "run" | "step" | "loadPart"> = {
    first: (order) => this.#first(order),
    samples: ({ from, samples }) => {
      if (from === 0) this.#coming = [];
      this.#coming.push(...samples);
    },
    run: ({ before = 0, ...order }, id) => {
      const wanted = this.#wanted(id);
      if (order.samples !== undefined) {
        this.#samples = before === 0 ? order.samples : [...this.#coming.slice(0, before), ...order.samples];
        this.#coming = [];
      }
      const answered = this.#guarded(() => this.#run(order, id, wanted));
      this.#going = answered;
      return answered;
    },
    step: (order, id) => {
      const wanted = this.#wanted(id);
      return this.#guarded(() => this.#step(order, id, wanted));
    },
    loadPart: async () => {
      try {
        await this.#loadMissing?.();
      } catch (error) {
        throw new Error(`The preview failed: ${messageOf(error)}`);
      }
      return undefined;
    },
  };

  async #first(order: FirstOrder): Promise<FirstTrace | Gone> {
    const { open, files } = this.#env;
    this.#awaited?.resolve(gone("asked-again"));
    this.#awaited = undefined;
    await files.ready();
    // Where a part has to be loaded for it, the run does not wait, and what is known of the entry alone has to do.
    const alone = withParts(() => executeFirst(order, { open, host: files.host }));
    if (alone !== undefined) return (await alone) ?? gone("run-ended");
    return new Promise((resolve) => {
      this.#awaited = { order, resolve };
    });
  }

  async #run(order: SentRunOrder, id: number, wanted: AbortSignal): Promise<RunAnswer> {
    const samples = this.#samples;
    await this.#env.files.ready();
    let awaited = this.#awaited;
    this.#awaited = undefined;
    const reached = (preview: Preview) => {
      const trace = awaited && reachedEntry(preview, awaited.order);
      if (trace === undefined) return;
      awaited?.resolve(trace);
      awaited = undefined;
    };
    let executed: Executed | undefined;
    try {
      executed = await execute(id, { ...order, samples }, { ...this.#execution(wanted), reached });
    } catch (error) {
      // The run is asked for again, with the selected entry.
      if (error instanceof MissingPart) this.#awaited ??= awaited;
      else awaited?.resolve(gone("run-ended"));
      throw error;
    }
    awaited?.resolve(gone("run-ended"));
    return executed === undefined ? { kind: "overtaken" } : this.#answer(executed, wanted);
  }

  async #step({ run, step }: StepOrder, id: number, wanted: AbortSignal): Promise<RunAnswer> {
    const { running } = this.#env.last;
    if (running?.id !== run)
      return { kind: "refused", message: "The preview failed: the run to continue no longer exists" };
    return this.#answer(takeStep(id, running, step, this.#execution(wanted)), wanted);
  }

  #execution(wanted: AbortSignal): ExecuteEnv {
    const { open, files } = this.#env;
    return { open, host: files.host, now: () => performance.now(), goOn: whileWanted(wanted) };
  }

  #answer(executed: Executed, wanted: AbortSignal): RunAnswer {
    if (!executed.ok) return { kind: "refused", message: executed.message };
    this.#env.last.set(executed.running, wanted);
    return { kind: "ran", result: executed.result };
  }

  /** The answer of `run`, or the reason for none. An exception other than a missing part is a bug, answered as a refusal. */
  async #guarded(run: () => Promise<RunAnswer>): Promise<RunAnswer> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof MissingPart) {
        this.#loadMissing = error.load;
        return { kind: "missing" };
      }
      return { kind: "refused", message: `The preview failed: ${messageOf(error)}` };
    }
  }
}
