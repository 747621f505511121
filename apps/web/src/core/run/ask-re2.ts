/** Asks RE2 itself for a second opinion on expressions: loaded with the first question. */
import { type FormBody, type FormField, type Probe, withOldGroupNames } from "@sluice/engine";
import type { Analysis } from "../model/analysis.ts";
import type { App } from "../page/app.ts";
import { compareWithRe2, ownAnswer, type Re2Verdict } from "../re2/compare.ts";
import { sourceOf } from "../text/sibling-text.ts";
import { unlessGone } from "../workers/gone.ts";

/** RE2's verdict on `probe`, which tried an expression. Never rejects. */
export async function askRe2(app: App, probe: Probe): Promise<Re2Verdict> {
  const own = ownAnswer(probe);
  const result = await app.re2.check({ pattern: withOldGroupNames(own.pattern), text: own.text });
  return compareWithRe2(own, result);
}

/** An expression of a stage, as it is written. */
export interface Written {
  readonly pipeline: string;
  readonly stage: string;
  readonly name: string;
  readonly source: string;
  readonly question: Parameters<App["preview"]["probe"]>[0]["questions"][number];
}

/** Expressions of one stage that are compared after a change. */
const MAX_CHANGED = 4;

/** The expressions of the stage in which two texts begin to differ, those that the one before did not have. */
export async function changedExpressions(app: App, now: Analysis, before: Analysis): Promise<readonly Written[]> {
  let at = 0;
  while (at < now.text.length && now.text[at] === before.text[at]) at++;
  for (const { id: pipeline, cards } of now.cards ?? []) {
    const card = cards.findLast(({ start, end, off }) => !off && start <= at && at <= end);
    if (card === undefined) continue;
    const form = await app.language.stageForm(now.text, { pipeline, stage: card.id });
    return expressionsIn(form?.body)
      .filter(({ source }) => !before.text.includes(source))
      .slice(0, MAX_CHANGED)
      .map((one) => ({ pipeline, stage: card.id, name: card.name, ...one }));
  }
  return [];
}

function expressionsIn(body: FormBody | undefined): Pick<Written, "source" | "question">[] {
  if (body === undefined) return [];
  const own = body.fields.filter(isExpression).map(({ source, value }) => ({
    source,
    question: { language: "re2" as const, text: value, source: sourceOf(body) },
  }));
  return [...own, ...body.blocks.flatMap((block) => expressionsIn(block.body))];
}

const isExpression = (field: FormField): field is FormField & { readonly source: string; readonly value: string } =>
  field.control.kind === "code" &&
  field.control.language === "re2" &&
  field.source !== undefined &&
  typeof field.value === "string";

/** Undefined while there is no run to try it on. */
export async function check(app: App, { stage, name, question }: Written): Promise<Re2Verdict | undefined> {
  const run = app.stores.preview.getState().result?.id;
  if (run === undefined) return undefined;
  const { sampleId } = app.stores.selection.getState();
  const order = { run, path: stage, name, questions: [question], sampleId, chosenOnly: true };
  const [probe] = unlessGone(await app.preview.probe(order)) ?? [];
  return probe && askRe2(app, probe);
}
