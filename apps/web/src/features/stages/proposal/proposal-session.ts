/**
 * The proposal of one document: asked of a worker of its own, since it takes longer than a key may wait. The newest question
 * wins. What a user decided stays when the samples change.
 */
import type { Proposal } from "@sluice/engine";
import { createStore, type StoreApi } from "zustand/vanilla";
import { DEFAULT_CLOCK } from "../../../core/model/document.ts";
import { formatMoment } from "../../../core/model/sample-time.ts";
import type { SampleEntry } from "../../../core/model/samples.ts";
import type { DocumentStore } from "../../../core/page/document-store.ts";
import { type Failed, NewestClient } from "../../../core/workers/newest-client.ts";
import type { Scheduler } from "../../../core/workers/port.ts";
import type { PreviewKinds } from "../../../core/workers/preview-protocol.ts";
import type { StartKinds } from "../../../core/workers/requests.ts";
import type { Proposed } from "./propose-order.ts";

/** Milliseconds, counted from when the worker has loaded. */
export const PROPOSE_LIMIT = 30_000;
/** Milliseconds after the last change of the samples. */
export const PROPOSE_DELAY = 300;

export interface ProposalState {
  /** `idle`: nothing is wanted, or there are no samples. */
  readonly status: "idle" | "working" | "ready" | "failed";
  /** The last one; while the next one is worked out, that of the samples or decisions before. */
  readonly proposal: Proposal | null;
  /** The samples that it was made of. */
  readonly samples: readonly SampleEntry[];
  /** The clock that gives times without a year theirs, RFC 3339; null: that of the document. */
  readonly asOf: string | null;
  /** Why there is none. */
  readonly message: string | null;
  readonly choices: ReadonlyMap<string, boolean>;
  readonly answers: ReadonlyMap<string, string>;
  /** What it was before the samples changed last; null: it is the first, or what changed was read. */
  readonly before: Proposal | null;
  /** It is shown though the pipeline has stages. */
  readonly open: boolean;
  /** It is to be taken as soon as it is there. */
  readonly awaited: boolean;
  /** It can be taken: it is in sight. */
  readonly offered: boolean;
}

const NO_PROPOSAL: ProposalState = {
  status: "idle",
  proposal: null,
  samples: [],
  asOf: null,
  message: null,
  choices: new Map(),
  answers: new Map(),
  before: null,
  open: false,
  awaited: false,
  offered: false,
};

export interface ProposalEnv {
  /** Milliseconds since 1970. */
  currentTime(): number;
  readonly startPreview: StartKinds<PreviewKinds>;
  readonly scheduler: Scheduler;
}

/** What the rest of the page knows of the samples. */
interface AboutSamples {
  /** The labels of every sample, the same object while they are the same. */
  labels(): Readonly<Record<string, string>>;
  /** When the file that they came from was written, milliseconds; null: they came from elsewhere, too. */
  written(): number | null;
}

/** What of a document a proposal depends on, besides the labels of all samples. */
const INPUTS = ["samples", "clock"] as const;

export class ProposalSession {
  readonly store: StoreApi<ProposalState> = createStore(() => NO_PROPOSAL);
  readonly #document: DocumentStore;
  readonly #scheduler: Scheduler;
  readonly #client: NewestClient;
  readonly #about: AboutSamples;
  readonly #currentTime: () => number;
  #cancelDelay: (() => void) | undefined;
  /** Of the last proposal, or of that which is worked out. */
  #inputs: readonly unknown[] = [];
  /** The samples whose lines the worker has. */
  #sent: readonly SampleEntry[] | undefined;

