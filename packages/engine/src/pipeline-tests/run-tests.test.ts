import { MissingPart, withParts } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { openDocument } from "../document/open-document.ts";
import { type RunTestsOptions, runTests, testsInSteps } from "./run-tests.ts";
import { readTestFile } from "./test-file.ts";

const HOST: RunTestsOptions = { host: { resource: () => undefined, sha256: (text) => `hash of ${text}` } };

const CONFIG = `loki.process "main" {
  forward_to = []

  stage.regex {
    expression = \`^(?P<ip>\\S+) (?P<method>[A-Z]+) (?P<status>\\d+) (?P<took>\\S+)$\`
  }

  stage.labels {
    values = { method = "", status = "" }
  }

  stage.structured_metadata {
    values = { ip = "" }
  }

  stage.drop {
    source              = "ip"
    value               = "10.0.0.1"
    drop_counter_reason = "probe"
  }

  stage.match {
    selector = \`{status=~"5.."}\`

    stage.static_labels {
      values = { severity = "error" }
    }
  }

  stage.metrics {
    metric.histogram {
      name    = "took"
      buckets = [0.5, 1]
    }
  }
}
`;

/** Runs tests, written from `tests:` on; `results`: status, and what differs of each, as part (entry) name: expected → got. */
function run(tests: string, config = CONFIG, options: Partial<RunTestsOptions> = {}) {
  const read = readTestFile(tests);
  if (!read.ok) throw new Error(JSON.stringify(read.diagnostics));
  const all = runTests(read.file, openDocument(config, { purpose: "preview" }), { ...HOST, ...options });
  const results = all.results.map(({ status, parts, problem }) => [
    status,
    ...(problem === undefined ? [] : [problem]),
    ...parts
      .filter(({ same }) => !same)
      .flatMap(({ part, entry, expected, got, names }) => {
        const where = entry === undefined ? part : `${part} ${entry}`;
        if (names.length === 0) return [`${where}: ${expected} → ${got}`];
        return names.map((one) => `${where} ${one.name}: ${one.expected} → ${one.got}`);
      }),
  ]);
  return { ...all, results, full: all.results };
}

/** One test with this expectation of `line`. */
const one = (expectation: string, line = "1.2.3.4 GET 504 0.7"): string =>
  `labels: { job: n }\ntests:\n  - name: a\n    entry: { line: "${line}" }\n    expect: ${expectation}\n`;

const passes: readonly [string, string, string?][] = [
  ["an outcome", "{ outcome: passed }"],
  ["some labels", "{ labels: { severity: error, gone: null } }"],
  ["metadata, a part of it", "{ structured_metadata: { ip: 1.2.3.4 } }"],
  ["a line", '{ line: "1.2.3.4 GET 504 0.7" }'],
  ["a timestamp", "{ timestamp: 2026-01-15T09:00:00+01:00 }"],
  [
    "everything",
    "{ exact: true, labels: { job: n, severity: error, method: GET, status: 504 }, structured_metadata: { ip: 1.2.3.4 } }",
  ],
  ["a drop with its stage and reason", "{ outcome: dropped, stage: drop, reason: probe }", "10.0.0.1 GET 200 0.7"],
  ["a drop by a place", "{ outcome: dropped, stage: 4 }", "10.0.0.1 GET 200 0.7"],
  ["a drop by its full name, exactly", "{ exact: true, outcome: dropped, stage: stage.drop }", "10.0.0.1 GET 200 0.7"],
  ["statuses of stages", "{ stages: { 1: changed, match: changed, 5.1: changed, drop: unchanged } }"],
  ["a missed stage", "{ stages: { regex: missed } }", "nonsense"],
  [
    "metrics",
    `{ metrics: { 'loki_process_custom_took_bucket{status="504", severity="error", job="n", method="GET", le="1"}': 1, loki_process_custom_none: null } }`,
  ],
  ["all entries that leave", '{ entries: [{ line: "1.2.3.4 GET 504 0.7" }] }'],
  ["no entry that leaves", "{ entries: [] }", "10.0.0.1 GET 200 0.7"],
];
it.each(passes)("a test passes that expects %s", (_, expectation, line) =>
  expect(run(one(expectation, line)).results).toEqual([["passed"]]),
);

