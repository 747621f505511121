import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS, NO_SELECTION } from "../state/stores.ts";
import { KEYS, readDocument, readSelection, readSettings, type TextStorage, write } from "./stored-state.ts";

const storage = (values: Record<string, string>): TextStorage => ({
  getItem: (key) => values[key] ?? null,
  setItem: () => {},
});
const broken: TextStorage = {
  getItem() {
    throw new Error("denied");
  },
  setItem() {
    throw new Error("full");
  },
};

describe("readDocument", () => {
  const content = {
    name: "n",
    text: "t",
    samples: [
      { id: 1, line: "a" },
      { id: 2, line: "b\nc", metadata: [["t", "1"]], timestamp: "2026-01-01T00:00:00Z", advance: "1s" },
    ],
    commonLabels: 'a="1"',
    clock: "2026-01-01T00:00:00Z",
    seed: 7,
    holdEnd: true,
    steps: [{ kind: "deadline" }],
    draft: "{",
  };
  it("reads back what was written", () => {
    expect(readDocument(storage({ [KEYS.document]: JSON.stringify(content) }))).toMatchObject(content);
  });

  const nothing: readonly [string, TextStorage | undefined][] = [
    ["nothing stored", storage({})],
    ["no storage", undefined],
    ["storage that throws", broken],
    ["not JSON", storage({ [KEYS.document]: "{" })],
    ["a list", storage({ [KEYS.document]: "[]" })],
    ["no text", storage({ [KEYS.document]: '{"name":"x"}' })],
    ["a text of the wrong type", storage({ [KEYS.document]: '{"text":5}' })],
  ];
  for (const [name, given] of nothing)
    it(`gives nothing for ${name}`, () => expect(readDocument(given)).toBeUndefined());

  it("leaves out what is damaged and keeps the rest", () => {
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
    const read = readDocument(storage({ [KEYS.document]: JSON.stringify({ text: "t", samples, seed: "x", name: 3 }) }));
    expect(read!.samples.map(({ id, line, labels }) => [id, line, labels])).toEqual([
      [1, "a", undefined],
      [5, "e", { a: "1" }],
    ]);
    expect(read!.samples[1]).toEqual({ id: 5, line: "e", labels: { a: "1" } });
    expect([read!.name, read!.seed]).toEqual(["Untitled pipeline", 42]);
  });
});

it("reads selections, whatever is there", () => {
  expect(readSelection(storage({ [KEYS.selection]: '{"sampleId":3,"stagePath":"2.1","pipelineId":null}' }))).toEqual({
    sampleId: 3,
    stagePath: "2.1",
    pipelineId: null,
  });
  expect(readSelection(storage({ [KEYS.selection]: '{"sampleId":"3","stagePath":4}' }))).toEqual(NO_SELECTION);
  expect(readSelection(broken)).toEqual(NO_SELECTION);
});

describe("readSettings", () => {
  it("takes layouts that add up", () => {
    const layouts = {
      panes: { a: 20, b: 80 },
      other: { a: 20, b: 20 },
      odd: { a: "20", b: 80 },
      none: {},
      negative: { a: -10, b: 110 },
    };
    expect(readSettings(storage({ [KEYS.settings]: JSON.stringify({ theme: "dark", layouts }) }))).toEqual({
      ...DEFAULT_SETTINGS,
      theme: "dark",
      layouts: { panes: { a: 20, b: 80 } },
    });
  });
  it("refuses values that there are not", () => {
    expect(
      readSettings(storage({ [KEYS.settings]: '{"theme":"pink","inspectorTab":9,"problemsOpen":"yes"}' })),
    ).toEqual(DEFAULT_SETTINGS);
  });
});

it("says when something could not be stored", () => {
  expect([write(broken, "k", 1), write(undefined, "k", 1), write(storage({}), "k", 1)]).toEqual([false, false, true]);
});
