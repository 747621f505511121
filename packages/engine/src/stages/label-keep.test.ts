import { describe, expect, it } from "vitest";
import { diagnose, runStages, stageNotes } from "../testing/index.ts";

const labels = { __path__: "/x", app: "web", env: "prod" };
const run = (values: string) =>
  runStages(`stage.label_keep {\n  values = ${values}\n}`, [{ labels }, { labels }], { trace: true });

describe("stage.label_keep", () => {
  it.each([
    ["one label", '["app"]', { app: "web" }],
    ["labels that are not there", '["app", "zone"]', { app: "web" }],
    ["internal labels where they are named", '["__path__"]', { __path__: "/x" }],
    ["nothing of another case", '["APP"]', {}],
    ["nothing without names", "[]", {}],
    ["everything", '["env", "app", "__path__"]', labels],
  ])("keeps %s", (_name, values, wanted) => {
    const { out, steps } = run(values);
    expect(out.map((one) => one.labels)).toEqual([wanted, wanted]);
    expect(out[0]?.extracted).toEqual(labels);
    expect(steps[0]?.[0]?.reasons.map(({ code }) => code)).toEqual(wanted === labels ? ["labels-kept"] : []);
  });

  it("warns where it removes everything", () => {
    expect(diagnose("stage.label_keep { }")[0]).toMatch(/^warning values-missing: .*Alloy refuses it/);
    expect(diagnose("stage.label_keep {\n  values = []\n}")[0]).toMatch(
      /^warning values-empty: .*labelallow stage config cannot be empty$/,
    );
  });
});

describe("notes of stage.label_keep", () => {
  for (const { name, run } of stageNotes("label_keep", [
    ["no label", 'values = ["a"]', "x", "labels-kept", "not missed"],
    ["no other label", 'values = ["a"]', { labels: { a: "1" } }, "labels-kept", "not missed"],
  ]))
    it(name, run);
});
