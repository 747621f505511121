import { describe, expect, it } from "vitest";
import { runStages, stageNotes } from "../testing/index.ts";

const run = (line: string) =>
  runStages("stage.docker { }", [{ line, timestamp: "2020-01-01T00:00:00Z" }], { trace: true });

describe("stage.docker", () => {
  it.each([
    ["no JSON", "plain"],
    ["a text cut off", '{"log":"x"'],
    ["another type", '{"log":"x","time":17}'],
    ["no log", '{"stream":"stdout"}'],
    ["an empty log", '{"log":"","stream":"stdout"}'],
    ["null", "null"],
    ["a list", '[{"log":"x"}]'],
  ])("leaves %s alone, and says so", (_name, line) => {
    const { out, steps } = run(line);
    expect(out).toEqual([
      { line, labels: {}, timestamp: "2020-01-01T00:00:00Z", extracted: {}, structured_metadata: [] },
    ]);
    expect(steps[0]?.[0]?.reasons.map(({ code }) => code)).toEqual(["parse-failed"]);
  });

  it("keeps the time if the record's is invalid", () => {
    const { out, steps } = run('{"log":"x","stream":"stderr","time":"noon"}');
    expect(out[0]).toMatchObject({ line: "x", timestamp: "2020-01-01T00:00:00Z", extracted: { timestamp: "noon" } });
    expect(steps[0]?.[0]?.reasons.map(({ code }) => code)).toEqual(["time-not-parsed"]);
  });

  it("reads a record nested deeper than the stack is not", () => {
    const deep = `{"attrs":${"[".repeat(9_000)}${"]".repeat(9_000)},"log":"x"}`;
    expect(run(deep).out[0]?.line).toBe("x");
    expect(run(`{"attrs":${"[".repeat(100_000)}${"]".repeat(100_000)},"log":"x"}`).out[0]?.line).toHaveLength(200_020);
  });
});

describe("notes of stage.docker", () => {
  for (const { name, run } of stageNotes("docker", [
    ["another form", "", "plain", "parse-failed", "missed"],
    ["no log", "", '{"stream":"stdout"}', "parse-failed", "missed"],
    ["a time of another form", "", '{"log":"a","stream":"s","time":"now"}', "time-not-parsed", "missed"],
  ]))
    it(name, run);
});
