import fc from "fast-check";
import { expect, it } from "vitest";
import { SettledSet } from "./settled-set.ts";

const range = fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 9_000 }));
const small = fc.tuple(fc.integer({ min: 4000, max: 4300 }), fc.integer({ min: 1, max: 40 }));

it("knows each entry that was settled, in any order", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 5000 }),
      fc.array(fc.oneof(range, small), { maxLength: 12 }),
      (start, ranges) => {
        const set = new SettledSet(start);
        const model = new Set<number>();
        for (const [first, count] of ranges) {
          set.add(first, count);
          for (let entry = first; entry < first + count; entry++) if (entry >= start) model.add(entry);
          let floor = start;
          while (model.has(floor)) floor++;
          expect(set.floor).toBe(floor);
          expect(set.beyond).toBe([...model].filter((entry) => entry >= floor).length);
          expect(set.end).toBe(Math.max(floor, ...[...model].map((entry) => entry + 1)));
        }
        const listed = new Set<number>();
        for (const some of set.ranges())
          for (const [first, count] of some) for (let i = 0; i < count; i++) listed.add(first + i);
        for (const entry of model) expect(set.has(entry)).toBe(true);
        expect(listed).toEqual(new Set([...model].filter((entry) => entry >= set.floor)));
        for (const [first, count] of set.within(start, 1000))
          for (let i = 0; i < count; i++) expect(model.has(first + i)).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});

it("keeps a bit for an entry at most, however long the oldest one is held", () => {
  const set = new SettledSet(0);
  for (let first = 1; first < 10_000_000; first += 1000) set.add(first, 1000);
  expect([set.floor, set.beyond]).toEqual([0, 10_000_000]);
  set.add(0, 1);
  expect([set.floor, set.beyond, [...set.ranges()]]).toEqual([10_000_001, 0, []]);
});