const fails: readonly [string, string, readonly string[], string?][] = [
  ["another outcome", "{ outcome: dropped }", ["outcome: dropped → passed"]],
  [
    "a drop instead",
    "{ outcome: passed }",
    ["outcome: passed → dropped by stage 4 drop as probe"],
    "10.0.0.1 GET 200 0.7",
  ],
  [
    "another reason",
    "{ outcome: dropped, reason: noise }",
    ["outcome: dropped as noise → dropped by stage 4 drop as probe"],
    "10.0.0.1 GET 200 0.7",
  ],
  [
    "another stage",
    "{ outcome: dropped, stage: match }",
    ["outcome: dropped by stage match → dropped by stage 4 drop as probe"],
    "10.0.0.1 GET 200 0.7",
  ],
  [
    "other labels",
    "{ labels: { severity: null, status: 500, x: y } }",
    ["labels severity: null → error", "labels status: 500 → 504", "labels x: y → null"],
  ],
  [
    "exactly fewer labels",
    "{ exact: true, labels: { job: n, severity: error, method: GET }, structured_metadata: { ip: 1.2.3.4 } }",
    ["labels status: null → 504"],
  ],
  [
    "exactly no metadata",
    "{ exact: true, labels: { job: n, severity: error, method: GET, status: 504 } }",
    ["structured_metadata ip: null → 1.2.3.4"],
  ],
  [
    "another value of metadata",
    "{ structured_metadata: { ip: 1.2.3.5, b: c } }",
    ["structured_metadata ip: 1.2.3.5 → 1.2.3.4", "structured_metadata b: c → null"],
  ],
  ["another line", "{ line: x }", ["line: x → 1.2.3.4 GET 504 0.7"]],
  ["another time", "{ timestamp: 2026-01-15T08:00:01Z }", ["timestamp: 2026-01-15T08:00:01Z → 2026-01-15T08:00:00Z"]],
  [
    "parts of an entry that does not leave",
    "{ labels: { job: n } }",
    ["count: 1 entry leaves → 0 entries leave"],
    "10.0.0.1 GET 200 0.7",
  ],
  [
    "another status",
    "{ stages: { 1: missed, none: changed } }",
    ["stages 1: missed → changed", "stages none: changed → null"],
  ],
  ["another number of entries", "{ entries: [{}, {}] }", ["count: 2 entries leave → 1 entry leaves"]],
  [
    "another value of a metric",
    "{ metrics: { loki_process_custom_took_count: 1 } }",
    ["metrics loki_process_custom_took_count: 1 → null"],
  ],
  ["nothing", "{ }", ["it expects nothing: name an outcome, or parts of what leaves"]],
];
it.each(fails)("a test fails that expects %s", (_, expectation, differences, line) =>
  expect(run(one(expectation, line)).results).toEqual([["failed", ...differences]]),
);

it("exactly the metrics that are named, and no others", () => {
  const series = 'loki_process_custom_took_sum{job="n",method="GET",severity="error",status="504"}';
  const { results } = run(
    one(
      `{ exact: true, labels: { job: n, severity: error, method: GET, status: 504 }, structured_metadata: { ip: 1.2.3.4 }, metrics: { '${series}': 0.7 } }`,
    ),
  );
  expect(results[0]).toHaveLength(5);
  expect(results[0]!.slice(1)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^metrics loki_process_custom_took_count\{.*: null → 1$/)]),
  );
});

describe("several entries", () => {
  const MULTILINE = 'stage.multiline {\n  firstline     = `^\\d`\n  max_wait_time = "3s"\n}\n';
  it("under a clock that moves", () => {
    const tests = `tests:
  - name: joined within the time
    entries:
      - line: 1 a
      - { line: b, advance: 1s }
      - { line: c, advance: 5s }
    advance: 10s
    expect:
      outcome: passed
      entries:
        - { line: "1 a\\nb", timestamp: 2026-01-15T08:00:00Z }
        - { line: c }
  - name: held while the input is open
    hold: true
    entries: [{ line: 1 a }, { line: b, advance: 1s }]
    expect: { outcome: held, stage: multiline }
  - name: each its own
    hold: true
    entries: [{ line: 1 a }, { line: 2 b }]
    expect: { outcomes: [{ outcome: passed }, { outcome: dropped }] }
`;
    expect(run(tests, MULTILINE).results).toEqual([
      ["passed"],
      ["passed"],
      ["failed", "outcome 1: dropped → held by stage 1 multiline"],
    ]);
  });

  it("reports which stages could not do their work", () => {
    const { full } = run(one("{ outcome: dropped }", "nonsense"));
    expect(full[0]!.reasons[0]).toMatchObject({ entry: 0, path: "1", stage: "regex" });
    expect(full[0]!.reasons[0]!.text).toContain("does not match");
  });
});

describe("which pipeline", () => {
  const test = (more: string): string =>
    `tests:\n  - { name: a, ${more}entry: { line: x }, expect: { outcome: passed } }\n`;
  const two = 'logs.process "a" { forward_to = [] }\nlogs.process "b" {\n  forward_to = []\n  stage.drop { }\n}\n';
  const cases: readonly [string, string, string, readonly string[]][] = [
    ["the only one", test(""), 'logs.process "a" { forward_to = [] }', ["passed"]],
    ["one by its id", test("pipeline: logs.process.a, "), two, ["passed"]],
    ["one by its label", test("pipeline: a, "), two, ["passed"]],
    [
      "none of several",
      test(""),
      two,
      ["error", "the configuration has several pipelines; name one as pipeline: logs.process.a, logs.process.b"],
    ],
    [
      "one that is not there",
      test("pipeline: c, "),
      two,
      ["error", 'the configuration has no pipeline "c"; it has logs.process.a, logs.process.b'],
    ],
    ["one with errors", test("pipeline: b, "), two, ["error", "logs.process.b has errors"]],
    ["of a text that does not parse", test(""), "logs.process {", ["error", "the configuration does not parse"]],
    ["of a text with none", test(""), "", ["error", "the configuration has no pipeline"]],
    [
      "rules",
      test(""),
      'logs.relabel "r" {\n  forward_to = []\n  rule {\n    action = "labelkeep"\n    regex = "a"\n  }\n}\n',
      ["failed", "outcome: passed → dropped by stage 1 rule as no_labels"],
    ],
  ];
  it.each(cases)("%s", (_, tests, config, result) => expect(run(tests, config).results).toEqual([result]));
});

