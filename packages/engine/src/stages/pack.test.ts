import { describe, expect, it } from "vitest";
import { runStages, stageNotes, valued } from "../testing/index.ts";

const run = (labels: string, ...inputs: Parameters<typeof runStages>[1]) =>
  runStages(`stage.pack {\n  labels = ${labels}\n  ingest_timestamp = false\n}`, inputs, { trace: true });

describe("stage.pack", () => {
  it.each([
    [
      "keys by their bytes, the line last",
      '["b", "_a", "Z", "a"]',
      { b: "1", _a: "2", Z: "3", a: "4" },
      '{"Z":"3","_a":"2","a":"4","b":"1","_entry":"x"}',
    ],
    ["a repeated name once", '["a", "a"]', { a: "1" }, '{"a":"1","_entry":"x"}'],
    ["a name that needs escapes", '["q\\"<"]', { 'q"<': "1" }, '{"q\\"\\u003c":"1","_entry":"x"}'],
    ["no names", "[]", { a: "1" }, '{"_entry":"x"}'],
  ])("packs %s", (_name, labels, extracted, line) => {
    expect(run(labels, { line: "x", extracted }).out[0]?.line).toBe(line);
  });

  it("removes what it packed from the labels, and nothing else", () => {
    const { out } = run('["a", "o"]', { line: "x", labels: { a: "1", b: "2" }, extracted: { o: { k: 1 } } });
    expect(out[0]).toMatchObject({
      line: '{"a":"1","_entry":"x"}',
      labels: { b: "2" },
      extracted: { a: "1", b: "2", o: { k: 1 } },
    });
  });

  it("writes a U+FFFD of the line as itself, and a byte that is not UTF-8 as an escape", () => {
    expect(run("[]", { line: "a\ufffdb" }, { line: "a\udcffb" }).out.map(({ line }) => line)).toEqual([
      '{"_entry":"a\ufffdb"}',
      '{"_entry":"a\\ufffdb"}',
    ]);
  });

  it("says what it left out", () => {
    const { steps } = run('["gone", "list"]', { line: "x", extracted: { list: [1] } });
    expect(steps[0]?.[0]?.reasons.map(({ text }) => text)).toEqual([
      "Left out: `gone` is not in the extracted map",
      "Left out: `list` is a list, which cannot be converted to text",
    ]);
  });
});

describe("notes of stage.pack", () => {
  for (const { name, run } of stageNotes("pack", [
    ["no value", 'labels = ["v"]', "x", "source-missing", "missed"],
    ["null", 'labels = ["v"]', valued(null), "cannot-convert", "missed"],
  ]))
    it(name, run);
});
