/** A recorded expectation is then met, over recorded configurations of all kinds. */

import { formatRfc3339 } from "@sluice/languages/base";
import { formatDuration } from "@sluice/languages/goduration";
import { expect, it } from "vitest";
import { readVectorFiles, VECTOR_HOST } from "../../conformance/vector-files.ts";
import { openDocument } from "../document/open-document.ts";
import { fewAlike, previewCases } from "../testing/preview-cases.ts";
import { editTests, type NewTest, newTestFile, type TestEdit } from "./edit-tests.ts";
import { type RecordChoice, recordExpectation, updateExpectation } from "./record.ts";
import { runTests, type TestRun } from "./run-tests.ts";
import { readTestFile } from "./test-file.ts";

/** Each is played four times: of those that are much alike some are enough. */
const CASES = fewAlike(previewCases(readVectorFiles()))
  .filter(({ samples }) => samples.length > 0 && samples.length <= 20)
  .filter((_, i) => i % 12 === 0);

function write(text: string, ...edits: TestEdit[]): string {
  const result = editTests(text, edits);
  if (!result.ok) throw new Error(result.message);
  return result.text;
}

function play(text: string, config: string): TestRun {
  const read = readTestFile(text);
  if (!read.ok) throw new Error(JSON.stringify(read.diagnostics));
  return runTests(read.file, openDocument(config), { host: VECTOR_HOST, keep: true });
}

const EXACT: RecordChoice = { exact: true, parts: new Set(["metrics"]) };
const PARTS: RecordChoice = {
  exact: false,
  parts: new Set(["outcome", "line", "labels", "timestamp", "structured_metadata", "metrics"]),
};

it(`of ${CASES.length} recorded configurations`, () => {
  expect(CASES.length).toBeGreaterThan(100);
  for (const { name, text, samples, start, endAdvance } of CASES) {
    const test: NewTest = {
      name: "exact",
      clock: start,
      samples: samples.map(({ advance, timestamp, ...rest }) => ({
        ...rest,
        ...(timestamp === undefined ? {} : { timestamp: formatRfc3339(timestamp) }),
        ...(advance === undefined ? {} : { advance: formatDuration(advance) }),
      })),
      advance: formatDuration(endAdvance),
    };
    const bare = write(newTestFile({}), { kind: "add", test }, { kind: "add", test: { ...test, name: "parts" } });
    const [first, second] = play(bare, text).results;
    // Databases that may not be distributed are not there.
    if (/\.mmdb: no such file/.test(first!.problem!)) continue;
    expect(first!.problem, name).toBe("it expects nothing yet");
    const recorded = write(
      bare,
      { kind: "expect", index: 0, expect: recordExpectation(first!.played!, EXACT) },
      { kind: "expect", index: 1, expect: recordExpectation(second!.played!, PARTS) },
    );
    const again = play(recorded, text).results;
    const differing = again.flatMap(({ parts, problem }) => [...parts.filter(({ same }) => !same), ...(problem ?? "")]);
    expect(differing, `${name}\n${text}\n${recorded}`).toEqual([]);
    // What is as it was expected stays as it is written.
    const updates = again.map(({ played, test }, index) => {
      return { kind: "expect" as const, index, expect: updateExpectation(test.expect, played!) };
    });
    expect(write(recorded, ...updates), name).toBe(recorded);
  }
});

const CONFIG =
  'stage.logfmt { mapping = { level = "", app = "" } }\nstage.labels { values = { level = "", app = "" } }\nstage.drop { expression = "noise" }\n';

const updated: readonly [string, string, string, string][] = [
  [
    "labels that are chosen",
    "level=info app=shop",
    "{ labels: { level: warn, gone: null, other: x } }",
    "\n      labels: { level: info, gone: null, other: null }",
  ],
  ["an outcome without its place", "noise", "{ outcome: passed }", "{ outcome: dropped }"],
  [
    "an outcome with its place",
    "noise",
    "{ outcome: dropped, reason: x }",
    "{ outcome: dropped, stage: drop, reason: drop_stage }",
  ],
  [
    "parts of what does not leave any more",
    "noise",
    "{ labels: { level: warn } }",
    "{ outcome: dropped, stage: drop, reason: drop_stage }",
  ],
  ["nothing", "level=info", "{ }", "\n      exact: true\n      outcome: passed\n      labels: { level: info }"],
  ["stages", "noise", "{ stages: { labels: changed } }", "\n      stages: { labels: missed }"],
  [
    "entries",
    "level=info",
    "{ entries: [{ line: x }, { labels: { a: b } }] }",
    "\n      entries:\n        - { line: level=info }",
  ],
  [
    "a metric",
    "noise",
    "{ metrics: { 'logs_process_dropped_lines_total{reason=\"drop_stage\"}': 5, x: 1 } }",
    "\n      metrics: { 'logs_process_dropped_lines_total{reason=\"drop_stage\"}': 1, x: null }",
  ],
];
it.each(updated)("an update keeps the parts that were compared: %s", (_, line, before, after) => {
  const file = (expectation: string) =>
    `tests:\n  - name: a\n    entry: { line: ${line} }\n    expect:${expectation.startsWith("\n") ? "" : " "}${expectation}\n`;
  const [result] = play(file(before), CONFIG).results;
  expect(
    write(file(before), { kind: "expect", index: 0, expect: updateExpectation(result!.test.expect, result!.played!) }),
  ).toBe(file(after));
  expect(play(file(after), CONFIG).passed).toBe(1);
});
