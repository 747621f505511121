import { expect, it } from "vitest";
import { type OpenedDocument, openDocument } from "../document/open-document.ts";
import { type GraphFlow, previewGraph } from "../preview/preview-graph.ts";
import type { StageCounts } from "../preview/stage-counts.ts";
import { stageCounts } from "../preview/stage-counts.ts";
import { TEST_HOST } from "../testing/index.ts";
import { describeStageCounts, stageNotes } from "./stage-notes.ts";

function run(document: OpenedDocument, lines: readonly string[], mostEntries?: number): string[] {
  const counts = new Map<string, ReadonlyMap<string, StageCounts>>();
  const steps = previewGraph(
    document,
    lines.map((line) => ({ line, labels: {} })),
    { start: 0n, seed: 1, host: TEST_HOST, mostEntries, batch: 1, counted: (id, one) => counts.set(id, one) },
  );
  let flow: GraphFlow | undefined;
  for (let step = steps.next(); flow === undefined; step = steps.next()) if (step.done) flow = step.value;
  return stageNotes(document, flow, counts).map(
    ({ span, text }) => `${document.text.slice(span.start, span.end)}: ${text}`,
  );
}

const CONFIG = `logs.process "first" {
  forward_to = [logs.process.second.receiver]
  stage.drop {
    expression = "^a"
  }
  stage.match {
    selector = \`{none="x"}\`
    stage.static_labels { values = { c = "d" } }
  }
}
logs.process "second" {
  forward_to = []
  stage.static_labels { values = { a = "b" } }
}
`;

it("says what became of samples at each stage, also of what a pipeline gets from another", () => {
  expect(run(openDocument(CONFIG, { purpose: "preview" }), ["a", "b", "c"])).toEqual([
    'logs.process "first": 3 in → 2 sent · 1 dropped',
    "stage.drop: 3 → 2 · 1 dropped",
    "stage.match: 2 → 2",
    "stage.static_labels: no entries",
    'logs.process "second": 2 in → 2 sent',
    "stage.static_labels: 2 → 2 · 2 changed",
  ]);
});

it("says why a pipeline was not run", () => {
  expect(run(openDocument(CONFIG, { purpose: "preview" }), ["a", "b", "c"], 2)).toContain(
    'logs.process "first": not run: too many entries would reach it',
  );
  const broken = openDocument(CONFIG.replace('"^a"', '"("'), { purpose: "preview" });
  expect(run(broken, ["a"])[0]).toBe('logs.process "first": not run: it has errors');
});

it("counts the stages of a bare body", () => {
  expect(run(openDocument('stage.drop { expression = "x" }\n'), ["x"])).toEqual(["stage.drop: 1 → 0 · 1 dropped"]);
});

it("reports failures before changes", () => {
  expect(describeStageCounts(stageCounts({ in: 1200, out: 1199, changed: 4, missed: 3, errors: 1 }))).toBe(
    "1,200 → 1,199 · 3 missed · 1 error",
  );
});
