import { describe, expect, it } from "vitest";
import { diagnose, type EntryInput, RAW_BYTE, runStages, stageNotes, valued } from "../testing/index.ts";

const run = (argumentsText: string, input: EntryInput) =>
  runStages(`stage.structured_metadata {\n${argumentsText}\n}`, [input], { trace: true });

describe("stage.structured_metadata", () => {
  it.each<[string, string, EntryInput, [string, string][], Record<string, string>]>([
    ["an extracted value", 'values = { trace = "id" }', { extracted: { id: 7 } }, [["trace", "7"]], {}],
    ["a value of the same name", 'values = { id = "" }', { extracted: { id: "" } }, [["id", ""]], {}],
    [
      "a label, which leaves",
      'values = { k8s_pod = "pod" }',
      { labels: { app: "a", pod: "p" } },
      [["k8s_pod", "p"]],
      { app: "a" },
    ],
    [
      "a label over an extracted value",
      'values = { a = "x", b = "y" }',
      { labels: { x: "l" }, extracted: { y: "e" } },
      [
        ["a", "l"],
        ["b", "e"],
      ],
      {},
    ],
    [
      "one label under two names",
      'values = { a = "pod", b = "pod" }',
      { labels: { pod: "p" } },
      [
        ["a", "p"],
        ["b", "p"],
      ],
      {},
    ],
    [
      "names that an expression finds",
      'regex = "id"',
      { labels: { pid: "1" }, extracted: { idle: "2", n: "3" } },
      [
        ["pid", "1"],
        ["idle", "2"],
      ],
      {},
    ],
    [
      "in the place of a pair of the name",
      'values = { a = "x" }',
      {
        structured_metadata: [
          ["a", "old"],
          ["b", "keep"],
        ],
        extracted: { x: "new" },
      },
      [
        ["a", "new"],
        ["b", "keep"],
      ],
      {},
    ],
    [
      "nothing where there is nothing",
      'values = { a = "x" }',
      { structured_metadata: [["a", "old"]] },
      [["a", "old"]],
      {},
    ],
    [
      "no null and no bytes that were not UTF-8",
      'values = { a = "", b = "" }',
      { extracted: { a: null, b: "\udcff" } },
      [],
      {},
    ],
  ])("takes %s", (_name, argumentsText, input, metadata, labels) => {
    const { out } = run(argumentsText, input);
    expect(out[0]?.structured_metadata).toEqual(metadata);
    expect(out[0]?.labels).toEqual(labels);
  });

  it("does not change the metadata that others hold", () => {
    const given: EntryInput = { structured_metadata: [["a", "old"]], extracted: { a: "new" } };
    run('values = { a = "" }', given);
    expect(given.structured_metadata).toEqual([["a", "old"]]);
  });

  it("says why it took nothing", () => {
    expect(
      run('values = { a = "" }', { extracted: { a: [1] } }).steps[0]?.[0]?.reasons.map(({ code }) => code),
    ).toEqual(["cannot-convert"]);
  });

  it("warns where it does nothing, and refuses a bad expression", () => {
    expect(diagnose("stage.structured_metadata { }")[0]).toMatch(/^warning values-empty/);
    expect(diagnose('stage.structured_metadata {\n  regex = "a("\n}')).toEqual([
      "error invalid-re2: error parsing regexp: missing closing ): `a(`",
    ]);
  });
});

describe("notes of stage.structured_metadata", () => {
  for (const { name, run } of stageNotes("structured_metadata", [
    ["no source", 'values = { v = "" }', "x", "source-missing", "missed"],
    ["only one of two sources", 'values = { v = "", w = "" }', valued("a"), "source-missing", "not missed", "changed"],
    ["none of two sources", 'values = { v = "", w = "" }', "x", ["source-missing", "source-missing"], "missed"],
    ["a label as source", 'values = { v = "" }', { labels: { v: "1" } }, [], "not missed", "changed"],
    ["null", 'values = { v = "" }', valued(null), "cannot-convert", "missed"],
    ["bytes that are not UTF-8", 'values = { v = "" }', valued(RAW_BYTE), "invalid-label-value", "missed"],
    ["no name that matches", 'regex = "^v"', "x", "no-match", "missed"],
    ["null under a name that matches", 'regex = "^v"', valued(null), "cannot-convert", "missed"],
  ]))
    it(name, run);
});
