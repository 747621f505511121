/** The saving that leaves out structured metadata which lines hold too. */
import { expect, it } from "vitest";
import { atOnce } from "../base/at-once.ts";
import { openDocument } from "../document/open-document.ts";
import { Preview, type PreviewOptions, type Sample } from "../preview/preview.ts";
import { measureCosts, type Saving, savingsInSteps } from "./index.ts";

const OPTIONS: PreviewOptions = { start: 0n, seed: 1, host: { resource: () => undefined, sha256: () => "" } };

const SAMPLES = Array.from({ length: 40 }, (_, i): Sample => {
  return { line: `payment failed user=u${i} request=aaaa-bbbb-cccc-${i}`, labels: { job: "a" } };
});
const LOGFMT = 'stage.logfmt { mapping = { user = "", request = "" } }\n';

function run(text: string, samples = SAMPLES) {
  const document = openDocument(text, { purpose: "preview" });
  expect(document.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const pipeline = document.pipelines[0]!;
  const measured = { stages: pipeline.stages, samples, preview: Preview.run(pipeline, samples, OPTIONS) };
  const report = measureCosts(measured);
  const input = { document, text, pipeline: pipeline.id, run: measured, options: OPTIONS, report };
  const found = atOnce(savingsInSteps(input)).filter(({ kind }) => kind === "leave-out-metadata");
  return { report, found };
}

const named = (found: readonly Saving[]) => found.map(({ subject, text }) => [subject, text]);

it("leaves out the most expensive copy, with the effect that a run has", () => {
  const text = `${LOGFMT}stage.structured_metadata {
  values = {
    user    = "",
    request = "",
  }
}
`;
  const { report, found } = run(text);
  const less = `${LOGFMT}stage.structured_metadata {
  values = {
    user    = "",
  }
}
`;
  expect(named(found)).toEqual([["request", less]]);
  expect(found[0]!.out).toEqual(run(less).report.out);
  expect(report.out.bytes - found[0]!.out.bytes).toBe(report.metadata[0]!.bytes);
});

it("removes a stage that set nothing else, and every stage that sets it", () => {
  const text = `${LOGFMT}stage.structured_metadata { values = { request = "" } }
stage.match {
  selector = "{job=\\"a\\"}"
  stage.structured_metadata { values = { request = "", made = "user" } }
}
`;
  expect(named(run(text).found)).toEqual([
    [
      "request",
      `${LOGFMT}stage.match {
  selector = "{job=\\"a\\"}"
  stage.structured_metadata { values = { made = "user" } }
}
`,
    ],
  ]);
});

it.each([
  ["is no copy", `stage.structured_metadata { values = { job = "" } }`],
  [
    "is read by a later stage",
    `${LOGFMT}stage.structured_metadata { values = { request = "" } }
stage.labels {
  source_type = "structured_metadata"
  values      = { request = "" }
}`,
  ],
  ["is taken by a pattern for names", `${LOGFMT}stage.structured_metadata { regex = "request" }`],
  [
    "would be a label again",
    `${LOGFMT}stage.labels { values = { request = "" } }
stage.structured_metadata { values = { request = "" } }`,
  ],
])("leaves alone what %s", (_, text) => {
  expect(run(text).report.metadata).toHaveLength(1);
  expect(named(run(text).found)).toEqual([]);
});
