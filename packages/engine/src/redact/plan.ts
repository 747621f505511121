/**
 * A redaction in a pipeline: its stages at the first place where lines are whole, before anything makes labels, metadata or
 * metrics of them. Tried on all samples before anybody takes it: what it changes of what leaves the pipeline, and what stays.
 */

import { flattenCards, listStageCards, type StageCard } from "../document/edits/stage-cards.ts";
import { editStages } from "../document/edits/stage-edits.ts";
import { findPipeline, type OpenedDocument, readTree } from "../document/open-document.ts";
import type { Snapshot } from "../pipeline/snapshot.ts";
import { Preview, type PreviewOptions, type PreviewPipeline, type Sample } from "../preview/preview.ts";
import { type PrivateKind, SECRET_KINDS, type SensitiveReport, SensitiveScan } from "../sensitive/index.ts";
import { type Redaction, redactionFor } from "./redaction.ts";

export interface PlanInput {
  readonly document: OpenedDocument;
  /** Opens a text as the document was opened. */
  readonly open: (text: string) => OpenedDocument;
  /** Id of the pipeline. */
  readonly pipeline: string;
  readonly samples: readonly Sample[];
  readonly kinds?: ReadonlySet<PrivateKind> | undefined;
  readonly preview: PreviewOptions;
}

export interface RedactionPlan {
  readonly ok: true;
  /** The whole text with the stages. */
  readonly text: string;
  readonly redaction: Redaction;
  /** Name of the stage behind which they stand; undefined: they are the first. */
  readonly after: string | undefined;
  /** Samples of which something else leaves. */
  readonly changed: number;
  /** Samples whose result differs in more than the redacted texts: time, names of labels, dropped or not. */
  readonly otherwise: readonly number[];
  /** What is still in what leaves, of the kinds that were asked for. */
  readonly left: SensitiveReport;
}

export type PlannedRedaction = RedactionPlan | { readonly ok: false; readonly reason: string };

const NOT_TOLD = "No stage can redact these values: no expression tells them from their surroundings.";
const LINES_OF_KEY = "The lines of the private key are entries of their own. Join them with stage.multiline first.";

export function planRedaction(input: PlanInput): PlannedRedaction {
  const { document, open, pipeline: id, samples, kinds = SECRET_KINDS, preview } = input;
  const pipeline = findPipeline(document, id);
  const cards = listStageCards(document).find((one) => one.id === id)?.cards;
  if (cards === undefined || (pipeline === undefined && flattenCards(cards).length > 0))
    return { ok: false, reason: "The pipeline has errors. Fix them first." };
  const before: PreviewPipeline = pipeline ?? { stages: [], dialect: "loki" };
  const first = before.stages.findIndex(({ spec }) => spec.makesLines !== true);
  const lead = first < 0 ? before.stages.length : first;
  const whole = lead === 0 ? samples : linesAfter(before, lead, samples, preview);
  const redaction = redactionFor(
    whole.map(({ line }) => line),
    kinds,
  );
  if (redaction.rules.length === 0)
    return { ok: false, reason: redaction.stays.some(({ kind }) => kind === "private_key") ? LINES_OF_KEY : NOT_TOLD };
  const edited = editStages(readTree(document.text), id, {
    kind: "insert",
    code: redaction.code,
    to: { parent: undefined, index: placeOfCard(cards, lead) },
  });
  if (!edited.ok) return edited;
  const after = findPipeline(open(edited.text), id);
  if (after === undefined) return { ok: false, reason: "The stages do not fit at that place of the configuration." };
  const runs = [before, after].map((one) => Preview.run(one, samples, preview)) as [Preview, Preview];
  const left = new SensitiveScan();
  for (const { entry } of runs[1].outputs) left.add(entry.origins[0] ?? 0, entry);
  return {
    ok: true,
    text: edited.text,
    redaction,
    after: lead === 0 ? undefined : before.stages[lead - 1]!.spec.name,
    ...difference(runs, samples.length),
    left: onlyKinds(left.report(), kinds),
  };
}

/** What the first stages make of the samples. */
function linesAfter(
  { stages, dialect }: PreviewPipeline,
  lead: number,
  samples: readonly Sample[],
  how: PreviewOptions,
) {
  const run = Preview.run({ stages: stages.slice(0, lead), dialect }, samples, { ...how, end: true });
  return run.outputs.map(({ entry }) => entry);
}

/** Behind the first `lead` stages, those that are switched off not counted. */
function placeOfCard(cards: readonly StageCard[], lead: number): number {
  let index = 0;
  for (let stages = 0; stages < lead; index++) if (cards[index]?.off !== true) stages++;
  return index;
}

function difference([before, after]: readonly [Preview, Preview], count: number) {
  let changed = 0;
  const otherwise: number[] = [];
  for (let sample = 0; sample < count; sample++) {
    const [was, is] = [before.outcomeOf(sample), after.outcomeOf(sample)];
    const pairs = was.outputs.map((one, nth) => [one.entry, is.outputs[nth]?.entry] as const);
    if (pairs.some(([a, b]) => b === undefined || contentOf(a) !== contentOf(b))) changed++;
    const same =
      was.settled === is.settled &&
      was.outputs.length === is.outputs.length &&
      pairs.every(([a, b]) => b !== undefined && frameOf(a) === frameOf(b));
    if (!same) otherwise.push(sample);
  }
  return { changed, otherwise };
}

const contentOf = ({ line, labels, metadata }: Snapshot): string => JSON.stringify([line, labels.key, metadata]);
/** What a redaction must not change. */
const frameOf = ({ timestamp, labels, metadata }: Snapshot): string =>
  JSON.stringify([String(timestamp), [...labels].map(([name]) => name), metadata.map(([name]) => name)]);

const onlyKinds = (report: SensitiveReport, kinds: ReadonlySet<PrivateKind>): SensitiveReport => ({
  ...report,
  kinds: report.kinds.filter(({ kind }) => kinds.has(kind)),
});
