/** Over generated pipelines: the rows of the outermost stages add up to the total. */
import { SeededRandom } from "@sluice/languages/base";
import { expect, it } from "vitest";
import { VECTOR_HOST } from "../../conformance/vector-files.ts";
import { loadStages } from "../document/load.ts";
import { Preview, type Sample } from "../preview/preview.ts";
import { measureCosts } from "./index.ts";

const STAGES: readonly string[] = [
  'stage.logfmt { mapping = { level = "", id = "", msg = "" } }',
  'stage.labels { values = { level = "" } }',
  'stage.structured_metadata { values = { id = "", level = "" } }',
  'stage.structured_metadata { regex = "." }',
  'stage.structured_metadata_drop { values = ["id"] }',
  'stage.output { source = "msg" }',
  'stage.template {\n source = "msg"\n template = "é{{ .Value }}é"\n}',
  'stage.replace {\n expression = "(e+)"\n replace = "ö"\n}',
  'stage.drop { expression = "id=3" }',
  "stage.sampling { rate = 0.5 }",
  'stage.multiline { firstline = "^level" }',
  "stage.split_json { }",
  'stage.pack { labels = ["level"] }',
  "stage.limit {\n rate = 5\n burst = 5\n drop = true\n}",
  "stage.limit {\n rate = 5\n burst = 5\n}",
  'stage.truncate { rule {\n limit = "9B"\n source_type = "line"\n} }',
];

const CASES = 300;

it("changes by stage add up to that of the pipeline", () => {
  const random = new SeededRandom(7);
  const below = (n: number) => Math.floor(random.next() * n);
  const stages = (depth: number): string =>
    Array.from({ length: 1 + below(5) }, () => {
      if (depth > 0 && below(5) === 0) return `stage.match {\n selector = "{a=\\"1\\"}"\n${stages(depth - 1)}\n}`;
      return STAGES[below(STAGES.length)]!;
    }).join("\n");
  const sample = (): Sample => ({
    line: ['[{"a":1},"é"]', "a line that goes on", `level=info id=${below(6)} msg="see é"`, "level=warn"][below(4)]!,
    labels: below(2) === 0 ? {} : { a: "1" },
    metadata: below(3) === 0 ? [["id", `é${below(9)}`]] : undefined,
  });
  let [tried, grown, shrunk] = [0, 0, 0];
  for (let n = 0; n < CASES; n++) {
    const text = stages(2);
    const loaded = loadStages(text);
    if (!loaded.ok) throw new Error(text);
    const samples = Array.from({ length: 1 + below(12) }, sample);
    const pipeline = { stages: loaded.stages, dialect: "logs" } as const;
    const preview = Preview.run(pipeline, samples, { start: 0n, seed: n, host: VECTOR_HOST });
    if (preview.stuck) continue;
    const { in: came, out, stages: rows } = measureCosts({ stages: loaded.stages, samples, preview });
    const outermost = rows.filter(({ path }) => !path.includes("."));
    const change = outermost.reduce((sum, row) => sum + row.out.bytes - row.in.bytes, 0);
    expect([text, change]).toEqual([text, out.bytes - came.bytes]);
    tried++;
    if (change > 0) grown++;
    if (change < 0) shrunk++;
  }
  expect(tried).toBeGreaterThan(CASES * 0.9);
  expect(Math.min(grown, shrunk)).toBeGreaterThan(20);
});
