import { describe, expect, it } from "vitest";
import { runStages, stageNotes } from "../testing/index.ts";

describe("stage.decolorize", () => {
  it("strips the line alone, and says what it did", () => {
    const inputs = [{ line: "\u001b[1mx\u001b[0m", labels: { c: "\u001b[1ml" } }, "plain"];
    const { out, steps } = runStages("stage.decolorize { }", inputs, { trace: true });
    expect(out).toMatchObject([{ line: "x", labels: { c: "\u001b[1ml" } }, { line: "plain" }]);
    expect(steps.map((own) => own[0]?.reasons[0]?.text)).toEqual([
      "Removed 8 characters of escape sequences",
      "Unchanged: the line has no escape sequences",
    ]);
  });

  it("takes a long line of unfinished sequences in one pass", () => {
    const line = `\u001b[${";".repeat(500_000)}`;
    expect(runStages("stage.decolorize { }", [line]).out[0]?.line).toBe(line);
  });
});

describe("notes of stage.decolorize", () => {
  for (const { name, run } of stageNotes("decolorize", [["no escape sequences", "", "x", "no-match", "not missed"]]))
    it(name, run);
});
