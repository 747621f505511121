import type { Proposal, ProposedStage } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import { describeChanges, shortName } from "./proposal-changes.ts";

const stage = (id: string, read: number, of: number, code = `stage.${id} { }\n`): ProposedStage => ({
  id,
  layer: "parse",
  code,
  says: id,
  evidence: [],
  read,
  of,
  taken: true,
  byDefault: true,
  needs: [],
  branch: undefined,
  before: "",
  after: undefined,
  sets: [],
});
const proposal = (...stages: ProposedStage[]): Pick<Proposal, "stages"> => ({ stages });

describe("what more samples change", () => {
  it("is named by stage: what it reads now, what is new, what is gone", () => {
    const before = proposal(stage("time", 118, 121), stage("labels", 121, 121), stage("metric", 9, 9));
    const after = proposal(stage("time", 121, 121), stage("level", 121, 121), stage("labels", 121, 121));
    expect(describeChanges(before, after)).toBe(
      "3 stages changed with the new samples: time reads 121 of 121; new: level; gone: metric",
    );
  });

  it("is nothing where more entries are read as those before", () => {
    expect(describeChanges(proposal(stage("time", 10, 10)), proposal(stage("time", 20, 20)))).toBeNull();
  });

  it("names a few, and counts the rest", () => {
    const ids = ["a", "b", "c", "d", "e"];
    expect(describeChanges(proposal(), proposal(...ids.map((id) => stage(id, 1, 1))))).toBe(
      "5 stages changed with the new samples: new: a, b, c, 2 more",
    );
  });

  it("calls a stage by its purpose", () => {
    expect(["time", "parse:json", "parse:1:pattern@2"].map((id) => shortName({ id }))).toEqual([
      "time",
      "parse json",
      "parse pattern 2",
    ]);
  });
});
