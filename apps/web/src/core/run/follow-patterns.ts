/**
 * Keeps the patterns of the samples up with them. Lines are sent to the worker in pieces, so that the page and its previews go
 * on meanwhile; samples that are added at the end are looked at alone.
 */
import { carryOver, NO_PATTERN, type SamplePatterns } from "../model/sample-patterns.ts";
import type { SampleEntry } from "../model/samples.ts";
import type { App } from "../page/app.ts";
import { selectShownEntry } from "../select/set-filter.ts";
import { isGone } from "../workers/gone.ts";

/** Milliseconds after the last change of the samples; the results of the pipeline come first. */
const DELAY = 200;
/** The same when a document is opened: all that is shown of it comes first. */
export const PATTERNS_START = 500;
/** Lines that are sent at once. */
const PIECE = 2000;
/** How often a search that lost its worker begins again; the next change of the samples counts anew. */
const MAX_RESTARTS = 3;

/** Fewer have nothing to be compared with. */
const FEWEST = 2;

/** Starts following; the result stops it. */
export function followPatterns(app: App): () => void {
  const search = new PatternSearch(app);
  const { document, patterns } = app.stores;
  const stops = [
    document.subscribe(({ samples }, before) => {
      if (samples !== before.samples) search.expect();
    }),
    patterns.subscribe(({ lost, known }, before) => {
      if (lost !== before.lost && lost !== null && lost === known?.session) search.again();
    }),
  ];
  search.expect(PATTERNS_START);
  return () => {
    search.stop();
    for (const stop of stops) stop();
  };
}

/** What the worker has of the samples. */
interface Sent {
  readonly session: number;
  readonly samples: readonly SampleEntry[];
  readonly numbers: Map<number, number>;
}

let sessions = 0;

class PatternSearch {
  readonly #app: App;
  #sent: Sent | undefined;
  /** Of the search that is on; a newer one ends it. */
  #nth = 0;
  #restarts = 0;
  #cancel: (() => void) | undefined;

  constructor(app: App) {
    this.#app = app;
  }

  expect(delay = DELAY): void {
    this.#restarts = 0;
    this.#later(delay);
  }

  /** The worker was ended with all that it knew. */
  again(): void {
    this.#sent = undefined;
    if (this.#restarts++ < MAX_RESTARTS) this.#later();
    else this.#app.stores.patterns.setState({ progress: null, failed: "the worker was stopped" });
  }

  stop(): void {
    this.#nth++;
    this.#cancel?.();
    this.#app.stores.patterns.setState({ progress: null });
  }

  #later(delay = DELAY): void {
    this.#cancel?.();
    this.#cancel = this.#app.scheduler.after(delay, () => void this.#search());
  }

  async #search(): Promise<void> {
    const { document, patterns } = this.#app.stores;
    const { samples } = document.getState();
    const nth = ++this.#nth;
    if (this.#sent !== undefined && samples === patterns.getState().known?.samples) return;
    if (samples.length < FEWEST) {
      this.#sent = undefined;
      patterns.setState({ known: null, progress: null, failed: null, filters: [], folds: new Map() });
      selectShownEntry(this.#app);
      return;
    }
    const before = this.#sent;
    const isLonger = before?.samples.every((sample, i) => sample === samples[i]);
    let sent: Sent =
      before !== undefined && isLonger ? before : { session: ++sessions, samples: [], numbers: new Map() };
    for (;;) {
      const from = sent.samples.length;
      const piece = samples.slice(from, from + PIECE);
      const isLast = from + piece.length === samples.length;
      patterns.setState({ progress: { done: from, total: samples.length } });
      const lines = piece.map(({ line }) => line);
      const answer = await this.#app.preview.patterns({ session: sent.session, from, lines, isLast });
      if (nth !== this.#nth) return;
      if (isGone(answer)) {
        if (answer.why === "failed") {
          this.#sent = undefined;
          patterns.setState({ progress: null, failed: answer.message ?? "the search failed" });
        } else this.again();
        return;
      }
      for (const [i, { id }] of piece.entries()) sent.numbers.set(id, answer.numbers[i] ?? NO_PATTERN);
      sent = { ...sent, samples: samples.slice(0, from + piece.length) };
      this.#sent = sent;
      if (answer.report !== undefined) {
        const numbers = new Map(sent.numbers);
        this.#take({ session: sent.session, samples, report: answer.report, numbers });
        return;
      }
    }
  }

  #take(known: SamplePatterns): void {
    this.#restarts = 0;
    const { patterns } = this.#app.stores;
    patterns.setState(({ known: before, filters, folds }) => {
      const found = { known, progress: null, failed: null, lost: null };
      if (before === null || before.session === known.session) return found;
      const to = carryOver(before, known);
      return {
        ...found,
        filters: filters.flatMap((filter) => {
          const number = to.get(filter.number);
          return number === undefined ? [] : [{ ...filter, number }];
        }),
        folds: new Map([...folds].flatMap(([old, open]) => (to.has(old) ? [[to.get(old)!, open] as const] : []))),
      };
    });
    if (patterns.getState().filters.length > 0) selectShownEntry(this.#app);
  }
}