describe("bounds", () => {
  const tests = `tests:\n${[1, 2, 3].map((n) => `  - { name: t${n}, entries: [{ line: aaaa }, { line: bbbb }], expect: { outcome: passed } }\n`).join("")}`;
  const config = "stage.decolorize { }\nstage.decolorize { }\n";
  it("hold for the steps of all tests together", () =>
    expect(run(tests, config, { bounds: { steps: 6, characters: 1000 } }).results).toEqual([
      ["passed"],
      ["error", "the tests take more steps than one run allows"],
      ["error", "the tests take more steps than one run allows"],
    ]));
  it("hold for what goes through them", () =>
    expect(run(tests, config, { bounds: { steps: 1000, characters: 40 } }).results[1]).toEqual([
      "error",
      "the entries of the tests are longer than one run allows",
    ]));
});

it("a file that a stage names and that is not there is an error of the test", () => {
  const config = 'stage.geoip {\n  source  = "ip"\n  db      = "none.mmdb"\n  db_type = "city"\n}\n';
  expect(run(one("{ outcome: passed }"), config).results[0]).toEqual(["error", expect.stringContaining("none.mmdb")]);
});

it("a part of the engine that is not loaded is no error of the test: they run again with it", async () => {
  let loaded = false;
  const load = async () => {
    loaded = true;
  };
  const host = {
    ...HOST.host,
    resource: () => {
      if (!loaded) throw new MissingPart("databases", load);
      return undefined;
    },
  };
  const config = 'stage.geoip {\n  source  = "ip"\n  db      = "none.mmdb"\n  db_type = "city"\n}\n';
  const { results } = await withParts(() => run(one("{ outcome: passed }"), config, { host }));
  expect([loaded, results[0]]).toEqual([true, ["error", expect.stringContaining("none.mmdb")]]);
});

it("chance is the same each time, and another under another seed", () => {
  const lines = Array.from({ length: 40 }, (_, i) => `{ line: "${i}" }`).join(", ");
  const tests = [1, 1, 2].map(
    (seed, i) => `  - { name: t${i}, seed: ${seed}, entries: [${lines}], expect: { entries: [] } }\n`,
  );
  const { full } = run(`tests:\n${tests.join("")}`, "stage.sampling { rate = 0.5 }\n", { keep: true });
  const kept = full.map(({ played }) => played!.outputs.map(({ line }) => line).join(" "));
  expect(kept[0]).toBe(kept[1]);
  expect(kept[2]).not.toBe(kept[0]);
});

it("tests run one at a time, for callers that stop early", () => {
  const read = readTestFile(`tests:
  - { name: a, entry: { line: x }, expect: { outcome: passed } }
  - { name: b, entry: { line: x }, expect: { outcome: dropped } }
`);
  if (!read.ok) throw new Error("the file has mistakes");
  const steps = testsInSteps(read.file, openDocument(CONFIG, { purpose: "preview" }), HOST);
  expect(steps.next()).toMatchObject({ done: false, value: { index: 0, status: "passed" } });
  expect(steps.next()).toMatchObject({ done: false, value: { index: 1, status: "failed" } });
  expect(steps.next()).toMatchObject({ done: true, value: { passed: 1, results: [{ index: 0 }, { index: 1 }] } });
});

it("tests hold for their configuration in both dialects", () => {
  const tests = `pipeline: logs.process.main
tests:
  - name: exact
    entry: { line: 10.0.0.2 GET 503 2 }
    expect:
      exact: true
      line: 10.0.0.2 GET 503 2
      labels: { method: GET, status: '503', severity: error }
      structured_metadata: { ip: 10.0.0.2 }
      metrics:
        'logs_process_custom_took_bucket{method="GET",severity="error",status="503",le="0.5"}': 0
        'logs_process_custom_took_bucket{method="GET",severity="error",status="503",le="1"}': 0
        'logs_process_custom_took_bucket{method="GET",severity="error",status="503",le="+Inf"}': 1
        'loki_process_custom_took_sum{method="GET",severity="error",status="503"}': 2
        'logs_process_custom_took_count{method="GET",severity="error",status="503"}': 1
`;
  for (const config of [CONFIG, CONFIG.replace("loki.process", "logs.process")])
    expect(run(tests, config).results).toEqual([["passed"]]);
  expect(run(tests, CONFIG.replace("buckets", 'prefix  = "own_"\n      buckets')).results[0]![0]).toBe("failed");
});
