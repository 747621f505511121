import { expect, it } from "vitest";
import { applyEdits, type Diagnostic } from "../base/diagnostic.ts";
import { LINT_PAGES } from "../document/lint/pages.ts";
import { openDocument } from "../document/open-document.ts";
import { TEST_HOST } from "../testing/index.ts";
import { findHighCardinality } from "./label-cardinality.ts";
import { Preview } from "./preview.ts";

const PAGE = LINT_PAGES.find(({ code }) => code === "high-cardinality-label")!;
const LINES = Array.from({ length: 40 }, (_, i) => `level=${i % 2 === 0 ? "info" : "warn"} trace_id=t${i}`);

function told(text: string, lines: readonly string[] = LINES): Diagnostic[] {
  const { pipelines, file, ok } = openDocument(text);
  expect(ok).toBe(true);
  const samples = lines.map((line) => ({ line, labels: { app: "shop" } }));
  const preview = Preview.run(pipelines[0]!, samples, { start: 0n, seed: 1, host: TEST_HOST });
  return findHighCardinality(
    pipelines[0]!.stages,
    file,
    preview.outputs.map(({ entry }) => entry.labels),
  );
}

it("a label with a different value in nearly every entry is reported with the streams, and moved to metadata", () => {
  const found = told(PAGE.example);
  expect(found.map(({ message }) => message)).toEqual([
    'the label "trace_id" has 40 values in 40 entries of the samples: they make 40 streams, and 2 without it',
  ]);
  const { span, fixes } = found[0]!;
  expect(PAGE.example.slice(span!.start, span!.end)).toBe("trace_id");
  expect(applyEdits(PAGE.example, fixes![0]!.edits)).toBe(PAGE.fixed);
  expect(told(PAGE.fixed!)).toEqual([]);
});

it("the only label of a stage makes it the other stage", () => {
  const text = `stage.logfmt {\n  mapping = { id = "trace_id" }\n}\nstage.labels {\n  values = { trace = "id" }\n}\n`;
  expect(applyEdits(text, told(text)[0]!.fixes![0]!.edits)).toBe(
    text.replace("stage.labels", "stage.structured_metadata"),
  );
});

it("there is no fix where a later stage reads the label, or a pattern sets it", () => {
  const read = `${PAGE.example}stage.limit {\n  rate = 1000\n  burst = 1000\n  drop = true\n  by_label_name = "trace_id"\n}\n`;
  const captured = 'stage.regex {\n  expression = "trace_id=(?P<trace_id>\\\\S+)"\n  labels_from_groups = true\n}\n';
  expect([...told(read), ...told(captured)].map(({ fixes }) => fixes)).toEqual([undefined, undefined]);
});

it.each([
  ["of few entries", PAGE.example, LINES.slice(0, 19)],
  ["of values that come again", PAGE.example, Array.from({ length: 100 }, (_, i) => `trace_id=t${i % 30}`)],
  [
    "where it is silenced",
    PAGE.example.replace("\nstage.labels", "\n// sluice:ignore high-cardinality-label\nstage.labels"),
    LINES,
  ],
  ["of labels that come with the entries", "stage.decolorize { }\n", LINES],
])("nothing is said %s", (_, text, lines) => expect(told(text, lines)).toEqual([]));
