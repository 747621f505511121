/** Rows, counts and the inspector's steps say what the engine's outcomes say, as command line and server do. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import {
  buildWithResources,
  entryRecord,
  formatRfc3339,
  Preview,
  type StageHost,
  summaryRecord,
  toSample,
} from "@sluice/engine";
import { previewCases, TEST_HOST, toContents } from "@sluice/engine/testing";
import { expect, it } from "vitest";
import { makeStepViews, stageCells } from "../domain/inspect/step-view.ts";
import { analyze, openForPreview } from "./analyze.ts";
import { execute, traceOf } from "./execute.ts";

const FOLDER = new URL("../../../../packages/engine/conformance/vectors/", import.meta.url);
const FILES = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));
const CASES = previewCases(FILES.map((name) => JSON.parse(readFileSync(new URL(name, FOLDER), "utf8"))));
const PLACES = [FOLDER, new URL("../../../../public/", import.meta.url)];
const host: StageHost = {
  ...TEST_HOST,
  resource(path) {
    const place = PLACES.map((folder) => new URL(path, folder)).find((url) => existsSync(url));
    return place === undefined ? undefined : readFileSync(place);
  },
};
/** Entries of a case at most: the rest of a long one is like the first. */
const MOST = 3;

// Thousands of runs, each of them twice.
it("the page agrees with the outcomes over all vectors and examples", { timeout: 60_000 }, async () => {
  let compared = 0;
  for (const { name, text, stages, samples, start } of CASES) {
    const contents = toContents(samples.slice(0, MOST));
    const own = contents.map((content) => toSample(content, {}));
    const made = buildWithResources(() => Preview.run({ stages, dialect: "logs" }, own, { start, seed: 1, host }));
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
      open: openForPreview,
      host,
      now: () => 0,
      goOn: () => Promise.resolve(true),
    });
    if (run === undefined || !run.ok) throw new Error(`${name}: ${run?.message}`);
    const { result, running } = run;
    const { stages: counts, balance } = summaryRecord(made.built, false);
    expect([name, result.counts, result.balance]).toEqual([name, counts, balance]);
    const items = analyze(text).pipelines[0]!.stages;
    for (const i of own.keys()) {
      const { status, settled, steps, stages: statuses, outputs } = entryRecord(made.built, i);
      const row = result.samples[i]!;
      expect([name, i, row.status, row.settled, row.outputs]).toEqual([name, i, status, settled, outputs.length]);
      const views = makeStepViews(items, traceOf(running, 1, i)!.steps, i);
      const reached = views.filter((view) => view.status !== "not_reached");
      expect([name, i, reached.map((view) => `${view.path} ${view.status}`).sort()]).toEqual([
        name,
        i,
        steps.map((step) => `${step.path} ${step.status}`).sort(),
      ]);
      const cells = stageCells(views).map((cell) => [cell.path, cell.status]);
      expect([name, i, Object.fromEntries(cells)]).toEqual([name, i, statuses]);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(1000);
});
