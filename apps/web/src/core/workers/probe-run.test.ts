import { TEST_HOST } from "@sluice/engine/testing";
import { expect, it } from "vitest";
import { DEFAULT_CLOCK } from "../model/document.ts";
import { openForPreview } from "./analyze.ts";
import { execute } from "./execute.ts";
import { probeRun, spreadRun } from "./probe-run.ts";

async function running() {
  const samples = ["took=1", "took=20", "other"].map((line, i) => ({ id: i + 7, line, labels: {} }));
  const order = {
    text: 'stage.regex {\n  expression = "took=(?P<took>\\\\d+)"\n}\nstage.docker { }\n',
    pipeline: undefined,
    samples,
    clock: DEFAULT_CLOCK,
    seed: 1,
    holdEnd: false,
    steps: [],
  };
  const env = { open: openForPreview, host: TEST_HOST, now: () => 0, goOn: async () => true };
  const executed = await execute(3, order, env);
  if (!executed?.ok) throw new Error("not run");
  return executed.running;
}

it("tries expressions on the entries of the last run, by the id of the sample", async () => {
  const run = await running();
  const order = {
    run: 3,
    path: "1",
    name: "regex",
    sampleId: 8,
    chosenOnly: false,
    questions: [{ language: "re2" as const, text: "=2", source: { source: "" } }],
  };
  expect(probeRun(run, order, TEST_HOST)).toMatchObject([
    { matched: 1, total: 3, chosen: { sample: 1, text: "took=20", matched: true } },
  ]);
  expect(probeRun(run, { ...order, chosenOnly: true }, TEST_HOST)).toMatchObject([{ matched: 1, total: 1 }]);
  expect(probeRun(run, { ...order, sampleId: null, chosenOnly: true }, TEST_HOST)).toMatchObject([{ total: 0 }]);
  expect(probeRun(run, { ...order, run: 2 }, TEST_HOST)).toBeUndefined();
  expect(probeRun(undefined, order, TEST_HOST)).toBeUndefined();
  const many = { ...order, questions: Array.from({ length: 100 }, () => order.questions[0]!) };
  expect(probeRun(run, many, TEST_HOST)).toHaveLength(60);
});

it("spreads numbers over buckets", async () => {
  const run = await running();
  const order = { run: 3, path: "2", name: "docker", source: "took", bounds: [10] };
  expect(spreadRun(run, order)).toMatchObject({ counts: [1, 1], numbers: 2, total: 3 });
  expect(spreadRun(run, { ...order, run: 4 })).toBeUndefined();
});
