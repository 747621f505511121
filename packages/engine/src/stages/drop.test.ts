import { describe, expect, it } from "vitest";
import { diagnose, type EntryInput, runStages, stageNotes, valued } from "../testing/index.ts";

const run = (argumentsText: string, inputs: readonly (EntryInput | string)[]) =>
  runStages(`stage.drop {\n${argumentsText}\n}`, inputs, { trace: true });
const kept = (argumentsText: string, inputs: readonly (EntryInput | string)[]) =>
  run(argumentsText, inputs).out.map(({ line }) => line);

describe("stage.drop", () => {
  it("matches the line, unanchored", () => {
    expect(kept('expression = "health"', ["GET /healthz", "GET /cart", "unhealthy"])).toEqual(["GET /cart"]);
  });

  it("counts bytes of UTF-8, and keeps a line of exactly the limit", () => {
    expect(kept('longer_than = "8B"', ["12345678", "123456789", "éééé", "ééééé", "🏰🏰", "🏰🏰x"])).toEqual([
      "12345678",
      "éééé",
      "🏰🏰",
    ]);
  });

  it("keeps an entry of exactly the age", () => {
    const inputs = [
      { line: "exact", timestamp: "2024-03-10T11:00:00Z" },
      { line: "older", timestamp: "2024-03-10T10:59:59.999999999Z" },
      { line: "future", timestamp: "2024-03-11T00:00:00Z" },
    ];
    expect(kept('older_than = "1h"', inputs)).toEqual(["exact", "future"]);
  });

  it.each([
    ["a source alone, whatever it holds", 'source = "a"', { a: null }, true],
    ["a source alone that is missing", 'source = "a"', { b: 1 }, false],
    ["several sources of which one is missing", 'source = "a,b"', { a: 1 }, false],
    ["names that are not trimmed", 'source = "a, b"', { a: 1, b: 2 }, false],
    ["a value that is equal", 'source = "a"\nvalue = "db.1"', { a: "db.1" }, true],
    ["a value that would match as an expression", 'source = "a"\nvalue = "db.1"', { a: "db-1" }, false],
    ["a number that is written so", 'source = "a"\nvalue = "200"', { a: 200 }, true],
    ["null, which has no text", 'source = "a"\nvalue = "null"', { a: null }, false],
    ["joined values", 'source = "a,b"\nexpression = "^1;2$"', { a: "1", b: 2 }, true],
    ["another separator", 'source = "a,b"\nseparator = "#"\nvalue = "1#2"', { a: "1", b: "2" }, true],
    [
      "an empty separator, which is the default",
      'source = "a,b"\nseparator = ""\nvalue = "1;2"',
      { a: "1", b: "2" },
      true,
    ],
    ["a missing value, which leaves no gap", 'source = "a,b,c"\nexpression = "^1;3$"', { a: "1", c: "3" }, true],
    ["an empty value, which leaves a gap", 'source = "a,b,c"\nexpression = "^1;3$"', { a: "1", b: "", c: "3" }, false],
    ["all values missing, which is the empty text", 'source = "a"\nexpression = "^$"', {}, true],
    ["a joined value without text", 'source = "a,b"\nexpression = ".*"', { a: "1", b: {} }, false],
  ])("%s", (_name, argumentsText, extracted, dropped) => {
    expect(kept(argumentsText, [{ line: "l", extracted }])).toEqual(dropped ? [] : ["l"]);
  });

  it("needs every option to hold", () => {
    expect(kept('longer_than = "5B"\nexpression = "x"', ["x", "long line", "long xline"])).toEqual(["x", "long line"]);
  });

  it("counts under its reason, which is not empty", () => {
    expect(run('expression = "x"\ndrop_counter_reason = ""', ["x", "xx", "y"]).metrics.at(-1)).toBe(
      'logs_process_dropped_lines_total{reason="drop_stage"} 2',
    );
    expect(run('expression = "x"', ["y"]).metrics).toEqual([]);
  });

  it("counts under Alloy's name in Alloy's dialect", () => {
    const { metrics } = runStages('stage.drop {\n  expression = "x"\n}', ["x"], { dialect: "loki" });
    expect(metrics.at(-1)).toBe('loki_process_dropped_lines_total{reason="drop_stage"} 1');
  });

  it("says why it dropped and why it kept", () => {
    const inputs = [
      { line: "l", extracted: { agent: "kube-probe/1.30" } },
      { line: "l", extracted: { agent: "curl" } },
    ];
    const { steps, dropped } = run('source = "agent"\nexpression = "^kube-probe/"', inputs);
    expect(steps.map(([step]) => step?.reasons[0])).toEqual([
      {
        code: "expression-matched",
        text: "Dropped: `agent` = `kube-probe/1.30` matches `^kube-probe/`",
        evidence: { source: "agent", value: "kube-probe/1.30" },
      },
      {
        code: "not-expression-matched",
        text: "Kept: `agent` = `curl` does not match `^kube-probe/`",
        evidence: { source: "agent", value: "curl" },
      },
    ]);
    expect(steps[0]?.[0]?.metrics).toEqual([
      { name: "logs_process_dropped_lines_total", labels: { reason: "drop_stage" }, operation: "inc", value: 1 },
    ]);
    expect(dropped).toMatchObject([{ reason: "drop_stage", code: "expression-matched" }]);
  });

  it("names every condition of a drop", () => {
    const { steps } = run('longer_than = "1KB"\nexpression = "a"', ["a".repeat(2000)]);
    expect(steps[0]?.[0]?.reasons[0]).toMatchObject({ code: "all-criteria-met" });
    expect(steps[0]?.[0]?.reasons[0]?.text).toMatch(
      /^Dropped: the line has 2000 bytes, which is more than 1\w+, and the line matches `a`$/,
    );
  });

  it.each([
    [
      "nothing to go by",
      'separator = ","',
      "drop stage config must contain at least one of `source`, `expression`, `older_than` or `longer_than`",
    ],
    [
      "a value alone",
      'value = "x"',
      "drop stage config must contain at least one of `source`, `expression`, `older_than` or `longer_than`",
    ],
    [
      "a value without a source",
      'value = "x"\nlonger_than = "1KB"',
      "drop stage config must contain `source` if `value` is specified",
    ],
    [
      "a value and an expression",
      'source = "s"\nvalue = "v"\nexpression = "e"',
      "drop stage config error, `value` and `expression` cannot both be defined at the same time",
    ],
    ["a bare number of bytes", 'longer_than = "1024"', "units: unknown unit  in 1024"],
  ])("refuses %s", (_name, argumentsText, message) => {
    const found = diagnose(`stage.drop {\n${argumentsText}\n}`);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(message);
  });
});

describe("notes of stage.drop", () => {
  for (const { name, run } of stageNotes("drop", [
    ["a line that does not match", 'expression = "y"', "x", "not-expression-matched", "not missed"],
    ["a line that is short enough", 'longer_than = "1KB"', "x", "not-longer-than", "not missed"],
    ["a time that is recent", 'older_than = "1h"', "x", "not-older-than", "not missed"],
    ["an absent value, which is asked for", 'source = "v"', "x", "not-source-present", "not missed"],
    ["an absent value, to compare", 'source = "v"\nvalue = "a"', "x", "source-missing", "not missed"],
    ["an absent value, to match", 'source = "v"\nexpression = "a"', "x", "source-missing", "not missed"],
    ["another value", 'source = "v"\nvalue = "a"', valued("b"), "not-value-equal", "not missed"],
    ["null, which is absence too", 'source = "v"\nvalue = "a"', valued(null), "cannot-convert", "not missed"],
    ["a list, to compare", 'source = "v"\nvalue = "a"', valued(["a"]), "cannot-convert", "missed"],
    ["a list, to match", 'source = "v"\nexpression = "a"', valued(["a"]), "cannot-convert", "missed"],
  ]))
    it(name, run);
});
