import { describe, expect, it } from "vitest";
import { diagnose, runStages, stageNotes } from "../testing/index.ts";

const metadata = [
  ["trace", "t"],
  ["tag", "x"],
  ["tag", "y"],
] as const;
const run = (values: string) =>
  runStages(
    `stage.structured_metadata_drop {\n  values = ${values}\n}`,
    [{ labels: { tag: "label" }, structured_metadata: metadata }],
    { trace: true },
  );

describe("stage.structured_metadata_drop", () => {
  it.each([
    ["every pair of a name", '["tag"]', [["trace", "t"]]],
    ["several names", '["tag", "trace"]', []],
    ["no other case and no expression", '["Tag", "t.*"]', metadata],
  ])("removes %s", (_name, values, wanted) => {
    const { out, steps } = run(values);
    expect(out[0]).toMatchObject({ structured_metadata: wanted, labels: { tag: "label" } });
    expect(steps[0]?.[0]?.reasons.map(({ code }) => code)).toEqual(wanted === metadata ? ["metadata-missing"] : []);
  });

  it.each([
    ["no names", "values = []", "error values-empty: structured_metadata_drop stage config cannot be empty"],
    ["null", "values = null", "error values-empty: structured_metadata_drop stage config cannot be empty"],
    ["nothing", "", 'error missing-argument: missing required attribute "values"'],
  ])("refuses %s", (_name, argumentsText, diagnostic) => {
    expect(diagnose(`stage.structured_metadata_drop {\n${argumentsText}\n}`)).toEqual([diagnostic]);
  });
});

describe("notes of stage.structured_metadata_drop", () => {
  for (const { name, run } of stageNotes("structured_metadata_drop", [
    ["none of the names", 'values = ["a"]', "x", "metadata-missing", "not missed"],
  ]))
    it(name, run);
});
