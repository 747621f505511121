import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FolderNames } from "./folders.ts";
import { isCopyName, isRotatedName, originalNames } from "./siblings.ts";

describe("originalNames", () => {
  it.each([
    ["app.log.1", ["app.log"]],
    ["app.log-20260115", ["app.log"]],
    ["app-2026-01-15.log", ["app-2026-01.log", "app-2026.log", "app.log"]],
    ["app.log.1.gz", []],
    ["app.log", []],
    ["app-1.log.2", ["app-1.log"]],
  ])("of %s has those of which it may be a rotated one", (name, originals) => {
    expect(originalNames(name)).toEqual(expect.arrayContaining(originals));
    for (const original of originalNames(name)) expect(isRotatedName(name, original), original).toBe(true);
  });

  const part = fc.constantFrom("a", "app", "log", ".", "-", "_", "1", "2026", "T", ":", "gz");
  const name = fc.array(part, { minLength: 1, maxLength: 7 }).map((parts) => parts.join(""));

  it("is isRotatedName the other way round", () => {
    fc.assert(
      fc.property(name, name, fc.constantFrom("", ".1", "-2026-01-15", "_1.2"), (base, other, suffix) => {
        const dot = base.lastIndexOf(".");
        const inside = dot > 0 ? base.slice(0, dot) + suffix + base.slice(dot) : base;
        for (const rotated of [base + suffix, inside, other])
          expect(originalNames(rotated).includes(base), `${rotated} of ${base}`).toBe(isRotatedName(rotated, base));
      }),
      { numRuns: 2000, seed: 1 },
    );
  });

  it("and isCopyName begin alike, so that they are found among the sorted names", () => {
    fc.assert(
      fc.property(fc.array(name), name, (names, base) => {
        const dot = base.lastIndexOf(".");
        const found = new FolderNames("", names.toSorted(), true).beginningWith(dot <= 0 ? base : base.slice(0, dot));
        const wanted = (one: string) => isRotatedName(one, base) || isCopyName(one, base);
        expect(found.filter(wanted).toSorted()).toEqual(names.filter(wanted).toSorted());
      }),
      { numRuns: 2000, seed: 1 },
    );
  });
});
