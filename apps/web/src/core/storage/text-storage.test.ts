import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS, NO_SELECTION } from "../model/settings.ts";
import { memoryText } from "./memory-storage.ts";
import { KEYS, readOldSelection, readSelections, readSettings, type TextStorage, writeJson } from "./text-storage.ts";

const broken: TextStorage = {
  getItem() {
    throw new Error("denied");
  },
  setItem() {
    throw new Error("full");
  },
  removeItem() {
    throw new Error("denied");
  },
  keys() {
    throw new Error("denied");
  },
};

it("reads selections, whatever is there", () => {
  const good = { sampleId: 3, stagePath: "2.1", pipelineId: null };
  const stored = JSON.stringify({ a: good, b: 7, c: { sampleId: "3", stagePath: 4 } });
  expect(readSelections(memoryText({ [KEYS.selections]: stored }))).toEqual({ a: good, c: NO_SELECTION });
  expect([readSelections(broken), readSelections(undefined), readSelections(memoryText())]).toEqual([{}, {}, {}]);
  expect(readOldSelection(memoryText({ [KEYS.oldSelection]: JSON.stringify(good) }))).toEqual(good);
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
    expect(readSettings(memoryText({ [KEYS.settings]: JSON.stringify({ theme: "dark", layouts }) }))).toEqual({
      ...DEFAULT_SETTINGS,
      theme: "dark",
      layouts: { panes: { a: 20, b: 80 } },
    });
  });
  it("refuses values that there are not", () => {
    const odd = '{"theme":"pink","inspectorTab":9,"problemsOpen":"yes"}';
    expect(readSettings(memoryText({ [KEYS.settings]: odd }))).toEqual(DEFAULT_SETTINGS);
    expect(readSettings(memoryText({ [KEYS.settings]: "{" }))).toEqual(DEFAULT_SETTINGS);
  });
});

it("says when something could not be stored", () => {
  expect([writeJson(broken, "k", 1), writeJson(undefined, "k", 1), writeJson(memoryText(), "k", 1)]).toEqual([
    false,
    false,
    true,
  ]);
});
