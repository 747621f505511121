import { describe, expect, it } from "vitest";
import { testDocument } from "../../testing/testing.ts";
import { MAX_TEXT } from "../model/document.ts";
import { MAX_SAMPLE_TEXT, MAX_SAMPLES } from "../model/samples.ts";
import { readContent, readRecord } from "./document-record.ts";
import { MAX_DRAFTS } from "./drafts.ts";

const content = testDocument({
  samples: [
    { id: 1, line: "a" },
    { id: 2, line: "b\nc", metadata: [["t", "1"]], timestamp: "2026-01-01T00:00:00Z", advance: "1s" },
  ],
  holdEnd: true,
  steps: [{ kind: "deadline" }, { kind: "advance", by: "1s" }, { kind: "end" }],
  draft: "{",
  tests: "tests: []\n",
});
const record = {
  id: "x",
  revision: 3,
  updated: 5,
  content,
  good: "stage.drop { }",
  drafts: [
    {
      place: { pipeline: "logs.process.a", stage: "2.1", body: [0], argument: "expression" },
      value: { pairs: [["a", ["b", true]]] },
      code: undefined,
      messages: ["missing closing )"],
      source: undefined,
    },
  ],
};

describe("a stored document", () => {
  it("is read back as it was written", () => expect(readRecord(structuredClone(record))).toEqual(record));

  const nothing: readonly [string, unknown][] = [
    ["nothing", undefined],
    ["null", null],
    ["a text", "{"],
    ["a list", []],
    ["no content", { id: "x" }],
    ["a content without text", { ...record, content: { name: "x" } }],
    ["a text of the wrong type", { ...record, content: { ...content, text: 5 } }],
    ["a text beyond all bounds", { ...record, content: { ...content, text: "x".repeat(MAX_TEXT + 1) } }],
    ["no id", { ...record, id: "" }],
  ];
  for (const [name, given] of nothing)
    it(`is none where there is ${name}`, () => expect(readRecord(given)).toBeUndefined());

  it("keeps a seed below zero, which was replaced by the default", () => {
    expect(readRecord({ ...record, content: { ...content, seed: -7 } })?.content.seed).toBe(-7);
  });

  it("keeps extracted values of a hundred levels, and loses deeper ones, which could not be stored again", () => {
    const nested = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`);
    const samples = [100, 101, 100_000].map((levels, i) => ({ id: i + 1, line: "a", extracted: nested(levels) }));
    const read = readRecord({ ...record, content: { ...content, samples } });
    expect(read?.content.samples.map(({ extracted }) => extracted !== undefined)).toEqual([true, false, false]);
    expect(structuredClone(read)).toEqual(read);
  });

  it("loses what is damaged and keeps the rest", () => {
    const samples = [
      { id: 1, line: "a" },
      null,
      5,
      { id: "2", line: "b" },
      { id: 1, line: "again" },
      { id: -3, line: "c" },
      { id: 4, line: 4 },
      { id: 5, line: "e", labels: { a: "1", b: 2 }, timestamp: "x", advance: "-1s", metadata: [["a"], 3] },
    ];
    const steps = [{ kind: "deadline" }, null, { kind: "advance", by: "x" }, { kind: "jump" }, { kind: "end" }];
    expect(
      readRecord({
        ...record,
        revision: "x",
        good: 7,
        drafts: 7,
        content: { text: "t\r\nu", samples, steps, seed: "x", name: 3 },
      }),
    ).toEqual({
      id: "x",
      revision: 0,
      updated: 5,
      good: null,
      drafts: [],
      content: {
        name: "Untitled pipeline",
        text: "t\nu",
        lineEnd: "\n",
        samples: [
          { id: 1, line: "a" },
          { id: 5, line: "e", labels: { a: "1" } },
        ],
        commonLabels: "",
        clock: "2026-01-15T08:00:00Z",
        seed: 42,
        holdEnd: false,
        steps: [{ kind: "deadline" }, { kind: "end" }],
        draft: null,
        tests: "",
      },
    });
  });

  it("keeps the drafts that can be read, also from JSON", () => {
    const [draft] = record.drafts;
    const damaged = [
      null,
      { ...draft, messages: [] },
      { ...draft, value: 5 },
      { ...draft, value: { pairs: [["a"]] } },
      { ...draft, place: { ...draft!.place, body: ["x"] } },
      { ...draft, source: 7 },
    ];
    expect(readRecord({ ...record, drafts: [...damaged, draft] })?.drafts).toEqual(record.drafts);
    expect(readRecord(JSON.parse(JSON.stringify(record)))).toEqual(record);
    expect(readRecord({ ...record, drafts: "x" })?.drafts).toEqual([]);
    expect(readRecord({ ...record, drafts: undefined })?.drafts).toEqual([]);
    const many = Array.from({ length: MAX_DRAFTS + 3 }, () => draft);
    expect(readRecord({ ...record, drafts: many })?.drafts).toHaveLength(MAX_DRAFTS);
    let deep: unknown = "x";
    for (let i = 0; i < 20; i++) deep = [deep];
    expect(readRecord({ ...record, drafts: [{ ...draft, value: deep }] })?.drafts).toEqual([]);
  });

  it("has no more samples, and no more text in them, than the page takes", () => {
    const many = Array.from({ length: MAX_SAMPLES + 5 }, (_, i) => ({ id: i + 1, line: "x" }));
    expect(readContent({ text: "", samples: many })?.samples).toHaveLength(MAX_SAMPLES);
    const large = [1, 2, 3].map((id) => ({ id, line: "x".repeat(MAX_SAMPLE_TEXT / 2) }));
    expect(readContent({ text: "", samples: large })?.samples).toHaveLength(2);
  });
});
