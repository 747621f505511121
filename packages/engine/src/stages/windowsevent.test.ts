import { describe, expect, it } from "vitest";
import { diagnose, RAW_BYTE, runStages, stageNotes, valued } from "../testing/index.ts";

describe("stage.windowsevent", () => {
  it("reads sections, over existing values where it is asked to", () => {
    const message =
      "Logged on.\r\n\r\nSubject:\r\n\tAccount Name:\tann\r\n\r\nNew:\r\n\tAccount Name:\tbob\r\n\t\tbill";
    const text = (body: string) =>
      runStages(`stage.windowsevent {\n${body}\n}`, [{ extracted: { message, Description: "old" } }]).out[0]?.extracted;
    const names = { message, Subject_AccountName: "ann", New_AccountName: "bob,bill" };
    expect(text("")).toEqual({ ...names, Description: "old", Description_extracted: "Logged on." });
    expect(text("overwrite_existing = true")).toEqual({ ...names, Description: "Logged on." });
  });

  it("drops an entry whose source has no text", () => {
    const { out, dropped } = runStages("stage.windowsevent { }", [{ extracted: { message: { k: 1 } } }, {}]);
    expect([out.length, dropped.map(({ reason, code }) => `${reason} ${code}`)]).toEqual([
      1,
      ["windowsevent_stage cannot-convert"],
    ]);
  });

  it("takes any name as source but the empty one", () => {
    expect(diagnose('stage.windowsevent {\n  source = "a-b"\n}')).toEqual([]);
    expect(diagnose('stage.windowsevent {\n  source = ""\n}')).toEqual([
      "error invalid-label-name: invalid label name: ",
    ]);
  });
});

describe("notes of stage.windowsevent", () => {
  for (const { name, run } of stageNotes("windowsevent", [
    ["no source", "", "x", "source-missing", "missed"],
    ["null", 'source = "v"', valued(null), "cannot-convert", "missed", "dropped"],
    ["bytes that are not UTF-8", 'source = "v"', valued(RAW_BYTE), ["part-skipped", "no-match"], "missed"],
    [
      "an empty value",
      'source = "v"',
      valued("D\r\n\r\nA:1\r\nB:"),
      ["part-skipped", "parsed"],
      "not missed",
      "changed",
    ],
  ]))
    it(name, run);
});
