/**
 * Looks for the patterns of a document's samples. Lines are sent to the worker in pieces, so that the page and its previews go
 * on meanwhile; samples that are added at the end are looked at alone.
 */
import { NO_PATTERN, type SamplePatterns } from "../model/sample-patterns.ts";
import type { SampleEntry } from "../model/samples.ts";
import type { App } from "../page/app.ts";
import { selectShownEntry } from "../select/set-filter.ts";
import { isGone } from "../workers/gone.ts";

/** Lines that are sent at once. */
const PIECE = 2000;
/** How often a search that lost its worker begins again; the next change of the samples counts anew. */
const MAX_RESTARTS = 3;
/** Fewer have nothing to be compared with. */
const FEWEST = 2;

/** What the worker has of the samples. */
interface Sent {
  readonly session: number;
  readonly samples: readonly SampleEntry[];
  readonly numbers: Map<number, number>;
}

let sessions = 0;

export class PatternSearch {
  readonly #app: App;
  readonly #later: () => void;
  #sent: Sent | undefined;
  /** Of the search that is on; a newer one ends it. */
  #nth = 0;
  #restarts = 0;
  /** The samples that were looked at last. */
  #samples: readonly SampleEntry[] | undefined;

  /** `later`: searches again in a moment. */
  constructor(app: App, later: () => void) {
    this.#app = app;
    this.#later = later;
  }

  stop(): void {
    this.#nth++;
    this.#app.stores.patterns.setState({ progress: null });
  }

  /** The worker was ended with all that it knew. */
  #again(): void {
    this.#sent = undefined;
    if (this.#restarts++ < MAX_RESTARTS) this.#later();
    else this.#app.stores.patterns.setState({ progress: null, failed: "the worker was stopped" });
  }

  /** Looks at what is new in the samples; where the worker lost what it knew, at all of them. */
  async search(): Promise<void> {
    const { document, patterns } = this.#app.stores;
    const { samples } = document.getState();
    const { known, lost } = patterns.getState();
    const nth = ++this.#nth;
    if (samples !== this.#samples) this.#restarts = 0;
    this.#samples = samples;
    if (lost !== null && lost === known?.session) this.#sent = undefined;
    if (this.#sent !== undefined && samples === known?.samples) return;
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
        } else this.#again();
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

/**
 * Which number each pattern of `before` has in `after`: that of the first of its samples that is still there, else of the
 * pattern that reads the same.
 */
function carryOver(before: SamplePatterns, after: SamplePatterns): ReadonlyMap<number, number> {
  const found = new Map<number, number>([[NO_PATTERN, NO_PATTERN]]);
  for (const { id } of before.samples) {
    const [old, now] = [before.numbers.get(id), after.numbers.get(id)];
    if (old !== undefined && now !== undefined && now !== NO_PATTERN && !found.has(old)) found.set(old, now);
  }
  const byTemplate = new Map(after.report.patterns.map(({ template, number }) => [template, number]));
  for (const { template, number } of before.report.patterns) {
    const now = byTemplate.get(template);
    if (!found.has(number) && now !== undefined) found.set(number, now);
  }
  return found;
}
