import { describe, expect, it } from "vitest";
import { diagnose, runStages, stageNotes } from "../testing/index.ts";

const rules = (...bodies: string[]) => `stage.truncate {\n${bodies.map((body) => `rule {\n${body}\n}`).join("\n")}\n}`;
const run = (config: string, ...inputs: Parameters<typeof runStages>[1]) => runStages(config, inputs, { trace: true });

describe("stage.truncate", () => {
  it.each([
    ["at the limit nothing happens", 'limit = "4B"', "éé", "éé"],
    ["a character cut in its middle", 'limit = "3B"', "éé!", "é\ufffd"],
    ["bytes that remain of a cut character", 'limit = "3B"', "a☺b", "a\ufffd\ufffd"],
    ["a suffix counts in bytes", 'limit = "4B"\nsuffix = "…"', "abcd", "a…"],
    ["what exceeds the limit less the suffix", 'limit = "10B"\nsuffix = "!!"', "abcdefghi", "abcdefgh!!"],
  ])("cuts lines: %s", (_name, body, line, wanted) => {
    expect(run(rules(body), line).out[0]?.line).toBe(wanted);
  });

  it("lets later rules see what earlier ones noted", () => {
    const { out } = run(rules('limit = "2B"', 'limit = "2B"\nsource_type = "extracted"'), "abc");
    expect(out[0]?.extracted).toEqual({ truncated: "extracted,li,line" });
  });

  it("leaves numbers alone, and lists and null", () => {
    const extracted = { n: 123456, l: ["abcdef"], z: null, t: "abcdef" };
    const { out } = run(rules('limit = "3B"\nsource_type = "extracted"'), { extracted });
    expect(out[0]?.extracted).toEqual({ ...extracted, t: "abc", truncated: "extracted" });
  });

  it("cuts every metadata of a name, and does not touch what others share", () => {
    const { out } = run(rules('limit = "1B"\nsource_type = "structured_metadata"\nsources = ["a"]'), {
      structured_metadata: [
        ["a", "xy"],
        ["a", "zw"],
        ["b", "uv"],
      ],
    });
    expect(out[0]?.structured_metadata).toEqual([
      ["a", "x"],
      ["a", "z"],
      ["b", "uv"],
    ]);
  });

  it.each([
    ["label", { labels: { a: "abcdef" } }, 2],
    ["extracted", { extracted: { a: "abcdef" } }, 2],
    ["structured_metadata", { structured_metadata: [["a", "abcdef"] as const] }, 1],
  ])("counts what is named twice as Alloy does: %s, which it counted once", (type, input, twice) => {
    const count = (more: string) =>
      run(rules(`limit = "4B"\nsource_type = "${type}"\nsources = ["a", "a"]\n${more}`), input)
        .metrics.filter((line) => !line.startsWith("#"))
        .map((line) => line.split(" ").at(-1));
    expect(count("")).toEqual(["1"]);
    expect(count('suffix = "…"')).toEqual([String(twice)]);
    const { out } = run(rules(`limit = "4B"\nsource_type = "${type}"\nsources = ["a", "a"]\nsuffix = "!"`), input);
    expect(JSON.stringify(out)).toContain("abc!");
  });

  it("lists a label that its suffix makes what it was, as it does a line", () => {
    const { out } = run(rules('limit = "3B"\nsuffix = "!"\nsource_type = "label"'), { labels: { a: "ab!" } });
    expect(out[0]).toMatchObject({ labels: { a: "ab!" }, extracted: { truncated: "label" } });
  });

  it("counts each cut and explains it", () => {
    const { metrics, steps } = run(
      rules('limit = "1B"\nsource_type = "label"', 'limit = "2B"'),
      { line: "abc", labels: { a: "xy", b: "z" } },
      "ok",
    );
    expect(metrics.filter((line) => !line.startsWith("#"))).toEqual([
      'logs_process_truncated_fields_total{field="label"} 1',
      'logs_process_truncated_fields_total{field="line"} 1',
    ]);
    expect(steps.map((own) => own[0]?.reasons.map(({ text }) => text))).toEqual([
      ["Cut the label `a` from 2 bytes to 1", "Cut the line from 3 bytes to 2"],
      ["Unchanged: nothing is too long"],
    ]);
  });

  it.each([
    ["no rules", "stage.truncate { }", 'error missing-block: missing required block "rule"'],
    ["no limit above zero", rules('limit = "0B"'), "error limit-not-positive: limit must be greater than zero"],
    [
      "sources of the line",
      rules('limit = "1B"\nsources = ["a"]'),
      "error sources-for-line: sources cannot be set when source_type is 'line'",
    ],
    [
      "a suffix of as many bytes",
      rules('limit = "3B"\nsuffix = "…"'),
      "error suffix-too-long: suffix length cannot be greater than or equal to limit",
    ],
  ])("refuses %s", (_name, config, diagnostic) => {
    expect(diagnose(config)).toEqual([diagnostic]);
  });
});

describe("notes of stage.truncate", () => {
  for (const { name, run } of stageNotes("truncate", [
    ["nothing too long", 'rule {\n limit = "1KB"\n source_type = "line"\n}', "x", "short-enough", "not missed"],
  ]))
    it(name, run);
});
