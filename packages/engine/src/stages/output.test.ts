import { describe, expect, it } from "vitest";
import { diagnose, runStages, stageNotes, valued } from "../testing/index.ts";

const CONFIG = 'stage.output {\n  source = "m"\n}';

describe("stage.output", () => {
  it.each([
    ["text", "new", "new"],
    ["the empty text", "", ""],
    ["a float without an exponent", 1e-7, "0.0000001"],
    ["a large number", 1e21, "1000000000000000000000"],
    ["a boolean", true, "true"],
    ["null, which keeps the line", null, "old"],
    ["a list, which keeps the line", [1], "old"],
    ["an object, which keeps the line", { a: 1 }, "old"],
  ])("writes %s", (_name, value, line) => {
    expect(runStages(CONFIG, [{ line: "old", extracted: { m: value } }]).out).toMatchObject([
      { line, extracted: { m: value } },
    ]);
  });

  it("keeps the line and says why where the value is missing", () => {
    const { out, steps } = runStages(CONFIG, ["old"], { trace: true });
    expect(out[0]?.line).toBe("old");
    expect(steps[0]?.[0]?.reasons).toMatchObject([{ code: "source-missing" }]);
  });

  it("refuses an empty source", () => {
    expect(diagnose('stage.output {\n  source = ""\n}')).toEqual([
      "error empty-source: output source value is required if output is specified",
    ]);
  });
});

describe("notes of stage.output", () => {
  for (const { name, run } of stageNotes("output", [
    ["no source", 'source = "v"', "x", "source-missing", "missed"],
    ["null", 'source = "v"', valued(null), "cannot-convert", "missed"],
  ]))
    it(name, run);
});
