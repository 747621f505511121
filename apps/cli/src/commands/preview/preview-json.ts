/** A preview as JSON lines, in the trace's documented form. */
import { entryRecord, outputRecord, type Preview, type PreviewOutput, summaryRecord } from "@sluice/engine";
import type { Output } from "../../output.ts";
import type { PreviewReport } from "./preview-report.ts";

export class JsonReport implements PreviewReport {
  readonly #preview: Preview;
  readonly #out: Output;
  readonly #outputsOnly: boolean;

  constructor(preview: Preview, out: Output, outputsOnly: boolean) {
    this.#preview = preview;
    this.#out = out;
    this.#outputsOnly = outputsOnly;
  }

  output(output: PreviewOutput): void {
    this.#print(outputRecord(output));
  }

  entry(sample: number): void {
    if (!this.#outputsOnly) this.#print(entryRecord(this.#preview, sample));
  }

  summary(interrupted: boolean): void {
    this.#print(summaryRecord(this.#preview, interrupted));
  }

  #print(record: unknown): void {
    this.#out.write(`${JSON.stringify(record)}\n`);
  }
}
