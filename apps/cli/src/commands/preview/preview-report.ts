/** What a preview is written out through; text and JSON are one each. */
import type { PreviewOutput } from "@sluice/engine";

/** Writes a preview out. Entries come in the order of the input, save those that are held for long. */
export interface PreviewReport {
  output(output: PreviewOutput): void;
  entry(sample: number): void;
  summary(interrupted: boolean): void;
}
