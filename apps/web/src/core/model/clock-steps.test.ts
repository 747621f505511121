import { describe, expect, it } from "vitest";
import { addStep, type ClockStep, describeSteps, MAX_STEPS } from "./clock-steps.ts";

const wait = (by: string): ClockStep => ({ kind: "advance", by });
const DEADLINE: ClockStep = { kind: "deadline" };
const END: ClockStep = { kind: "end" };

describe("addStep", () => {
  it("adds up waits in a row", () => expect(addStep([wait("59.5s")], wait("1s"))).toEqual([wait("1m0.5s")]));
  it("keeps deadlines apart", () => expect(addStep([DEADLINE, wait("1s")], DEADLINE)).toHaveLength(3));
  it("adds nothing after the end", () => {
    const steps = [END];
    expect(addStep(steps, DEADLINE)).toBe(steps);
  });
  it("has a limit", () => {
    const many = Array.from({ length: MAX_STEPS }, () => DEADLINE);
    expect(addStep(many, DEADLINE)).toBeUndefined();
    expect(addStep([...many.slice(1), wait("1s")], wait("1s"))).toHaveLength(MAX_STEPS);
  });
});

it("describes steps in their order", () =>
  expect(describeSteps([DEADLINE, DEADLINE, wait("1s"), DEADLINE, END])).toBe(
    "2 deadlines, then 1s, then 1 deadline, then the end of the input",
  ));
