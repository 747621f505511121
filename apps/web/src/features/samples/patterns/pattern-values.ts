/** What varies in the rows that are in sight: asked of the worker in one question for all that appear at once. */
import type { SampleEntry } from "../../../core/model/samples.ts";
import type { App } from "../../../core/page/app.ts";
import { isGone } from "../../../core/workers/gone.ts";
import type { PatternValues as Answer } from "../../../core/workers/preview-protocol.ts";

type Values = Answer[number];

/** Values of one session; for another one there is another of these. */
export class PatternValues {
  readonly #app: App;
  readonly #session: number;
  readonly #known = new Map<number, Values>();
  readonly #asked = new Set<number>();
  readonly #listeners = new Set<() => void>();
  #waiting: { readonly sample: SampleEntry; readonly number: number }[] = [];

  constructor(app: App, session: number) {
    this.#app = app;
    this.#session = session;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** The values, or what a line adds that has none; undefined until they are known, and where that is the line itself. */
  get = (sampleId: number): Values => this.#known.get(sampleId);

  /** Has the values of a row looked up, with those of all rows that ask in the same turn. */
  want(sample: SampleEntry, number: number): void {
    if (this.#asked.has(sample.id)) return;
    this.#asked.add(sample.id);
    this.#waiting.push({ sample, number });
    if (this.#waiting.length === 1) queueMicrotask(() => void this.#ask());
  }

  async #ask(): Promise<void> {
    const asked = this.#waiting;
    this.#waiting = [];
    const lines = asked.map(({ sample: { line }, number }) => ({ line, number }));
    const answer = await this.#app.preview.patternValues({ session: this.#session, lines });
    const { patterns } = this.#app.stores;
    if (isGone(answer)) {
      // The search begins anew, under a session of its own.
      if (patterns.getState().known?.session === this.#session) patterns.setState({ lost: this.#session });
      return;
    }
    for (const [i, { sample }] of asked.entries()) this.#known.set(sample.id, answer[i]);
    for (const listener of this.#listeners) listener();
  }
}
