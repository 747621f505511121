import { expect, it } from "vitest";
import { openDocument } from "../document/open-document.ts";
import { Preview } from "../preview/preview.ts";
import { TEST_HOST } from "../testing/index.ts";
import { findUnread } from "./unread.ts";

const CRI = "2024-03-10T12:00:00.000000000Z stdout F hello";
const READS = "stage.regex {\n  expression = `^(?P<level>[A-Z]+) `\n}\n";
const INNER = 'stage.json {\n  source      = "level"\n  expressions = { a = "" }\n}\n';

function unread(text: string, lines: readonly string[], indexes = [...lines.keys()]) {
  const [pipeline] = openDocument(text).pipelines;
  const samples = lines.map((line) => ({ line, labels: {} }));
  const preview = Preview.run(pipeline!, samples, { start: 0n, seed: 1, host: TEST_HOST });
  return findUnread(preview, pipeline!.stages, indexes);
}

it("lines are not read where all stages that read lines miss most of them", () => {
  expect(unread(`stage.labels {\n  values = { level = "" }\n}\n${READS}${INNER}`, [CRI, CRI, "INFO read"])).toEqual({
    reader: { path: "2", name: "regex" },
    unread: 2,
    total: 3,
  });
  // Only those that are asked about count.
  expect(unread(READS, ["INFO a", "INFO b", CRI])).toBeUndefined();
  expect(unread(READS, ["INFO a", "INFO b", CRI], [2])).toMatchObject({ unread: 1, total: 1 });
  expect(unread(READS, [CRI], [])).toBeUndefined();
});

it("lines are read where one of several stages reads them", () => {
  expect(unread(`${READS}stage.cri { }\n`, [CRI, "INFO a"])).toBeUndefined();
  expect(unread("stage.static_labels {\n  values = { a = `b` }\n}\n", [CRI])).toBeUndefined();
});
