/** One sample by itself equals its part of a run of all, over everything that was ever recorded. */
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { readVectorFiles, VECTOR_HOST } from "../../conformance/vector-files.ts";
import { buildWithResources } from "../pipeline/resources.ts";
import { fewAlike, previewCases, TEST_HOST } from "../testing/index.ts";
import { Preview, type PreviewOptions, type Sample } from "./preview.ts";
import { previewOne } from "./preview-one.ts";
import { snapshotToJson, stepToJson } from "./trace-json.ts";

const LONGEST = 50;

/** What is known of one sample, without its places among all steps and all that left, which one alone cannot tell. */
const knownOf = (preview: Preview, index: number) => ({
  steps: preview.stepsOf(index).map((step) => ({ ...stepToJson(step, index), sequence: undefined })),
  outputs: preview.outcomeOf(index).outputs.map(({ at, entry }) => ({ at, entry: snapshotToJson(entry) })),
  status: preview.outcomeOf(index).status,
});

const passedBefore = (samples: readonly Sample[], index: number) =>
  samples.slice(0, index).reduce((sum, { advance }) => sum + (advance ?? 0n), 0n);

// More than a thousand runs, and one of each entry.
it("is the same as in a run of all samples", { timeout: 60_000 }, () => {
  let compared = 0;
  for (const { name, stages, samples, start } of fewAlike(previewCases(readVectorFiles()))) {
    if (samples.length > LONGEST) continue;
    const pipeline = { stages, dialect: "loki" as const };
    const options: PreviewOptions = { start, seed: 7, host: VECTOR_HOST };
    const built = buildWithResources(() => Preview.run(pipeline, samples, options));
    if (!built.ok) continue;
    for (const [index, sample] of samples.entries()) {
      const place = { index, passed: passedBefore(samples, index) };
      const one = previewOne(pipeline, sample, place, options);
      if (one === undefined) break;
      const [alone, among] = [knownOf(one, index), knownOf(built.built, index)];
      if (!isDeepStrictEqual(alone, among)) expect(alone, `${name}, sample ${index}`).toEqual(among);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(1500);
});

describe("what decides with other samples in mind", () => {
  const preview = (config: string) => {
    const [found] = previewCases([
      { kind: "stages", cases: [{ name: "one", stages: config, entries: [{ line: "a" }] }] },
    ]);
    return previewOne(
      { stages: found!.stages, dialect: "logs" },
      { line: "a", labels: { a: "1" } },
      { index: 3, passed: 0n },
      { start: 0n, seed: 1, host: TEST_HOST },
    );
  };

  it.each([
    ["a stage that counts", "stage.limit {\n rate = 1\n burst = 1\n}"],
    ["a stage that collects", 'stage.multiline { firstline = "^S" }'],
    ["one inside of another", `stage.match {\n selector = "{a=\\"1\\"}"\n stage.limit {\n rate = 1\n burst = 1\n}\n}`],
    ["a choice by chance", "stage.sampling { rate = 0.5 }"],
    ["chance in a template", 'stage.template {\n source = "x"\n template = "{{ randAlpha 3 }}"\n}'],
  ])("is not looked at by itself: %s", (_, config) => {
    expect(preview(config)).toBeUndefined();
  });

  it("has its own index and time otherwise", () => {
    const one = preview("stage.decolorize { }");
    expect(one?.outcomeOf(3)).toMatchObject({ settled: "out" });
    expect(one?.stepsOf(3).map(({ before }) => before?.origins)).toEqual([[3]]);
    expect(one?.stepsOf(0)).toEqual([]);
  });
});
