import { describe, expect, it } from "vitest";
import { diagnose, runStages, stageNotes } from "../testing/index.ts";

const run = (body: string, ...inputs: Parameters<typeof runStages>[1]) =>
  runStages(`stage.cri {\n${body}\n}`, inputs, { trace: true });
const part = (flag: string, text: string, second = 0) => `2024-05-17T08:00:0${second}Z stdout ${flag} ${text}`;
const values = (metrics: readonly string[]) => metrics.filter((line) => !line.startsWith("#"));

describe("stage.cri", () => {
  it("extracts the time under both names", () => {
    const { out } = run("", part("F", "x"));
    expect(out[0]?.extracted).toEqual({
      content: "x",
      flags: "F",
      stream: "stdout",
      time: "2024-05-17T08:00:00Z",
      timestamp: "2024-05-17T08:00:00Z",
    });
  });

  it("drops fragments that wait when the input ends, without counting them", () => {
    const { out, dropped, metrics, balance } = run("", part("P", "orphan "), part("P", "part"));
    expect(out).toEqual([]);
    expect(dropped).toMatchObject([{ entry: { line: "orphan part" }, code: "partial-line-lost" }]);
    expect(balance).toEqual({ in: 2, out: 0, dropped: 2, held: 0, emitted: 0 });
    expect(values(metrics)).toEqual([
      "logs_process_cri_lines_truncated_total 0",
      "logs_process_cri_partial_lines_flushed_total 0",
    ]);
  });

  it("unites the origins of what it joins", () => {
    const { out, balance } = run("", part("P", "a"), part("P", "b"), part("F", "c"));
    expect(out.map(({ line }) => line)).toEqual(["abc"]);
    expect(balance).toEqual({ in: 3, out: 3, dropped: 0, held: 0, emitted: 1 });
  });

  it.each([
    ["cuts inside a character", 4, ["aéé", "z"], "aé\ufffd", 2],
    ["counts nothing when nothing joins what was cut", 4, ["aéé", ""], "aé\ufffd", 1],
    ["cuts to nothing", 0, ["abc", "d"], "", 2],
    ["lets what fits be", 4, ["ab", "cd"], "abcd", 0],
  ])("%s", (_name, size, [first, second], line, count) => {
    const { out, metrics } = run(
      `max_partial_line_size = ${size}\nmax_partial_line_size_truncate = true`,
      part("P", first!),
      part("F", second!),
    );
    expect(out.map((one) => one.line)).toEqual([line]);
    expect(values(metrics)[0]).toBe(`logs_process_cri_lines_truncated_total ${count}`);
  });

  it("sends everything on when one stream too many holds fragments", () => {
    const labelled = (line: string, c: string) => ({ line, labels: { c } });
    const { out, metrics } = run(
      "max_partial_lines = 2",
      labelled(part("P", "1"), "a"),
      labelled(part("P", "2"), "b"),
      labelled(part("P", "3"), "c"),
      labelled(part("F", "4"), "c"),
    );
    expect(out.map(({ line }) => line)).toEqual(["1", "2", "34"]);
    expect(values(metrics)[1]).toBe("logs_process_cri_partial_lines_flushed_total 2");
  });

  it("bounds a joined line", () => {
    const long = "x".repeat(9_000_000);
    const { out, metrics } = run("", part("P", long), part("P", long), part("F", "end"));
    expect(out.map(({ line }) => line.length)).toEqual([9_000_000, 9_000_003]);
    expect(values(metrics)[1]).toBe("logs_process_cri_partial_lines_flushed_total 1");
  });

  it("names its counters as the dialect does", () => {
    const { metrics } = runStages("stage.cri { }", [], { dialect: "loki" });
    expect(values(metrics)).toEqual([
      "loki_process_cri_lines_truncated_total 0",
      "loki_process_cri_partial_lines_flushed_total 0",
    ]);
  });

  it("explains what it does", () => {
    const { steps } = run("", "no cri line", part("P", "a"), part("F", "b"), "noon stdout F x");
    expect(steps.map((own) => own[0]?.reasons.map(({ code }) => code))).toEqual([
      ["parse-failed"],
      ["held"],
      ["merged"],
      ["time-not-parsed", "parsed"],
    ]);
  });

  it.each([
    [
      "no streams",
      "max_partial_lines = 0",
      ["error partial-lines-not-positive: max_partial_lines must be greater than 0"],
    ],
    [
      "a negative size",
      "max_partial_line_size = -1\nmax_partial_line_size_truncate = true",
      ["error partial-line-size-negative: max_partial_line_size must not be negative"],
    ],
    [
      "a size that was not given",
      "max_partial_line_size_truncate = true",
      ["warning partial-line-size-zero: max_partial_line_size is 0: joined lines are cut to nothing"],
    ],
    ["a negative size that nothing uses", "max_partial_line_size = -1", []],
  ])("checks %s", (_name, body, diagnostics) => {
    expect(diagnose(`stage.cri {\n${body}\n}`)).toEqual(diagnostics);
  });
});

describe("notes of stage.cri", () => {
  for (const { name, run } of stageNotes("cri", [
    ["another form", "", "plain", "parse-failed", "missed"],
    ["a time of another form", "", "now stdout F x", ["time-not-parsed", "parsed"], "missed"],
    ["a partial line", "", "2024-03-10T12:00:00Z stdout P x", "held", "not missed", "held"],
  ]))
    it(name, run);
});
