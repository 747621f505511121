import fc from "fast-check";
import { expect, it } from "vitest";
import { RecordSource } from "./record-source.ts";

/** A record of which all is on its way, and what was reported of it. */
function given(count: number) {
  const ranges: [from: number, count: number][] = [];
  const seen = { ranges, left: 0, finished: false };
  const source = new RecordSource(count, {
    settled: (from, settled) => void ranges.push([from, settled]),
    left: (settled) => {
      seen.left += settled;
    },
    failed: () => {},
    returned: () => {},
    changed: () => {},
    finished: () => {
      seen.finished = true;
    },
  });
  source.give(count);
  return { source, seen };
}

it("reports a record that is settled whole as one range", () => {
  const { source, seen } = given(100);
  for (let i = 0; i < 100; i += 2) source.settled(i, "dropped");
  for (let i = 1; i < 100; i += 2) source.settled(i, "delivered");
  expect(seen).toEqual({ ranges: [[0, 100]], left: 100, finished: true });
});

it("reports what is settled and nothing else, in any order, with reports at any time", () => {
  const steps = fc.shuffledSubarray([...Array(40).keys(), ...Array(10).fill("report")], { minLength: 1 });
  fc.assert(
    fc.property(steps, (all) => {
      const { source, seen } = given(41);
      const settled = new Set<number>();
      for (const step of [...all, "report"]) {
        if (step === "report") source.report();
        else {
          source.settled(step, "delivered");
          settled.add(step);
        }
      }
      const reported = seen.ranges.flatMap(([from, count]) => Array.from({ length: count }, (_, i) => from + i));
      expect(reported.toSorted((a, b) => a - b)).toEqual([...settled].toSorted((a, b) => a - b));
      expect(seen.left).toBe(settled.size);
    }),
  );
});

it("does not report as settled what is to be given again", () => {
  const { source, seen } = given(3);
  source.settled(1, "returned");
  source.settled(0, "delivered");
  source.settled(2, "delivered");
  expect(seen).toEqual({
    ranges: [
      [0, 1],
      [2, 1],
    ],
    left: 2,
    finished: false,
  });
  source.give(source.takeReturned().length);
  source.settled(1, "delivered");
  expect(seen).toMatchObject({ left: 3, finished: true });
});
