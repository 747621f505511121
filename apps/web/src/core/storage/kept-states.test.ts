import { describe, expect, it } from "vitest";
import { MAX_STATE_UNITS, MAX_STATES, type StateInfo, sayUnits, surplusStates } from "./kept-states.ts";

const state = (at: number, more: Partial<StateInfo> = {}): StateInfo => ({
  id: `s${at}`,
  label: "a state",
  at,
  named: false,
  units: 10,
  ...more,
});
const many = (count: number, more: Partial<StateInfo> = {}) => Array.from({ length: count }, (_, i) => state(i, more));
const idsOf = (states: readonly StateInfo[]) => surplusStates(states).map(({ id }) => id);

describe("surplusStates", () => {
  it("are none as long as there is room", () => expect(idsOf(many(MAX_STATES))).toEqual([]));

  it("are the oldest without a name, then the oldest", () => {
    expect(idsOf(many(MAX_STATES + 2))).toEqual(["s0", "s1"]);
    const [first, ...rest] = many(MAX_STATES + 2);
    expect(idsOf([{ ...first!, named: true }, ...rest])).toEqual(["s1", "s2"]);
    expect(idsOf(many(MAX_STATES + 2, { named: true }))).toEqual(["s0", "s1"]);
  });

  it("are chosen by size, too, and are never the newest", () => {
    const half = MAX_STATE_UNITS / 2;
    expect(idsOf([state(1, { units: half }), state(2, { units: half }), state(3)])).toEqual(["s1"]);
    expect(idsOf([state(1, { named: true }), state(2, { units: 2 * MAX_STATE_UNITS })])).toEqual(["s1"]);
  });
});

it("sizes of one state and of all states are given as those of files", () => {
  expect([1, 1204, 2_500_000, MAX_STATE_UNITS].map(sayUnits)).toEqual(["1 B", "1.2 kB", "2.5 MB", "33.6 MB"]);
});
