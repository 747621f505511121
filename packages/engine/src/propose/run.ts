/** Runs stages over entries, so that what follows is made from what stages really leave, and each is judged by its effect. */
import type { Nanos } from "@sluice/languages/base";
import { goString } from "@sluice/languages/govalue";
import { loadStages } from "../document/load.ts";
import type { Snapshot } from "../pipeline/snapshot.ts";
import { BARE_HOST } from "../pipeline/stage.ts";
import { Preview, type Sample } from "../preview/preview.ts";

const SEED = 1;

/** An entry at a place of the pipeline. */
export interface Row {
  readonly sample: Sample;
  /** Indexes of the lines that it comes from, among those that are looked at. */
  readonly origins: readonly number[];
}

export function preview(body: string, samples: readonly Sample[], start: Nanos): Preview {
  const { stages } = loadStages(body);
  return Preview.run({ stages, dialect: "loki" }, samples, { start, seed: SEED, host: BARE_HOST });
}

/** The entries that leave `body`, in order. */
export function runRows(body: string, rows: readonly Row[], start: Nanos): Row[] {
  if (body === "") return [...rows];
  const run = preview(
    body,
    rows.map(({ sample }) => sample),
    start,
  );
  return run.outputs.map(({ entry }) => ({
    sample: sampleOf(entry),
    origins: entry.origins.flatMap((id) => rows[id]?.origins ?? []),
  }));
}

const sampleOf = ({ line, labels, metadata, extracted, timestamp }: Snapshot): Sample => ({
  line,
  labels: labels.toRecord(),
  metadata,
  timestamp,
  extracted: Object.fromEntries(extracted),
});

/** The text that a stage with `source` reads; undefined where the value is missing or none that has a text. */
export function textOf({ sample }: Row, source: string | undefined): string | undefined {
  if (source === undefined) return sample.line;
  const value = sample.extracted?.[source];
  return value === undefined ? undefined : goString(value);
}
