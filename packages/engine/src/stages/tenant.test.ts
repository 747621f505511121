import { describe, expect, it } from "vitest";
import { diagnose, type EntryInput, runStages, stageNotes, valued } from "../testing/index.ts";

const run = (argumentsText: string, input: EntryInput) =>
  runStages(`stage.tenant {\n${argumentsText}\n}`, [input], { trace: true });

describe("stage.tenant", () => {
  it.each<[string, string, EntryInput, string | undefined]>([
    ["a fixed text", 'value = " Ünïcode "', {}, " Ünïcode "],
    ["an extracted value", 'source = "c"', { extracted: { c: 1e21 } }, "1000000000000000000000"],
    ["a label", 'label = "ns"', { labels: { ns: "prod" } }, "prod"],
    ["no label that is only extracted", 'label = "ns"', { extracted: { ns: "x" } }, undefined],
    ["no missing value", 'source = "c"', {}, undefined],
    ["no empty value", 'source = "c"', { extracted: { c: "" } }, undefined],
    ["no null", 'source = "c"', { extracted: { c: null } }, undefined],
    ["an earlier tenant where there is none", 'source = "c"', { labels: { __tenant_id__: "old" } }, "old"],
    ["a text besides an empty source", 'source = ""\nvalue = "v"', {}, "v"],
  ])("takes %s", (_name, argumentsText, input, tenant) => {
    expect(run(argumentsText, input).out[0]?.labels.__tenant_id__).toBe(tenant);
  });

  it("says why the tenant stays", () => {
    const code = (argumentsText: string, input: EntryInput) =>
      run(argumentsText, input).steps[0]?.[0]?.reasons[0]?.code;
    expect(code('label = "ns"', {})).toBe("label-missing");
    expect(code('source = "c"', {})).toBe("source-missing");
    expect(code('source = "c"', { extracted: { c: "" } })).toBe("tenant-empty");
    expect(code('value = "v"', {})).toBeUndefined();
  });

  it.each([
    ["nothing", "", "label, source or value config are required"],
    ["empty texts", 'value = ""\nsource = ""', "label, source or value config are required"],
    [
      "two of them",
      'value = "a"\nlabel = "b"',
      "label, source and value are mutually exclusive: you should set source, value or label but not all",
    ],
  ])("refuses %s", (_name, argumentsText, message) => {
    expect(diagnose(`stage.tenant {\n${argumentsText}\n}`)[0]).toMatch(new RegExp(`^error tenant-\\w+: ${message}$`));
  });
});

describe("notes of stage.tenant", () => {
  for (const { name, run } of stageNotes("tenant", [
    ["no label", 'label = "v"', "x", "label-missing", "missed"],
    ["no source", 'source = "v"', "x", "source-missing", "missed"],
    ["null", 'source = "v"', valued(null), "cannot-convert", "missed"],
    ["the empty text", 'source = "v"', valued(""), "tenant-empty", "missed"],
  ]))
    it(name, run);
});
