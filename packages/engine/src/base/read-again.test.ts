import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Entry } from "./entry.ts";
import { HeldOrigins } from "./held-origins.ts";
import { Ledger, Origin, type OriginSource, type ReadAt } from "./origin.ts";
import { readAgain } from "./read-again.ts";

/** Reads in order, and reads again what is not settled. */
class Read implements OriginSource {
  readonly given: number;

  constructor(given: number) {
    this.given = given;
  }

  settled(): void {}

  readAt(offset: number): ReadAt {
    return { reading: this, place: offset };
  }
}

const inside = (origin: Origin) => new Ledger().admit(undefined, origin);

/** Held together: entries of readings at places. */
function held(...at: readonly (readonly [Read, number])[]): HeldOrigins {
  const origins = new HeldOrigins();
  for (const [read, place] of at) origins.add({ origin: inside(new Origin(read, place)) } as Entry);
  return origins;
}

describe("what a restart reads again", () => {
  const read = new Read(4);

  it("is the end of what was read", () => {
    const [first, last, before] = [held([read, 1]), held([read, 3]), held([read, 2])];
    expect([...readAgain([first, last])]).toEqual([last]);
    expect(readAgain([first, last, before]).size).toBe(3);
  });

  it("is not what has a part before that, nor then what is before its other part", () => {
    const [joined, last] = [held([read, 0], [read, 2]), held([read, 3])];
    expect([...readAgain([joined, held([read, 1]), last])]).toHaveLength(3);
    expect([...readAgain([joined, last])]).toEqual([last]);
    expect([...readAgain([held([read, 0], [read, 3]), held([read, 2])])]).toEqual([]);
  });

  it("excludes what a source does not read again, and what has a part elsewhere", () => {
    const none = held();
    none.add({ origin: inside(new Origin({ settled: () => {} }, 3)) } as Entry);
    const shared = new Origin(read, 3);
    shared.share();
    const apart = held();
    apart.add({ origin: inside(shared) } as Entry);
    const split = inside(new Origin(read, 3));
    split.split();
    const parted = held();
    parted.add({ origin: split } as Entry);
    expect(readAgain([none, apart, parted]).size).toBe(0);
  });

  it("is the most that repeats nothing, over several readings", () => {
    const place = fc.tuple(fc.nat(2), fc.nat(5));
    fc.assert(
      fc.property(fc.array(fc.array(place, { minLength: 1, maxLength: 3 }), { maxLength: 8 }), (groups) => {
        const reads = [new Read(6), new Read(6), new Read(3)];
        const taken = new Set<string>();
        const all = groups.flatMap((places) => {
          const own = places.filter(([r, at]) => at < reads[r]!.given && !taken.has(`${r} ${at}`));
          const once = [...new Map(own.map((one) => [one.join(" "), one])).values()];
          for (const one of once) taken.add(one.join(" "));
          return once.length === 0 ? [] : [{ once, group: held(...once.map(([r, at]) => [reads[r]!, at] as const)) }];
        });
        // By taking out, again and again, what has something after it that does not stay.
        let staying = all;
        for (let before = -1; before !== staying.length; ) {
          before = staying.length;
          const there = new Set(staying.flatMap(({ once }) => once.map((one) => one.join(" "))));
          staying = staying.filter(({ once }) =>
            once.every(([r, at]) =>
              Array.from({ length: reads[r]!.given - at }, (_, i) => `${r} ${at + i}`).every((one) => there.has(one)),
            ),
          );
        }
        expect(readAgain(all.map(({ group }) => group))).toEqual(new Set(staying.map(({ group }) => group)));
      }),
      { numRuns: 500, seed: 20240310 },
    );
  });
});
