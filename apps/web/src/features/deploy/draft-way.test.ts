/** The component that is offered for the stages of a draft. */
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
  ["none if no name matches, so the user has to choose", ["stages"], ["stages", null]],
])("%s", (_name, drafted, [from, into]) =>
  expect(stagesWay(drafted, RUNNING)).toEqual({ kind: "stages", from, into, how: "replace" }),
);

it("nothing if no component has stages", () => {
  expect(stagesWay([], RUNNING)).toBeUndefined();
  expect(stagesWay(["stages"], [])).toBeUndefined();
});
