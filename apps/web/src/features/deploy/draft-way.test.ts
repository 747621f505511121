/** Where the stages of a draft are offered to go. */
import { expect, it } from "vitest";
import { stagesWay } from "./draft-way.ts";

const RUNNING = ["logs.process.main", "loki.process.access"];

it.each([
  [
    "the component of the same name",
    ["logs.process.x", "logs.process.main"],
    ["logs.process.main", "logs.process.main"],
  ],
  ["one with the same label", ["logs.process.access"], ["logs.process.access", "loki.process.access"]],
  ["what somebody has to choose, where no name is the same", ["stages"], ["stages", null]],
])("%s", (_name, drafted, [from, into]) =>
  expect(stagesWay(drafted, RUNNING)).toEqual({ kind: "stages", from, into, how: "replace" }),
);

it("nowhere, where nothing has stages", () => {
  expect(stagesWay([], RUNNING)).toBeUndefined();
  expect(stagesWay(["stages"], [])).toBeUndefined();
});
