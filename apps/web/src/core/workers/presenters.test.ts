/** Rows, counts and the inspector's steps say what the engine's outcomes say, as command line and server do. */
import { isDeepStrictEqual } from "node:util";
import { buildWithResources, entryRecord, formatRfc3339, Preview, summaryRecord, toSample } from "@sluice/engine";
import { previewCases, toContents } from "@sluice/engine/testing";
import { readVectorFiles, VECTOR_HOST } from "@sluice/engine/vectors";
import { expect, it } from "vitest";
import { makeStepViews, stageCells } from "../model/step-view.ts";
import { describeDocument, keepLastOpened } from "./analyze.ts";
import { execute, traceOf } from "./execute.ts";

const CASES = previewCases(readVectorFiles());
const stepOf = ({ path, status }: { readonly path: string; readonly status: string }) => `${path} ${status}`;

/** Entries of a case at most: the rest of a long one is like the first. */
const MOST = 2;

// More than a thousand runs, each of them twice.
it("the page agrees with the outcomes over all vectors and examples", { timeout: 60_000 }, async () => {
  let compared = 0;
  const open = keepLastOpened();
  for (const { name, text, stages, samples, start } of CASES) {
    const contents = toContents(samples.slice(0, MOST));
    const own = contents.map((content) => toSample(content, {}));
    const made = buildWithResources(() =>
      Preview.run({ stages, dialect: "logs" }, own, { start, seed: 1, host: VECTOR_HOST }),
    );
    if (!made.ok) continue;
    const order = {
      text,
      pipeline: undefined,
      samples: contents.map((content, id) => ({ ...content, labels: content.labels ?? {}, id })),
      clock: formatRfc3339(start),
      seed: 1,
      holdEnd: false,
      steps: [],
    };
    const run = await execute(1, order, {
      open,
      host: VECTOR_HOST,
      now: () => 0,
      goOn: () => Promise.resolve(true),
    });
    if (run === undefined || !run.ok) throw new Error(`${name}: ${run?.message}`);
    const { result, running } = run;
    const { stages: counts, balance } = summaryRecord(made.built, false);
    if (!isDeepStrictEqual([result.counts, result.balance], [counts, balance]))
      expect([name, result.counts, result.balance]).toEqual([name, counts, balance]);
    const items = describeDocument(open(text)).pipelines[0]!.stages;
    for (const i of own.keys()) {
      const { status, settled, steps, stages: statuses, outputs } = entryRecord(made.built, i);
      const row = result.samples[i]!;
      const views = makeStepViews(items, traceOf(running, 1, i)!.steps, i);
      const reached = views.filter((view) => view.status !== "not_reached");
      const cells = stageCells(views).map((cell) => [cell.path, cell.status]);
      const told = [row.status, row.settled, row.outputs, reached.map(stepOf).sort(), Object.fromEntries(cells)];
      const wanted = [status, settled, outputs.length, steps.map(stepOf).sort(), statuses];
      if (!isDeepStrictEqual(told, wanted)) expect([name, i, told]).toEqual([name, i, wanted]);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(1000);
});
