import { describe, expect, it } from "vitest";
import { diagnose, RAW_BYTE, runStages, stageNotes } from "../testing/index.ts";

const run = (body: string, ...inputs: Parameters<typeof runStages>[1]) =>
  runStages(`stage.pattern {\n${body}\n}`, inputs, { trace: true });

describe("stage.pattern", () => {
  it("sets only what was reached, also as labels", () => {
    const { out, steps } = run(
      'pattern = "<a>|<b>|<c>"\nlabels_from_groups = true',
      { line: "1|2", labels: { c: "kept" } },
      "1|2|3",
    );
    expect(out.map(({ extracted }) => extracted)).toEqual([
      { a: "1", b: "2", c: "kept" },
      { a: "1", b: "2", c: "3" },
    ]);
    expect(out[0]?.labels).toEqual({ a: "1", b: "2", c: "kept" });
    expect(steps[0]?.[0]?.reasons[0]?.text).toBe("Matched: `<a>|<b>|<c>` gave a, b; c was not reached");
  });

  it("sets no label from bytes that were not UTF-8", () => {
    const { out } = run('pattern = "<a>|<b>"\nlabels_from_groups = true', "\udcff|ok");
    expect(out[0]).toMatchObject({ labels: { b: "ok" }, extracted: { a: "\ufffd", b: "ok" } });
  });

  it("says that a text does not match", () => {
    const { out, steps } = run('pattern = "x=<a>"', "y=1");
    expect(out[0]?.extracted).toEqual({});
    expect(steps[0]?.[0]?.reasons.map(({ code }) => code)).toEqual(["no-match"]);
  });

  it.each([
    ["an empty pattern", 'pattern = ""', "error empty-pattern: pattern is required"],
    ["an empty source", 'pattern = "<a>"\nsource = ""', "error empty-source: empty source"],
    ["a pattern without names", 'pattern = "<_> x"', "error invalid-pattern: at least one capture is required"],
  ])("refuses %s", (_name, body, diagnostic) => {
    expect(diagnose(`stage.pattern {\n${body}\n}`)).toEqual([diagnostic]);
  });
});

describe("notes of stage.pattern", () => {
  for (const { name, run } of stageNotes("pattern", [
    ["another form", 'pattern = "[<a>]"', "x", "no-match", "missed"],
    ["only the beginning of the form", 'pattern = "<a> <b> <c>"', "1 2", "matched", "missed"],
    ["no source", 'pattern = "<a>"\nsource = "v"', "x", "source-missing", "missed"],
    [
      "bytes that are not UTF-8, for a label",
      'pattern = "<a>"\nlabels_from_groups = true',
      RAW_BYTE,
      ["invalid-label-value", "matched"],
      "missed",
    ],
  ]))
    it(name, run);
});