  constructor({ startPreview, scheduler, currentTime }: ProposalEnv, document: DocumentStore, about: AboutSamples) {
    this.#document = document;
    this.#about = about;
    this.#currentTime = () => currentTime();
    this.#scheduler = scheduler;
    // No stage that is proposed names a file.
    this.#client = new NewestClient(startPreview, scheduler, () => ({}), {
      milliseconds: PROPOSE_LIMIT,
      message: `The proposal took longer than ${PROPOSE_LIMIT / 1000} s and was stopped. Use fewer or shorter samples.`,
    });
  }

  /** The labels may have changed. */
  takeLabels(): void {
    this.#refresh(0);
  }

  /** Keeps the proposal up with the document until the result is called. */
  follow(): () => void {
    this.#refresh(0);
    const unsubscribe = this.#document.subscribe((state, before) => {
      if (INPUTS.some((key) => state[key] !== before[key])) this.#refresh(PROPOSE_DELAY);
    });
    return () => {
      unsubscribe();
      this.stop();
    };
  }

  /** Takes a stage, or leaves it out. */
  choose(id: string, taken: boolean): void {
    this.store.setState(({ choices }) => ({ choices: new Map(choices).set(id, taken) }));
    this.#refresh(0);
  }

  /** Answers a question; undefined: it is open again. */
  answer(question: string, answer: string | undefined): void {
    const answers = new Map(this.store.getState().answers);
    if (answer === undefined) answers.delete(question);
    else answers.set(question, answer);
    this.store.setState({ answers });
    this.#refresh(0);
  }

  /** Takes up what was decided on an earlier visit, unless something was decided since. */
  recall({ choices, answers }: Pick<ProposalState, "choices" | "answers">): void {
    const now = this.store.getState();
    if (now.choices.size > 0 || now.answers.size > 0) return;
    this.store.setState({ choices, answers });
    if (this.#inputs.length > 0) this.#refresh(0);
  }

  /** Asks again, after a failure. */
  retry(): void {
    this.#inputs = [];
    this.#refresh(0);
  }

  /** The proposal of the present samples and decisions, once it is there; undefined where there is none. */
  async settled(): Promise<Proposal | undefined> {
    if (this.store.getState().status === "working")
      await new Promise<void>((resolve) => {
        const stop = this.store.subscribe(({ status }) => {
          if (status === "working") return;
          stop();
          resolve();
        });
      });
    const { status, proposal } = this.store.getState();
    return status === "ready" && proposal !== null ? proposal : undefined;
  }

  /** Ends the worker; what is known stays. */
  stop(): void {
    this.#cancelDelay?.();
    this.#cancelDelay = undefined;
    this.#end();
    if (this.store.getState().status !== "working") return;
    this.#inputs = [];
    this.store.setState({ status: "idle" });
  }

  #refresh(milliseconds: number): void {
    const { samples, clock } = this.#document.getState();
    const labels = this.#about.labels();
    const { choices, answers } = this.store.getState();
    const inputs = [samples, labels, clock, choices, answers];
    if (inputs.every((input, i) => input === this.#inputs[i])) return;
    this.#inputs = inputs;
    this.#cancelDelay?.();
    this.#cancelDelay = undefined;
    if (samples.length === 0) {
      this.#end();
      this.store.setState({ status: "idle", proposal: null, samples, asOf: null, message: null, before: null });
      return;
    }
    this.store.setState({ status: "working" });
    const ask = () => {
      this.#cancelDelay = undefined;
      const lines = samples === this.#sent ? undefined : samples.map(({ line }) => line);
      this.#sent = samples;
      const order = { lines, clock, written: this.#writtenBefore(clock), labels, choices, answers };
      this.#client.ask("propose", order, (answer) => this.#receive(answer, samples));
    };
    if (milliseconds === 0) ask();
    else this.#cancelDelay = this.#scheduler.after(milliseconds, ask);
  }

  /** When the samples were there, RFC 3339; undefined: somebody set the clock, which says it. */
  #writtenBefore(clock: string): string | undefined {
    return clock === DEFAULT_CLOCK ? formatMoment(this.#about.written() ?? this.#currentTime()) : undefined;
  }

  #end(): void {
    this.#client.stop();
    this.#sent = undefined;
  }

  #receive(answer: Proposed | Failed, samples: readonly SampleEntry[]): void {
    if (answer.kind === "failed") {
      // The worker may have ended.
      this.#sent = undefined;
      this.store.setState({ status: "failed", message: answer.message });
      return;
    }
    const { proposal, asOf = null } = answer;
    const last = this.store.getState();
    const before = last.proposal === null || last.samples === samples ? last.before : last.proposal;
    this.store.setState({ status: "ready", proposal, samples, asOf, message: null, before });
  }
}

declare module "../../../core/page/app.ts" {
  interface App {
    readonly proposals: ProposalSession;
  }
}

declare module "../../../core/page/stores.ts" {
  interface Stores {
    readonly proposal: StoreApi<ProposalState>;
  }
}
