import { describe, expect, it } from "vitest";
import { type EntryInput, runStages } from "../testing/index.ts";
import { combineStatuses, outcomeStatus, STATUSES, stepStatus } from "./status.ts";

/** For each input its steps, as `path cause status`, in the order in which they began. */
function story(config: string, inputs: readonly (EntryInput | string)[]): string[][] {
  return runStages(config, inputs, { trace: true }).steps.map((steps, input) =>
    steps.map((step) => `${step.path} ${step.cause} ${stepStatus(step, input)}`),
  );
}

const MULTILINE = 'stage.multiline { firstline = "^S" }\n';

describe("stepStatus", () => {
  const CASES: [string, string, (EntryInput | string)[], string[][]][] = [
    [
      "changed, unchanged and dropped",
      'stage.label_drop { values = ["b"] }\nstage.drop { expression = "no" }',
      [{ line: "yes", labels: { b: "1" } }, "no"],
      [
        ["1 process changed", "2 process unchanged"],
        ["1 process unchanged", "2 process dropped"],
      ],
    ],
    [
      "split into several, which continue as themselves",
      'stage.split_json { }\nstage.drop { expression = "2" }',
      ["[1,2]"],
      [["1 process split", "2 process unchanged", "2 process dropped"]],
    ],
    [
      "held and merged; what comes after is held though it made the block before leave",
      `${MULTILINE}stage.static_labels { values = { a = "b" } }`,
      ["S1", "more", "S2"],
      [
        ["1 process held", "1 process merged", "2 process changed"],
        ["1 process held", "1 process merged", "2 process changed"],
        ["1 process held", "1 flush released", "2 process changed"],
      ],
    ],
    [
      "merged by its own last line",
      'stage.multiline {\n firstline = "^S"\n max_lines = 2\n}',
      ["S1", "more"],
      [["1 process held", "1 process merged"], ["1 process merged"]],
    ],
    [
      "merged when time is over",
      MULTILINE,
      ["S1", "more", { line: "S2", labels: { other: "stream" }, advance: "10s" }],
      [
        ["1 process held", "1 wake merged"],
        ["1 process held", "1 wake merged"],
        ["1 process held", "1 flush released"],
      ],
    ],
    [
      "a block that was merged before is only released by a stage that held it",
      `${MULTILINE}stage.limit {\n rate = 1\n burst = 1\n}`,
      ["S1", "more", "S2", "more"],
      [
        ["1 process held", "1 process merged", "2 process unchanged"],
        ["1 process held", "1 process merged", "2 process unchanged"],
        ["1 process held", "1 flush merged", "2 process held", "2 wake released"],
        ["1 process held", "1 flush merged", "2 process held", "2 wake released"],
      ],
    ],
    [
      "nested stages: the outer one's status is that of what came out",
      'stage.match {\n selector = "{a=~\\".+\\"}"\n stage.drop { expression = "no" }\n stage.static_labels { values = { b = "c" } }\n}',
      [{ line: "yes", labels: { a: "1" } }, { line: "no", labels: { a: "1" } }, "other"],
      [
        ["1 process changed", "1.1 process unchanged", "1.2 process changed"],
        ["1 process dropped", "1.1 process dropped"],
        ["1 process unchanged"],
      ],
    ],
    [
      "nested holding",
      `stage.match {\n selector = "{a=\\"1\\"}"\n ${MULTILINE} }`,
      [
        { line: "S1", labels: { a: "1" } },
        { line: "more", labels: { a: "1" } },
      ],
      [
        ["1 process held", "1.1 process held", "1 flush merged", "1.1 flush merged"],
        ["1 process held", "1.1 process held", "1 flush merged", "1.1 flush merged"],
      ],
    ],
  ];
  it.each(CASES)("%s", (_title, config, inputs, wanted) => {
    expect(story(config, inputs)).toEqual(wanted);
  });
});

// When a stage missed its work is in `notes.test.ts`, for each of them.
describe("a stage that misses its work", () => {
  it("is missed, though it changed a part", () => {
    const config = 'stage.labels { values = { a = "", b = "" } }';
    expect(story(config, [{ line: "x", extracted: { b: "1" } }])).toEqual([["1 process missed"]]);
  });

  it("is dropped where it drops what it cannot read", () => {
    expect(story('stage.json {\n expressions = { a = "" }\n drop_malformed = true\n}', ["x"])).toEqual([
      ["1 process dropped"],
    ]);
  });
});

it("the status of several calls of a stage is that which counts most, held only where it still is", () => {
  expect(combineStatuses([])).toBe("not_reached");
  expect(combineStatuses(["held", "merged"])).toBe("merged");
  expect(combineStatuses(["unchanged", "held"])).toBe("held");
  expect(combineStatuses(["dropped", "unchanged"])).toBe("dropped");
});

it("the status of a sample counts in the order in which those of steps do", () => {
  const none = {
    error: false,
    dropped: false,
    held: false,
    merged: false,
    split: false,
    missed: false,
    changed: false,
  };
  const holding = Object.keys(none) as (keyof typeof none)[];
  expect(holding).toEqual(STATUSES.filter((status) => status in none));
  const words = holding.map((_, i) =>
    outcomeStatus({ ...none, ...Object.fromEntries(holding.slice(i).map((status) => [status, true])) }),
  );
  expect([...words, outcomeStatus(none)]).toEqual([...holding.slice(0, -1), "passed", "unchanged"]);
});
