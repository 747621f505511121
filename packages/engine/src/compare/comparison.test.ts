import { SECOND } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { loadStages } from "../document/load.ts";
import type { Sample } from "../preview/preview.ts";
import { TEST_HOST } from "../testing/index.ts";
import { comparisonRecord, differenceRecord, pairToJson } from "./compare-json.ts";
import { Comparison, type ComparisonOptions, type EntryDifference } from "./comparison.ts";

function load(text: string) {
  const { stages, diagnostics } = loadStages(text);
  expect(diagnostics).toEqual([]);
  return { stages, dialect: "logs" as const };
}

function compare(
  a: string,
  b: string,
  samples: readonly (string | Sample)[],
  { piece = samples.length, ...options }: Partial<ComparisonOptions> & { piece?: number } = {},
) {
  const found: EntryDifference[] = [];
  const all = samples.map((one) => (typeof one === "string" ? { line: one, labels: { job: "a" } } : one));
  const pipelines = { a: load(a), b: load(b) };
  const hosts = { a: TEST_HOST, b: TEST_HOST };
  const made = Comparison.build(pipelines, { start: 0n, seed: 1, hosts, ...options }, (one) => found.push(one));
  if (!made.ok) throw new Error(made.diagnostic.message);
  const { comparison } = made;
  for (let from = 0; from < all.length; from += piece) comparison.send(all.slice(from, from + piece));
  comparison.finish();
  return { comparison, found, summary: comparison.summary() };
}

const LEVEL = 'stage.logfmt { mapping = { level = "", dur = "" } }\n';
const LABEL = 'stage.labels { values = { level = "" } }\n';
const DROP = 'stage.drop { expression = "debug" }\n';
const LINES = ["level=info a", "level=debug b", "level=warn c"];
const cause = ({ parting }: EntryDifference) => {
  const { change, a, b } = pairToJson(parting!.cause);
  return [(b ?? a)!.stage, change, a?.path, b?.path];
};

