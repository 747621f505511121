/** Compares two configurations on the same samples, from the request to the view's data. Knows nothing of workers. */
import {
  Comparison,
  comparisonRecord,
  type DifferenceRecord,
  differenceRecord,
  type EntryDifference,
  LineIndex,
  type OpenedDocument,
  type PreviewPipeline,
  previewablePipelines,
  type StageHost,
  toSample,
} from "@sluice/engine";
import { readTime } from "../../core/model/sample-time.ts";
import type { CompareAnswer, CompareOrder, CompareRow } from "./compare.ts";

/** Limits: differing entries in full detail, outputs of one entry, and UTF-16 units of all of them. */
const MAX_ROWS = 2000;
const MAX_OUTPUTS = 20;
const MAX_UNITS = 16 * 1024 * 1024;
/** Samples between two checks for cancellation. */
const BATCH = 100;

export interface CompareEnv {
  readonly open: (text: string) => OpenedDocument;
  readonly host: StageHost;
  /** Milliseconds. */
  readonly now: () => number;
  /** Lets messages in; false: the comparison was cancelled. */
  readonly goOn: () => Promise<boolean>;
}

/** Undefined if it was cancelled. */
export async function compareConfigs(order: CompareOrder, env: CompareEnv): Promise<CompareAnswer | undefined> {
  const started = env.now();
  const b = choosePipeline(env.open(order.b), order.pipeline);
  const a = choosePipeline(env.open(order.a), b.ok ? b.id : order.pipeline);
  if (!a.ok) return { kind: "refused", side: "a", message: a.message };
  if (!b.ok) return { kind: "refused", side: "b", message: b.message };
  const start = readTime(order.clock);
  if (start === undefined)
    return { kind: "refused", side: "b", message: `The clock's start ${order.clock} is not an RFC 3339 time.` };
  const rows: CompareRow[] = [];
  let more = 0;
  let units = 0;
  const tell = (difference: EntryDifference) => {
    if (rows.length === MAX_ROWS || units > MAX_UNITS) {
      more++;
      return;
    }
    const record = differenceRecord(difference, MAX_OUTPUTS);
    units += unitsOf(record);
    rows.push({ ...record, sampleId: order.samples[difference.index]!.id });
  };
  const pipelines = { a: a.pipeline, b: b.pipeline };
  const hosts = { a: env.host, b: env.host };
  const made = Comparison.build(pipelines, { start, seed: order.seed, hosts }, tell);
  if (!made.ok) return { kind: "refused", side: made.side, message: placed(order[made.side], made.diagnostic) };
  const samples = order.samples.map((sample) => toSample(sample, {}));
  for (let from = 0; from < samples.length; from += BATCH) {
    made.comparison.send(samples.slice(from, from + BATCH));
    if (!(await env.goOn())) return undefined;
  }
  made.comparison.finish();
  return {
    kind: "compared",
    result: {
      summary: comparisonRecord(made.comparison.summary(), false),
      rows: rows.sort((one, other) => one.index - other.index),
      more,
      pipelines: { a: a.id, b: b.id },
      milliseconds: env.now() - started,
    },
  };
}

const unitsOf = ({ input, a, b }: DifferenceRecord): number =>
  [input, ...a.outputs, ...b.outputs].reduce((sum, { line, ...rest }) => sum + line.length + sizeOf(rest), 0);

const sizeOf = (entry: object): number => JSON.stringify(entry).length;

function placed(text: string, { message, span }: { message: string; span?: { start: number } | undefined }): string {
  return span === undefined ? message : `Line ${new LineIndex(text).position(span.start).line}: ${message}`;
}

type Found =
  | { readonly ok: true; readonly id: string; readonly pipeline: PreviewPipeline }
  | { readonly ok: false; readonly message: string };

/** The pipeline `wanted`, else the one with its label in the other dialect, else the first. */
function choosePipeline(document: OpenedDocument, wanted: string | undefined): Found {
  const label = wanted?.split(".").at(-1);
  const candidates = previewablePipelines(document);
  const chosen =
    candidates.find(({ id }) => id === wanted) ?? candidates.find((one) => one.label === label) ?? candidates[0];
  if (chosen !== undefined) return { ok: true, id: chosen.id, pipeline: chosen };
  const message = document.ok ? "It has no logs.process, so there is nothing to compare." : "It has errors.";
  return { ok: false, message };
}
