/**
 * Counts of a run's samples in the whole graph of its configuration. The page asks for them after a run, while the
 * graph is shown.
 */
import { type GraphFlow, type OpenedDocument, previewGraph } from "@sluice/engine";
import type { GraphRun } from "../model/run.ts";
import type { Running } from "./execute.ts";
import { runLimit } from "./run-limit.ts";

interface GraphEnv {
  readonly open: (text: string) => OpenedDocument;
  /** Milliseconds. */
  readonly now: () => number;
  /** Lets messages in; false: it is not wanted any more. */
  readonly goOn: () => Promise<boolean>;
}

/** Undefined when it is not wanted any more. */
export async function runGraph(running: Running, { open, now, goOn }: GraphEnv): Promise<GraphRun | undefined> {
  const { id, text, samples, options, preview } = running;
  const until = preview.ended ? undefined : preview.clock.now();
  const steps = previewGraph(open(text), samples, { ...options, until });
  const started = now();
  const answer = (flow: GraphFlow | undefined): GraphRun => ({ run: id, text, flow });
  for (;;) {
    const { done, value } = steps.next();
    if (done) return answer(value);
    if (!(await goOn())) return undefined;
    if (now() - started > runLimit(samples.length)) return answer(undefined);
  }
}
