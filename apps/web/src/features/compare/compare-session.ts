/**
 * Two configurations on the samples of the open document: where they come from, the result, and what of it is looked
 * at. The comparison takes the place of the panes (`view.comparing`). The session is made when it is opened and ended
 * with it; a change of the document compares anew.
 */
import { compareLines, type DiffLine, type Side } from "@sluice/engine";
import { createStore, type StoreApi } from "zustand/vanilla";
import { type CompareSource, sameSource } from "../../core/model/compare-source.ts";
import { nameOfFile, normalizeText } from "../../core/model/document.ts";
import type { App } from "../../core/page/app.ts";
import { RUN_INPUTS } from "../../core/run/run-preview.ts";
import { nearest } from "../../core/text/nearest.ts";
import { ConfigsApi } from "../deploy/index.ts";
import { type CompareFilter, type CompareResult, type CompareRow, filterRows } from "./compare.ts";
import { CompareClient } from "./compare-client.ts";

/** A configuration whose text is known. */
export interface CompareText {
  readonly name: string;
  readonly text: string;
}

export interface CompareState {
  /** Null: not chosen yet. */
  readonly a: CompareSource | null;
  readonly b: CompareSource;
  /** As far as they are known. */
  readonly texts: Readonly<Record<Side, CompareText | null>>;
  readonly phase: "choosing" | "running" | "done" | "stopped" | "failed";
  readonly message: string | null;
  /** From the last comparison; stays while another one runs. */
  readonly result: CompareResult | null;
  readonly diff: readonly DiffLine[];
  readonly filter: CompareFilter;
  /** Id of the selected sample. */
  readonly chosen: number | null;
}

/** What of a document a comparison depends on. Each run of it ends after the last sample, without further steps of the clock. */
const COMPARE_INPUTS = ["text", ...RUN_INPUTS.filter((key) => key !== "holdEnd" && key !== "steps")] as const;

/** Milliseconds after a change of the document. */
export const COMPARE_DELAY = 300;

export class CompareSession {
  readonly store: StoreApi<CompareState>;
  readonly #app: App;
  readonly #client: CompareClient;
  readonly #unsubscribe: () => void;
  #asked = 0;
  #cancelDelay: (() => void) | undefined;

