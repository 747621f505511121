import { describe, expect, it } from "vitest";
import { diagnose, runStages, stageNotes } from "../testing/index.ts";

const config = (values: string) => `stage.static_labels {\n  values = ${values}\n}`;

describe("stage.static_labels", () => {
  it.each([
    ["adds labels", '{ a = "1", b = "2" }', { app: "x" }, { a: "1", app: "x", b: "2" }],
    ["overwrites a label", '{ app = "new" }', { app: "old" }, { app: "new" }],
    ["skips empty values", '{ app = "", b = "2" }', { app: "old" }, { app: "old", b: "2" }],
    ["skips null values", "{ app = null }", { app: "old" }, { app: "old" }],
    ["takes numbers as text", "{ a = 5, b = 1.50 }", {}, { a: "5", b: "1.5" }],
    ["takes any name", '{ "k8s-app" = "x", __tenant_id__ = "t" }', {}, { __tenant_id__: "t", "k8s-app": "x" }],
  ])("%s", (_name, values, labels, wanted) => {
    expect(runStages(config(values), [{ labels }]).out[0]?.labels).toEqual(wanted);
  });

  it("does not change the extracted map", () => {
    expect(runStages(config('{ app = "new" }'), [{ labels: { app: "old" } }]).out[0]?.extracted).toEqual({
      app: "old",
    });
  });

  it("warns where it does nothing", () => {
    expect(diagnose("stage.static_labels { }")).toEqual([
      'warning values-missing: stage.static_labels without values sets nothing; Alloy refuses it: missing required attribute "values"',
    ]);
    expect(diagnose(config("{}"))).toEqual([
      "warning values-empty: stage.static_labels with empty values sets nothing",
    ]);
  });
});

describe("notes of stage.static_labels", () => {
  for (const { name, run } of stageNotes("static_labels", [
    ["a label that is there", 'values = { a = "1" }', { labels: { a: "1" } }, [], "not missed"],
  ]))
    it(name, run);
});
