/** A preview as JSON lines, in the trace's documented form: outputs as they leave, entries as they settle, then a summary. */
import {
  formatRfc3339,
  type Preview,
  type PreviewOutput,
  snapshotToJson,
  stepToJson,
  TRACE_VERSION,
} from "@sluice/engine";
import type { Output } from "../output.ts";
import type { PreviewReport } from "./preview-run.ts";

export class JsonReport implements PreviewReport {
  readonly #preview: Preview;
  readonly #out: Output;
  readonly #outputsOnly: boolean;

  constructor(preview: Preview, out: Output, outputsOnly: boolean) {
    this.#preview = preview;
    this.#out = out;
    this.#outputsOnly = outputsOnly;
  }

  output({ index, entry, at }: PreviewOutput): void {
    this.#print({ type: "output", index, at: formatRfc3339(at), entry: snapshotToJson(entry) });
  }

  entry(sample: number): void {
    if (this.#outputsOnly) return;
    const { status, outputs, drops, heldBy } = this.#preview.outcomeOf(sample);
    this.#print({
      type: "entry",
      index: sample,
      status,
      outputs: outputs.map(({ index }) => index),
      drops,
      ...(heldBy === undefined ? {} : { held_by: heldBy }),
      steps: this.#preview.stepsOf(sample).map(stepToJson),
    });
  }

  summary(interrupted: boolean): void {
    this.#print({
      type: "summary",
      version: TRACE_VERSION,
      interrupted,
      balance: this.#preview.balance,
      stages: Object.fromEntries(this.#preview.counts()),
      metrics: this.#preview.exposition().split("\n").filter(Boolean),
    });
  }

  #print(record: unknown): void {
    this.#out.write(`${JSON.stringify(record)}\n`);
  }
}
