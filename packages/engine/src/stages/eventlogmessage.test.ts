import { describe, expect, it } from "vitest";
import { diagnose, RAW_BYTE, runStages, stageNotes, valued } from "../testing/index.ts";

const run = (body: string, ...values: readonly unknown[]) =>
  runStages(
    `stage.eventlogmessage {\n${body}\n}`,
    values.map((message) => (message === undefined ? {} : { extracted: { message: message as string } })),
    { trace: true },
  );

describe("stage.eventlogmessage", () => {
  it("drops an entry whose source has no text, and passes one that has no source", () => {
    const { out, dropped, metrics, steps } = run("", null, ["k:v"], undefined, 5);
    expect(out.map(({ extracted }) => extracted)).toEqual([{}, { message: 5 }]);
    expect(dropped.map(({ code }) => code)).toEqual(["cannot-convert", "cannot-convert"]);
    expect(metrics).toEqual([]);
    expect(steps[0]?.[0]?.logs).toMatchObject([{ level: "warn", message: "invalid label value parsed" }]);
  });

  it("says which parts gave nothing", () => {
    const { steps } = run("drop_invalid_labels = true", "A:1\r\nno colon\r\nB C:2");
    expect(steps[0]?.[0]?.reasons.map(({ text }) => text)).toEqual([
      "Skipped `no colon`: it has no colon",
      "Skipped `B C:2`: its name is not a valid label name",
      "Extracted one value from the message",
    ]);
  });

  it("is deprecated, and takes only classic names as source", () => {
    expect(diagnose('stage.eventlogmessage {\n  source = "a-b"\n}')).toEqual([
      "warning deprecated-stage: stage.eventlogmessage is deprecated: use stage.windowsevent",
      "error invalid-label-name: invalid label name: a-b",
    ]);
  });
});

describe("notes of stage.eventlogmessage", () => {
  for (const { name, run } of stageNotes("eventlogmessage", [
    ["no source", "", "x", "source-missing", "missed"],
    ["null", 'source = "v"', valued(null), "cannot-convert", "missed", "dropped"],
    ["text without values", 'source = "v"', valued("free text"), ["part-skipped", "no-match"], "missed"],
    ["bytes that are not UTF-8", 'source = "v"', valued(`a:${RAW_BYTE}`), ["part-skipped", "no-match"], "missed"],
    ["text between values", 'source = "v"', valued("a:b\r\ntext"), ["part-skipped", "parsed"], "not missed", "changed"],
  ]))
    it(name, run);
});