  constructor(app: App, a: CompareSource | null) {
    this.#app = app;
    this.#client = new CompareClient(app.platform.startPreview, app.scheduler, () =>
      Object.fromEntries(Object.entries(app.stores.files.getState().files).map(([path, { blob }]) => [path, blob])),
    );
    this.store = createStore(() => ({
      a,
      b: { kind: "now" },
      texts: { a: null, b: null },
      phase: "choosing",
      message: null,
      result: null,
      diff: [],
      filter: { kind: "all" },
      chosen: app.stores.selection.getState().sampleId,
    }));
    this.#unsubscribe = app.stores.document.subscribe((state, before) => {
      if (COMPARE_INPUTS.every((key) => state[key] === before[key])) return;
      this.#cancelDelay?.();
      this.#cancelDelay = app.scheduler.after(COMPARE_DELAY, () => void this.run());
    });
    void this.run();
  }

  choose(side: Side, source: CompareSource): void {
    const { a, b } = this.store.getState();
    const other = side === "a" ? b : a;
    // Comparing a configuration with itself says nothing: swap the two.
    if (other !== null && sameSource(other, source)) this.store.setState({ a: b, b: a ?? b });
    else this.store.setState(side === "a" ? { a: source } : { b: source });
    this.#remember();
    void this.run();
  }

  /** A is part of the page's address. */
  #remember(): void {
    this.#app.stores.comparison.setState({ a: this.store.getState().a });
  }

  swap(): void {
    const { a, b } = this.store.getState();
    if (a === null) return;
    this.store.setState({ a: b, b: a });
    this.#remember();
    void this.run();
  }

  async run(): Promise<void> {
    const nth = ++this.#asked;
    this.#cancelDelay?.();
    const { a, b } = this.store.getState();
    if (a === null) return this.store.setState({ phase: "choosing" });
    this.store.setState({ phase: "running", message: null });
    const [one, other] = await Promise.all([this.#read(a), this.#read(b)]);
    if (nth !== this.#asked) return;
    const texts = { a: "text" in one ? one : null, b: "text" in other ? other : null };
    this.store.setState({ texts });
    if (texts.a === null || texts.b === null) {
      const message = [one, other].flatMap((read) => ("message" in read ? read.message : [])).join(" ");
      return this.store.setState({ phase: "failed", message, result: null });
    }
    const { clock, seed } = this.#app.stores.document.getState();
    const samples = this.#app.derived.runSamples();
    if (samples.length === 0) {
      const message = "No samples. Add some to run both on them.";
      return this.store.setState({
        phase: "failed",
        message,
        result: null,
        diff: compareLines(texts.a.text, texts.b.text),
      });
    }
    const pipeline = this.#app.derived.pipeline()?.id;
    const order = { a: texts.a.text, b: texts.b.text, pipeline, samples, clock, seed };
    this.#client.compare(order, (compared) => {
      if (nth !== this.#asked) return;
      if (compared.kind !== "compared") {
        const of = compared.kind === "refused" ? `${texts[compared.side]!.name}: ` : "";
        return this.store.setState({ phase: "failed", message: `${of}${compared.message}`, result: null });
      }
      const { result } = compared;
      const { chosen, filter } = this.store.getState();
      const left = filterRows(result.rows, filter);
      const shown = left.length > 0 ? left : result.rows;
      this.store.setState({
        phase: "done",
        result,
        diff: compareLines(order.a, order.b),
        filter: left.length > 0 ? filter : { kind: "all" },
        chosen: this.#shownOf(shown, chosen),
      });
    });
  }

  /** Stops a running comparison. */
  stop(): void {
    this.#asked++;
    this.#client.stop();
    this.store.setState({ phase: "stopped", message: "Stopped." });
  }

  setFilter(filter: CompareFilter): void {
    const { result, chosen } = this.store.getState();
    const rows = filterRows(result?.rows ?? [], filter);
    this.store.setState({ filter, chosen: this.#shownOf(rows, chosen) });
  }

  /** The entry to select in these rows: `chosen` if it is among them, else the nearest to it. */
  #shownOf(rows: readonly CompareRow[], chosen: number | null): number | null {
    if (rows.some(({ sampleId }) => sampleId === chosen)) return chosen;
    const { document, selection } = this.#app.stores;
    // If the last filter matched none, the designer still has the previous one selected.
    const id = chosen ?? selection.getState().sampleId;
    const place = document.getState().samples.findIndex((sample) => sample.id === id);
    return nearest(rows, place, ({ index }) => index)?.sampleId ?? null;
  }

  /** Selects an entry, in the designer too. */
  select(sampleId: number): void {
    this.store.setState({ chosen: sampleId });
    this.#app.stores.selection.setState({ sampleId });
  }

  /** Moves the selection by `by` listed entries. */
  move(by: number): void {
    const { result, filter, chosen } = this.store.getState();
    const rows = filterRows(result?.rows ?? [], filter);
    const at = rows.findIndex(({ sampleId }) => sampleId === chosen);
    const next = rows[Math.max(0, Math.min(rows.length - 1, at + by))];
    if (next !== undefined) this.select(next.sampleId);
  }

  close(): void {
    this.#asked++;
    this.#cancelDelay?.();
    this.#unsubscribe();
    this.#client.stop();
  }

  async #read(source: CompareSource): Promise<CompareText | { readonly message: string }> {
    const { stores, platform, access } = this.#app;
    switch (source.kind) {
      case "now": {
        const { name, text } = stores.document.getState();
        return { name, text };
      }
      case "document": {
        const record = await platform.documentStorage.read(source.id);
        if (record === undefined) return { message: `“${source.name}” no longer exists.` };
        return { name: record.content.name, text: record.content.text };
      }
      case "file":
        return { name: nameOfFile(source.name), text: normalizeText(source.text) };
      case "running": {
        const running = await new ConfigsApi(access.ask).running();
        if (!running.ok) return { message: running.message };
        const version = stores.server.getState().running;
        const name = version === undefined ? "what runs" : `v${version}, running`;
        return { name, text: normalizeText(running.value.text) };
      }
      case "state": {
        const state = await platform.stateStorage.read(stores.documents.getState().currentId, source.id);
        if (state === undefined) return { message: `The snapshot “${source.label}” no longer exists.` };
        return { name: source.label, text: state.content.text };
      }
    }
  }
}
