import { describe, expect, it } from "vitest";
import { diagnose, runStages, stageNotes } from "../testing/index.ts";

const labels = { app: "web", env: "prod", pod: "p-1" };
const run = (values: string) => runStages(`stage.label_drop {\n  values = ${values}\n}`, [{ labels }], { trace: true });

describe("stage.label_drop", () => {
  it.each([
    ["one label", '["pod"]', { app: "web", env: "prod" }],
    ["several labels", '["pod", "env", "pod"]', { app: "web" }],
    ["a name that is an expression elsewhere", '["p.*"]', labels],
    ["another case", '["App"]', labels],
    ["no names", "[]", labels],
  ])("removes %s", (_name, values, wanted) => {
    const { out, steps } = run(values);
    expect(out[0]).toMatchObject({ labels: wanted, extracted: labels });
    expect(steps[0]?.[0]?.reasons.map(({ code }) => code)).toEqual(wanted === labels ? ["labels-missing"] : []);
  });

  it("warns where it does nothing", () => {
    expect(diagnose("stage.label_drop { }")[0]).toMatch(/^warning values-missing: .*Alloy refuses it/);
    expect(diagnose("stage.label_drop {\n  values = []\n}")[0]).toMatch(
      /^warning values-empty: .*labeldrop stage config cannot be empty$/,
    );
  });
});

describe("notes of stage.label_drop", () => {
  for (const { name, run } of stageNotes("label_drop", [
    ["none of the labels", 'values = ["a"]', "x", "labels-missing", "not missed"],
  ]))
    it(name, run);
});
