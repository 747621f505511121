import { expect, it } from "vitest";
import {
  type DraftPlace,
  draftsOf,
  findDraft,
  followDrafts,
  type KeptDraft,
  MAX_DRAFT_TEXT,
  withDraft,
} from "./drafts.ts";

const PLACE: DraftPlace = { pipeline: "stages", stage: "1", body: [], argument: "expression" };
const draft = (more: Partial<KeptDraft> = {}): KeptDraft => ({
  place: PLACE,
  value: "a(",
  code: undefined,
  messages: ["missing closing )"],
  source: '"a"',
  ...more,
});

it("a draft is found as long as the text at its place is the same", () => {
  const kept = withDraft([], PLACE, draft());
  expect(findDraft(kept, { ...PLACE }, '"a"')?.value).toBe("a(");
  expect(findDraft(kept, PLACE, '"b"')).toBeUndefined();
  expect(findDraft(kept, { ...PLACE, body: [2] }, '"a"')).toBeUndefined();
  const newer = withDraft(kept, PLACE, draft({ value: "a((" }));
  expect(newer.map(({ value }) => value)).toEqual(["a(("]);
  expect(withDraft(newer, PLACE, undefined)).toEqual([]);
  expect(withDraft(newer, { ...PLACE, argument: "source" }, undefined)).toBe(newer);
});

it("no more are kept than anybody can have meant", () => {
  let kept: readonly KeptDraft[] = [];
  for (let i = 0; i < 60; i++) {
    const place = { ...PLACE, stage: String(i) };
    kept = withDraft(kept, place, draft({ place }));
  }
  expect([kept.length, kept[0]!.place.stage]).toEqual([50, "10"]);
});

it("no more text of them is kept than there is room for", () => {
  let kept: readonly KeptDraft[] = [];
  const take = (stage: string, length: number) => {
    const place = { ...PLACE, stage };
    kept = withDraft(kept, place, draft({ place, value: "x".repeat(length) }));
  };
  take("1", MAX_DRAFT_TEXT / 2);
  take("2", 10);
  take("3", MAX_DRAFT_TEXT / 2);
  expect(kept.map(({ place }) => place.stage)).toEqual(["2", "3"]);
  take("4", MAX_DRAFT_TEXT);
  expect(kept.map(({ place }) => place.stage)).toEqual(["2", "3"]);
});

it("a draft goes with its stage, and away where its text is another", () => {
  const other = draft({ place: { ...PLACE, pipeline: "logs.process.b" } });
  const empty = draft({ place: { ...PLACE, argument: "source" }, source: undefined });
  const moved = followDrafts(
    [draft(), empty, other],
    "stages",
    () => "3",
    () => 'expression = "a"',
  );
  expect(moved.map(({ place }) => `${place.pipeline} ${place.stage} ${place.argument}`)).toEqual([
    "stages 3 expression",
    "stages 3 source",
    "logs.process.b 1 expression",
  ]);
  expect(draftsOf(moved, "stages", "3")).toEqual(["expression", "source"]);
  expect(
    followDrafts(
      [draft(), empty],
      "stages",
      () => "1",
      () => 'expression = "b"',
    ),
  ).toEqual([empty]);
  expect(
    followDrafts(
      [draft(), other],
      "stages",
      () => undefined,
      () => "",
    ),
  ).toEqual([other]);
});
