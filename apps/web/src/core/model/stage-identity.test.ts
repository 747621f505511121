import { describe, expect, it } from "vitest";
import type { StageItem } from "./analysis.ts";
import { areReplaced, followStage, stageAt } from "./stage-identity.ts";

/** Stages written as `1:drop=a 2:regex=b`, a text of their sources. */
function listed(text: string): { stages: StageItem[]; text: string } {
  const stages: StageItem[] = [];
  for (const match of text.matchAll(/(\S+?):(\w+)=(\S*)/g)) {
    const start = match.index + match[1]!.length + 1;
    stages.push({
      path: match[1]!,
      name: match[2]!,
      summary: "",
      depth: match[1]!.split(".").length - 1,
      start,
      end: match.index + match[0].length,
      resources: [],
    });
  }
  return { stages, text };
}

describe("followStage", () => {
  const cases: readonly [string, string, string, string, string | undefined][] = [
    ["nothing changes", "2", "1:a= 2:b= 3:c=", "1:a= 2:b= 3:c=", "2"],
    ["its arguments are edited", "2", "1:a= 2:b=x 3:c=", "1:a= 2:b=y 3:c=", "2"],
    ["a stage is added before", "2", "1:a= 2:b=x", "1:new= 2:a= 3:b=x", "3"],
    ["a stage before is removed", "3", "1:a= 2:b= 3:c=x", "1:a= 2:c=x", "2"],
    ["it moves up", "3", "1:a= 2:b= 3:c=x", "1:a= 2:c=x 3:b=", "2"],
    ["its kind is changed in place", "2", "1:a= 2:b= 3:c=", "1:a= 2:z= 3:c=", "2"],
    ["it is removed: its neighbour", "2", "1:a= 2:b= 3:c=", "1:a= 2:c=", "2"],
    ["the last is removed", "3", "1:a= 2:b= 3:c=", "1:a= 2:b=", "2"],
    ["equal stages: the one with as many before it", "2", "1:a=x 2:a=x", "1:n= 2:a=x 3:a=x", "3"],
    ["nested ones too", "2.1", "1:a= 2:m= 2.1:b=x", "1:m= 1.1:b=x", "1.1"],
    ["all are removed", "1", "1:a=", "", undefined],
    ["the path was never there", "9", "1:a=", "1:a=", "1"],
  ];
  for (const [name, path, before, after, expected] of cases) {
    it(name, () => expect(followStage(path, listed(before), listed(after))).toBe(expected));
  }
});

it("finds the innermost stage around a place", () => {
  const stages = [
    { path: "1", start: 0, end: 50 },
    { path: "1.1", start: 10, end: 20 },
    { path: "2", start: 60, end: 80 },
  ].map((one) => ({ ...one, name: "x", summary: "", depth: 0, resources: [] }));
  expect([5, 15, 30, 55, 80].map((offset) => stageAt(stages, offset)?.path)).toEqual(["1", "1.1", "1", undefined, "2"]);
});

describe("areReplaced", () => {
  const cases: readonly [string, string, string, boolean][] = [
    ["another pipeline, some kinds the same", "1:a=x 2:b=x 3:c=x", "1:a=y 2:d=y", true],
    ["one stage is left", "1:a=x 2:b=x", "1:c=y 2:b=x 3:d=y", false],
    ["the only stage is edited", "1:a=x", "1:a=y", false],
    ["a stage in the only block is edited", "1:m= 1.1:a=x", "1:m= 1.1:a=y", false],
    ["stages are added", "1:a=x", "1:a=x 2:b=", false],
    ["nothing changes", "1:a=x", "1:a=x", false],
  ];
  for (const [name, before, after, expected] of cases)
    it(name, () => expect(areReplaced(listed(before), listed(after))).toBe(expected));
});
