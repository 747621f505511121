import { describe, expect, it } from "vitest";
import { diagnose, runStages, stageNotes } from "../testing/index.ts";

const run = (...inputs: Parameters<typeof runStages>[1]) => runStages("stage.split_json { }", inputs, { trace: true });

describe("stage.split_json", () => {
  it("accounts for an entry once, however many it became", () => {
    const { balance, out } = run("[1,2,3]", "[]", "x");
    expect(out.map(({ line }) => line)).toEqual(["1", "2", "3", "x"]);
    expect(balance).toEqual({ in: 3, out: 2, dropped: 1, held: 0, emitted: 4 });
  });

  it("settles an entry only when all its parts are through", () => {
    const text = 'stage.split_json { }\nstage.drop {\n  expression = "1|2"\n}';
    expect(runStages(text, ["[1,2]", "[1,3]"]).balance).toEqual({ in: 2, out: 1, dropped: 1, held: 0, emitted: 1 });
  });

  it("gives each part values of its own", () => {
    const text = 'stage.split_json { }\nstage.json {\n  expressions = { v = "" }\n}';
    const { out } = runStages(text, [{ line: '[{"v":1},{"v":2},5]', extracted: { v: "seed" } }]);
    expect(out.map(({ extracted }) => extracted.v)).toEqual([1, 2, "seed"]);
  });

  it("explains what it does", () => {
    const { steps } = run("[1,2]", "[1,", "[]");
    expect(steps.map((own) => own[0]?.reasons.map(({ text }) => text))).toEqual([
      ["Split into 2 entries"],
      ["Unchanged: `[1,` is not a JSON array"],
      ["Dropped: the array is empty"],
    ]);
  });

  it.each([
    ["elements", `[${"1,".repeat(100_000)}1]`, "the array has more than 100000 elements"],
    ["values inside of one element", `[[${"1,".repeat(1_000_000)}1]]`, "the array holds more than 1000000 values"],
    ["empty lists", `[${"[".repeat(1_000_001)}`, "the array holds more than 1000000 values"],
  ])("does nothing to a line of too many %s", (_, line, message) => {
    const { out, faults } = runStages("stage.split_json { }", [line]);
    expect(out.map((one) => one.line === line)).toEqual([true]);
    expect(faults.map(({ error, limit }) => [(error as Error).message, limit])).toEqual([[message, true]]);
  });

  it("splits a line of as many elements as it may", () => {
    const { out } = runStages("stage.split_json { }", [`[${'"a,b",'.repeat(99_999)}{"c":[1,2]}]`]);
    expect(out.length).toBe(100_000);
    expect(out.at(-1)!.line).toBe('{"c":[1,2]}');
  });

  it("refuses an empty source", () => {
    expect(diagnose('stage.split_json {\n  source = ""\n}')).toEqual(["error empty-source: source cannot be empty"]);
  });
});

describe("notes of stage.split_json", () => {
  for (const { name, run } of stageNotes("split_json", [
    ["another form", "", "{}", "parse-failed", "missed"],
    ["no source", 'source = "v"', "[1]", "source-missing", "missed"],
    ["an empty list", "", "[]", "empty-array", "not missed", "dropped"],
  ]))
    it(name, run);
});
