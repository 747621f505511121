import { expect, it } from "vitest";
import { openDocument } from "../document/open-document.ts";
import { runTests } from "./run-tests.ts";
import { readTestFile } from "./test-file.ts";

/** Every path, as `stage label`, with the tests that take it. Each entry is a test of its own. */
function covered(config: string, entries: readonly string[]): string[] {
  const tests = entries.map(
    (entry, i) => `  - { name: t${i}, ${entry.startsWith("entries") ? entry : `entry: ${entry}`} }\n`,
  );
  const read = readTestFile(`clock: 2026-01-15T08:00:00Z\ntests:\n${tests.join("")}`);
  if (!read.ok) throw new Error(JSON.stringify(read.diagnostics));
  const host = { resource: () => undefined, sha256: String };
  const { coverage } = runTests(read.file, openDocument(config, { purpose: "preview" }), { host });
  const paths = coverage.stages.flatMap(({ path, stage, paths }) =>
    paths.map(({ label, tests }) => `${path} ${stage}${label === "" ? "" : ` ${label}`}: ${tests}`),
  );
  expect(coverage.paths).toBe(paths.length);
  expect(coverage.taken).toBe(paths.filter((path) => !path.endsWith(": 0")).length);
  return paths;
}

const REGEX = "stage.regex { expression = `^(?P<v>\\d+)$` }\n";
const cases: readonly [string, string, readonly string[], readonly string[]][] = [
  ["a parser", REGEX, ["{ line: 1 }", "{ line: 2 }", "{ line: x }"], ["1 regex matched: 2", "1 regex missed: 1"]],
  ["a parser that misses nothing", REGEX, ["{ line: 1 }"], ["1 regex matched: 1", "1 regex missed: 0"]],
  [
    "JSON whose malformed lines are dropped",
    'stage.json {\n  expressions    = { a = "" }\n  drop_malformed = true\n}\n',
    ["{ line: x }"],
    ["1 json parsed: 0", "1 json dropped: 1"],
  ],
  [
    "a timestamp",
    'stage.timestamp {\n  source = "t"\n  format = "Unix"\n}\n',
    ["{ line: x, extracted: { t: 5 } }", "{ line: y }"],
    ["1 timestamp parsed: 1", "1 timestamp missed: 1"],
  ],
  ["a drop", "stage.drop { expression = `a` }\n", ["{ line: a }"], ["1 drop kept: 0", "1 drop dropped: 1"]],
  [
    "a drop with several criteria",
    'stage.drop {\n  longer_than = "3B"\n  older_than  = "1h"\n  expression  = "a"\n}\n',
    [
      "{ line: a }",
      "{ line: bbbbb, timestamp: 2026-01-01T00:00:00Z }",
      "{ line: aaaaa, timestamp: 2026-01-01T00:00:00Z }",
    ],
    [
      "1 drop kept by longer_than: 1",
      "1 drop kept by older_than: 0",
      "1 drop kept by expression: 1",
      "1 drop dropped: 1",
    ],
  ],
  [
    "a branch and what is in it",
    'stage.match {\n  selector = `{a="1"}`\n  stage.static_labels { values = { b = "2" } }\n}\nstage.decolorize { }\n',
    ["{ line: x }", "{ line: x }"],
    ["1 match entered: 0", "1 match past: 2", "1.1 static_labels: 0", "2 decolorize: 2"],
  ],
  [
    "a branch that drops",
    'stage.match {\n  selector = `{a="1"}`\n  action   = "drop"\n}\n',
    ["{ line: x, labels: { a: 1 } }"],
    ["1 match dropped: 1", "1 match past: 0"],
  ],
  [
    "a replacement",
    "stage.replace {\n  expression = `(a)`\n  replace    = `b`\n}\n",
    ["{ line: a }"],
    ["1 replace replaced: 1", "1 replace past: 0"],
  ],
  [
    "a histogram and a counter",
    `${REGEX}stage.metrics {
  metric.counter {
    name      = "all_total"
    match_all = true
    action    = "inc"
  }
  metric.histogram {
    name    = "v"
    buckets = [1, 5]
  }
}
`,
    ["{ line: 1 }", "{ line: 9 }"],
    [
      "1 regex matched: 2",
      "1 regex missed: 0",
      "2 metrics all_total: 2",
      "2 metrics v, bucket up to 1: 1",
      "2 metrics v, bucket 1 to 5: 0",
      "2 metrics v, bucket above 5: 1",
    ],
  ],
  [
    "lines that are joined",
    "stage.multiline { firstline = `^\\d` }\n",
    ["entries: [{ line: 1 }, { line: a }]", "{ line: 1 }"],
    ["1 multiline: 2", "1 multiline joined: 1"],
  ],
  [
    "a limit that drops",
    "stage.limit {\n  rate  = 1\n  burst = 1\n  drop  = true\n}\n",
    ["entries: [{ line: a }, { line: b }]"],
    ["1 limit kept: 1", "1 limit dropped: 1"],
  ],
  [
    "stages after a drop",
    "stage.drop { expression = `a` }\nstage.decolorize { }\n",
    ["{ line: a }"],
    ["1 drop kept: 0", "1 drop dropped: 1", "2 decolorize: 0"],
  ],
  [
    "pipelines that no test names",
    'logs.process "a" {\n  forward_to = []\n  stage.decolorize { }\n}\nlogs.relabel "b" {\n  forward_to = []\n  rule {\n    action = "keep"\n    source_labels = ["a"]\n    regex = "x"\n  }\n}\n',
    ["{ line: a }"],
    ["1 decolorize: 1", "1 rule kept: 0", "1 rule dropped: 0"],
  ],
];
it.each(cases)("coverage of %s", (_, config, entries, expected) => expect(covered(config, entries)).toEqual(expected));
