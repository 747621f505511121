/**
 * Sensitive data of a run, in the worker: what its samples and its outputs contain, and a redaction tried on the samples. Gives
 * way to newer runs between pieces.
 */
import {
  findSensitive,
  type PlannedRedaction,
  type PrivateKind,
  planRedaction,
  type Sample,
  type SensitiveReport,
  SensitiveScan,
} from "@sluice/engine";
import type { SensitiveRun, TriedRedaction } from "../../core/model/sensitive-run.ts";
import { keepLastOpened } from "../../core/workers/analyze.ts";
import type { Running } from "../../core/workers/execute.ts";

/** Entries between two looks for messages. */
const PIECE = 500;
/** Samples that a redaction is tried on. Of more, those with a finding and some of the others. */
const MAX_TRIED = 20_000;

/** Undefined when the answer is not wanted any more. */
export async function sensitiveOfRun(
  { samples, preview, sampleIds }: Running,
  goOn: () => Promise<boolean>,
): Promise<SensitiveRun | undefined> {
  const [inside, leaving] = [new SensitiveScan(), new SensitiveScan()];
  for (const [index, { line, labels, metadata }] of samples.entries()) {
    inside.add(index, { line, labels: Object.entries(labels), metadata });
    if (index % PIECE === PIECE - 1 && !(await goOn())) return undefined;
  }
  for (const [nth, { entry }] of preview.outputs.entries()) {
    leaving.add(entry.origins[0] ?? 0, entry);
    if (nth % PIECE === PIECE - 1 && !(await goOn())) return undefined;
  }
  return { samples: withIds(inside.report(), sampleIds), leaving: withIds(leaving.report(), sampleIds) };
}

/** Entries by the ids of their samples, which stay when samples are added or removed. */
const withIds = (report: SensitiveReport, ids: readonly number[]): SensitiveReport => ({
  ...report,
  kinds: report.kinds.map((kind) => ({ ...kind, indexes: kind.indexes.flatMap((index) => ids[index] ?? []) })),
});

export function redactionOfRun(
  { samples, text, pipeline, options }: Running,
  kinds: readonly PrivateKind[],
): TriedRedaction {
  const open = keepLastOpened();
  const wanted = new Set(kinds);
  const tried = chooseTried(samples, wanted);
  const planned: PlannedRedaction = planRedaction({
    document: open(text),
    open,
    pipeline,
    samples: tried,
    kinds: wanted,
    preview: options,
  });
  if (!planned.ok) return planned;
  const { text: made, redaction, after, changed, otherwise, left } = planned;
  return {
    ok: true,
    of: text,
    text: made,
    code: redaction.code,
    rules: redaction.rules.map(({ kinds: of, fields, others }) => ({ kinds: of, fields, others })),
    stays: redaction.stays.map(({ kind, field, count }) => ({ kind, field, count })),
    after,
    changed,
    otherwise: otherwise.length,
    left: left.kinds,
    tried: tried.length,
    samples: samples.length,
  };
}

function chooseTried(samples: readonly Sample[], kinds: ReadonlySet<PrivateKind>): readonly Sample[] {
  if (samples.length <= MAX_TRIED) return samples;
  const every = Math.ceil(samples.length / (MAX_TRIED / 2));
  let room = MAX_TRIED / 2;
  return samples.filter(({ line }, index) => {
    if (index % every === 0) return true;
    return room > 0 && findSensitive(line).some(({ kind }) => kinds.has(kind)) && room-- > 0;
  });
}
