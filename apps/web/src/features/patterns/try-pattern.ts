/** Tries a stage for a pattern on the samples of the last run, from the request to what it does. Knows nothing of workers. */
import {
  entriesPlaced,
  expressionInSteps,
  insertStages,
  isSeriousLine,
  lostByLevel,
  outputTotals,
  type PatternExpression,
  type PatternMiner,
  type PlacedLine,
  placeForPattern,
  stageFor,
} from "@sluice/engine";
import { keepLastOpened } from "../../core/workers/analyze.ts";
import { type ExecuteEnv, execute, type Running } from "../../core/workers/execute.ts";
import type { PatternActionAnswer, PatternActionOrder } from "../../core/workers/preview-protocol.ts";

/** The label of a selector where entries have none: any name would do, and this one is usual. */
const USUAL_LABEL = "job";

const refuse = (message: string): PatternActionAnswer => ({ kind: "refused", message });

/** Undefined if it was cancelled. */
export async function tryPattern(
  running: Running,
  { number, sampleIds, name, action }: PatternActionOrder,
  miner: Pick<PatternMiner, "valuesIn">,
  env: Pick<ExecuteEnv, "host" | "now" | "goOn">,
): Promise<PatternActionAnswer | undefined> {
  const open = keepLastOpened();
  const document = open(running.text);
  const { place, after } = placeForPattern(document, running.pipeline);
  const wanted = new Set(sampleIds);
  let continued = 0;
  const placed = entriesPlaced(running.preview, running.samples, place).map(({ line, sample }): PlacedLine => {
    if (!wanted.has(running.sampleIds[sample]!)) return { line, own: false };
    const own = miner.valuesIn(running.samples[sample]!.line, number) !== undefined;
    if (!own) continued++;
    return { line, own };
  });
  const expression = await inTurns(expressionInSteps(placed), env.goOn);
  if (expression === "cancelled") return undefined;
  if (expression === undefined)
    return refuse(
      after === undefined
        ? "The samples have no entry of this pattern."
        : `No entry of this pattern reaches the end of stage ${after.path} ${after.name}.`,
    );
  const label = Object.keys(running.order.samples[0]?.labels ?? {})[0] ?? USUAL_LABEL;
  // Where all of them report trouble, sparing these would leave the sampling nothing to do.
  const spares = action.kind === "sample" && !placed.every(({ line, own }) => !own || isSeriousLine(line));
  const stage = stageFor(action, expression.text, { label, name, spares });
  const inserted = insertStages(document, running.pipeline, place, [stage]);
  if (inserted === undefined) return refuse("Stages cannot be added to this configuration.");
  const executed = await execute(0, { ...running.order, text: inserted.text }, { ...env, open });
  if (executed === undefined) return undefined;
  if (!executed.ok) return refuse(executed.message);
  return {
    kind: "tried",
    text: running.text,
    edited: inserted.text,
    stage,
    path: inserted.path,
    after,
    expression,
    entries: placed.length,
    continued,
    without: outputTotals(running.preview),
    with: outputTotals(executed.running.preview),
    lost: lostByLevel(running.preview.outputs, executed.running.preview.outputs),
    spares,
  };
}

/** The result of `steps`, with a turn for messages after each. */
async function inTurns(
  steps: Generator<undefined, PatternExpression | undefined>,
  goOn: () => Promise<boolean>,
): Promise<PatternExpression | "cancelled" | undefined> {
  for (;;) {
    const step = steps.next();
    if (!(await goOn())) return "cancelled";
    if (step.done) return step.value;
  }
}
