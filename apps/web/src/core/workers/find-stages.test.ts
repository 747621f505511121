import { expect, it } from "vitest";
import { type AddableStage, findStages } from "./find-stages.ts";

const stage = (name: string, summary: string, deprecated?: string): AddableStage => ({
  name,
  summary,
  category: "label",
  deprecated,
  code: `stage.${name} { }\n`,
});
const STAGES = [
  stage("labeldrop", "Removes labels."),
  stage("label_drop", "Removes labels.", "use labeldrop"),
  stage("static_labels", "Sets labels to fixed values."),
  stage("drop", "Drops entries."),
];

it.each([
  ["", ["labeldrop", "static_labels", "drop", "label_drop"]],
  ["drop", ["drop", "labeldrop", "label_drop"]],
  ["FIXED labels", ["static_labels"]],
  ["removes", ["labeldrop", "label_drop"]],
  ["nothing such", []],
])("stages are found by %j, names first", (query, names) => {
  expect(findStages(STAGES, query).map(({ name }) => name)).toEqual(names);
});
