/** A preview as JSON lines, in the trace's documented form: outputs as they leave, entries as they settle, then a summary. */
import { formatRfc3339, type Preview, type PreviewOutput, snapshotToJson, stepToJson, TRACE_VERSION } from "@sluice/engine";
import type { PreviewReport } from "./preview.ts";

export class JsonReport implements PreviewReport {
  readonly #preview: Preview;
  readonly #outputsOnly: boolean;

  constructor(preview: Preview, outputsOnly: boolean) {
    this.#preview = preview;
    this.#outputsOnly = outputsOnly;
  }

  output({ index, entry, at }: PreviewOutput): void {
    print({ type: "output", index, at: formatRfc3339(at), entry: snapshotToJson(entry) });
  }

  entry(sample: number): void {
    if (this.#outputsOnly) return;
    const { status, outputs, drops, heldBy } = this.#preview.outcomeOf(sample);
    print({
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
    print({
      type: "summary",
      version: TRACE_VERSION,
      interrupted,
      balance: this.#preview.balance,
      stages: Object.fromEntries(this.#preview.counts()),
      metrics: this.#preview.exposition().split("\n").filter(Boolean),
    });
  }
}

function print(record: unknown): void {
  process.stdout.write(`${JSON.stringify(record)}\n`);
}
