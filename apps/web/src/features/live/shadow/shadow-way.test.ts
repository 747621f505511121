import { expect, it } from "vitest";
import { shadowWay } from "./shadow-way.ts";

const MAIN = "logs.process.main";
const stages = (from: string, into: string | null) => ({ kind: "stages", from, into, how: "replace" });

it("compares a whole draft as a whole, and only the stages of another in the component that they are for", () => {
  const running = [MAIN, "logs.process.access"];
  expect(shadowWay({ isWhole: true, pipelines: [MAIN] }, running, null)).toEqual({ kind: "whole" });
  expect(shadowWay({ isWhole: false, pipelines: [MAIN] }, running, null)).toEqual(stages(MAIN, MAIN));
  expect(shadowWay({ isWhole: false, pipelines: ["loki.process.access"] }, running, null)).toEqual(
    stages("loki.process.access", "logs.process.access"),
  );
  expect(shadowWay({ isWhole: false, pipelines: ["stages"] }, running, null)).toEqual(stages("stages", null));
  expect(shadowWay({ isWhole: false, pipelines: ["stages"] }, running, MAIN)).toEqual(stages("stages", MAIN));
  expect(shadowWay({ isWhole: false, pipelines: ["stages"] }, running, "logs.process.gone")).toEqual(
    stages("stages", null),
  );
  expect(shadowWay({ isWhole: false, pipelines: ["stages"] }, [MAIN], null)).toEqual(stages("stages", MAIN));
  expect(shadowWay({ isWhole: false, pipelines: [] }, running, null)).toEqual({ kind: "whole" });
});