describe("Comparison", () => {
  it("finds nothing where both ask for the same, however they are written", () => {
    const { found, summary } = compare(LEVEL + LABEL, `// Other text.\n${LEVEL}\n${LABEL}`, LINES);
    expect(found).toEqual([]);
    expect(summary).toMatchObject({ same: true, compared: 3, different: 0, causes: [], series: { different: 0 } });
  });

  it("reports only entries with different results, with counts of both", () => {
    const { found, summary } = compare(LEVEL, LEVEL + DROP, LINES);
    expect(found.map((one) => [one.index, one.parts, one.outcomes.b.status, cause(one)])).toEqual([
      [1, ["outcome"], "dropped", ["drop", "only_b", undefined, "2"]],
    ]);
    expect(summary).toMatchObject({
      compared: 3,
      different: 1,
      parts: { outcome: 1, labels: 0 },
      sides: {
        a: { balance: { in: 3, out: 3, dropped: 0 }, bytes: 37, streams: 1, drops: [] },
        b: {
          balance: { in: 3, out: 2, dropped: 1 },
          bytes: 24,
          streams: 1,
          drops: [{ path: "2", stage: "drop", reason: "drop_stage", entries: 1 }],
        },
      },
    });
    expect(summary.causes.map(({ pair, entries }) => [pair.b?.path, entries])).toEqual([["2", 1]]);
  });

  it("reports streams and series of only one side, and series whose values differ", () => {
    const counter = (by: string) =>
      `stage.metrics {\n metric.counter {\n name = "n"\n action = "${by}"\n source = "dur"\n max_idle_duration = "24h"\n}\n}\n`;
    const { summary } = compare(LEVEL + counter("inc"), LEVEL + LABEL + counter("add"), [
      "level=info dur=2",
      "level=info dur=5",
    ]);
    expect(summary.onlyStreams).toEqual({ a: ['{job="a"}'], b: ['{job="a", level="info"}'] });
    expect(summary.series).toEqual({
      different: 2,
      only: {
        a: ['logs_process_custom_n{job="a"}'],
        b: ['logs_process_custom_n{job="a", level="info"}'],
      },
      changed: [],
    });
    const values = compare(LEVEL + counter("inc"), LEVEL + counter("add"), ["level=info dur=2", "level=info dur=5"]);
    expect(values.found).toEqual([]);
    expect(values.summary).toMatchObject({
      same: false,
      different: 0,
      series: { different: 1, changed: [{ series: 'logs_process_custom_n{job="a"}', a: "2", b: "7" }] },
    });
  });

  it.each<[string, string, string, readonly unknown[]]>([
    ["the stage that was changed", LEVEL + LABEL, `${LEVEL}stage.labels { values = { lvl = "level" } }`, ["2", "2"]],
    [
      "an earlier stage, where the one that shows it is the same",
      LEVEL + LABEL,
      `stage.regex { expression = "level=(?P<level>.)" }\n${LABEL}`,
      ["1", "1"],
    ],
    ["a stage that is gone", LEVEL + LABEL + DROP, LEVEL + LABEL, ["3", undefined]],
    [
      "one inside another",
      `stage.match {\n selector = "{job=\\"a\\"}"\n${DROP}}\n`,
      'stage.match {\n selector = "{job=\\"a\\"}"\nstage.drop { expression = "warn" }\n}\n',
      ["1.1", "1.1"],
    ],
    [
      "the stage around, where it lets others in",
      `stage.match {\n selector = "{job=\\"a\\"}"\n${DROP}}\n`,
      `stage.match {\n selector = "{job=\\"b\\"}"\n${DROP}}\n`,
      ["1", "1"],
    ],
  ])("names as the cause %s", (_, a, b, paths) => {
    const { found } = compare(a, b, LINES);
    expect(found.length).toBeGreaterThan(0);
    for (const one of found) expect(cause(one).slice(2)).toEqual(paths);
  });

  it("passes over values that differ and that the stage does not read", () => {
    const other = 'stage.regex { expression = "^(?P<rest>.*)$" }\n';
    const { found } = compare(LEVEL + LABEL, `${other}${LEVEL}stage.labels { values = { lvl = "level" } }`, LINES);
    expect(found.map((one) => cause(one)[0])).toEqual(["labels", "labels", "labels"]);
  });

  it("names the stage that sets a value on one side alone, not a changed one that misses it there", () => {
    const of = (expression: string, format: string) =>
      `stage.regex { expression = "${expression}" }\nstage.timestamp {\n  source = "time"\n  format = "${format}"\n}\n`;
    const a = of("^(?P<time>[A-Z][a-z]+ \\\\d+)", "Jan _2");
    const b = of("^(?P<time>\\\\d+\\\\.\\\\d+\\\\.\\\\d+)", "02.01.2006");
    const { found } = compare(a, b, ["31.01.2026 started"]);
    expect(found.map((one) => cause(one).slice(1))).toEqual([["changed", "1", "1"]]);
    // Both find it: the changed format is the cause.
    const same = compare(of("^(?P<time>\\\\S+)", "01.02.2006"), of("^(?P<time>\\\\S+)", "02.01.2006"), [
      "03.01.2026 a",
    ]);
    expect(same.found.map((one) => cause(one).slice(1))).toEqual([["changed", "2", "2"]]);
  });

  it("says which values the cause sets otherwise, and why it did nothing", () => {
    const { found } = compare(
      `stage.regex { expression = "^level=(?P<level>i\\\\w+)" }\n${LABEL}`,
      `stage.regex { expression = "^level=(?P<level>\\\\w+)" }\n${LABEL}`,
      LINES,
    );
    expect(found.map(({ index }) => index)).toEqual([1, 2]);
    expect(found[0]!.parting!.values).toEqual([{ name: "level", a: undefined, b: "debug" }]);
    expect(found[0]!.parting!.reasons.a.join()).toContain("does not match");
    expect(pairToJson(found[0]!.parting!.at)).toEqual({
      change: "same",
      a: { path: "2", stage: "labels" },
      b: { path: "2", stage: "labels" },
    });
  });

  it("reports drops by another rule, but not by the same rule in another place", () => {
    const late = `${LEVEL}stage.drop {\n expression = "debug"\n drop_counter_reason = "late"\n}`;
    const { found } = compare(LEVEL + DROP, late, LINES);
    expect(found.map(({ index, parts }) => [index, parts])).toEqual([[1, ["drop"]]]);
    expect(compare(LEVEL + DROP, DROP + LEVEL, LINES).found).toEqual([]);
  });

  it.each([1, 2, 100])("compares what was merged once it is through in both, in pieces of %i", (piece) => {
    const multiline = (first: string) => `stage.multiline { firstline = "${first}" }`;
    const { found, summary, comparison } = compare(multiline("^S"), multiline("^(S|T)"), ["S1", " a", "T2", "S3"], {
      piece,
    });
    expect(found.map(({ index, parts }) => [index, parts]).sort()).toEqual([
      [0, ["line"]],
      [1, ["line"]],
      [2, ["line"]],
    ]);
    expect(summary.sides).toMatchObject({ a: { balance: { emitted: 2 } }, b: { balance: { emitted: 3 } } });
    expect(comparison.waiting).toBe(0);
  });

  it("compares what is held where the input stays open", () => {
    const { found, summary } = compare('stage.multiline { firstline = "^S" }', "", ["S1"], { end: false });
    expect(found.map(({ parts, outcomes }) => [parts, outcomes.a.settled])).toEqual([[["outcome"], "held"]]);
    expect(summary.sides.a.balance).toMatchObject({ held: 1 });
    const later = compare('stage.multiline { firstline = "^S" }', "", ["S1"], { end: false, endAdvance: 5n * SECOND });
    expect(later.found).toEqual([]);
  });

  it("says that a stage which is the same in both depends on earlier entries", () => {
    const limit = "stage.limit {\n rate = 1\n burst = 1\n drop = true\n}";
    const { found } = compare(limit, `${DROP}${limit}`, ["level=debug", "level=info"]);
    expect(found.map((one) => [one.index, cause(one)])).toEqual([
      [0, ["drop", "only_b", undefined, "1"]],
      [1, ["limit", "same", "1", "2"]],
    ]);
  });

  it("is plain data as JSON, cut where it is asked to be", () => {
    const split = "stage.split_json { }";
    const { found, summary } = compare("", split, ['[{"a":1},{"a":2},{"a":3}]', "\udcff"]);
    const record = differenceRecord(found[0]!, 2);
    expect(record).toMatchObject({ type: "entry", index: 0, differs: ["count"], b: { more_outputs: 1 } });
    expect(record.b.outputs).toHaveLength(2);
    const all = [record, comparisonRecord(summary, false)];
    expect(JSON.parse(JSON.stringify(all))).toEqual(all);
    expect(comparisonRecord(summary, true)).toMatchObject({ version: 1, interrupted: true, same: false });
  });

  it("says on which side a stage cannot use its file", () => {
    const pipelines = {
      a: load(DROP),
      b: load('stage.geoip {\n db = "gone.mmdb"\n source = "ip"\n db_type = "city"\n}'),
    };
    const hosts = { a: TEST_HOST, b: TEST_HOST };
    const made = Comparison.build(pipelines, { start: 0n, seed: 1, hosts }, () => {});
    expect(made).toMatchObject({ ok: false, side: "b", diagnostic: { code: "unusable-file" } });
  });
});
