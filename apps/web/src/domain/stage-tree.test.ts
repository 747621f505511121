import { describe, expect, it } from "vitest";
import type { StageItem } from "./analysis.ts";
import { nestStages, stageCode } from "./stage-tree.ts";

const TEXT = `logs.process "x" {
  stage.match {
    selector = "{a=\\"b\\"}"
    stage.drop {
      value = "x"
    }
  }
  stage.docker { }
}`;

const at = (path: string, depth: number, from: string, to: string): StageItem => {
  const start = TEXT.indexOf(from);
  return { path, name: from, summary: "", depth, start, end: TEXT.indexOf(to, start) + to.length, resources: [] };
};
const STAGES = [
  at("1", 0, "stage.match", "\n  }"),
  at("1.1", 1, "stage.drop", "\n    }"),
  at("2", 0, "stage.docker", "{ }"),
];

describe("stages as a tree", () => {
  it("stand under the one that they are written in", () => {
    const paths = nestStages(STAGES).map(({ stage, children }) => [stage.path, children.map((one) => one.stage.path)]);
    expect(paths).toEqual([
      ["1", ["1.1"]],
      ["2", []],
    ]);
  });
  it("show their own text only, from the left", () => {
    const [match, docker] = nestStages(STAGES);
    expect(stageCode(TEXT, match!)).toBe('stage.match {\n  selector = "{a=\\"b\\"}"\n  …\n}');
    expect(stageCode(TEXT, match!.children[0]!)).toBe('stage.drop {\n  value = "x"\n}');
    expect(stageCode(TEXT, docker!)).toBe("stage.docker { }");
  });
});
