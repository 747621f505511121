import { describe, expect, it } from "vitest";
import { later, MissingPart, withParts } from "./part.ts";

/** A part that is there from the `nth` attempt to load it on. */
function part(nth: number) {
  let attempts = 0;
  return later("tests", async () => {
    if (++attempts < nth) throw new Error("offline");
    return attempts;
  });
}

describe("a part", () => {
  it("is missing until it was loaded, which happens once", async () => {
    const get = part(1);
    const ask = () => get() + 0.5;
    expect(ask).toThrow(MissingPart);
    expect(await Promise.all([withParts(ask), withParts(ask)])).toEqual([1.5, 1.5]);
    expect(withParts(ask)).toBe(1.5);
  });

  it("that could not be loaded is tried again by the next call", async () => {
    const get = part(2);
    await expect(withParts(get)).rejects.toThrow("offline");
    expect(await withParts(get)).toBe(2);
  });
});

describe("a call with parts", () => {
  it("is repeated for each part that it misses, also where it waits itself", async () => {
    const [a, b] = [part(1), part(1)];
    let calls = 0;
    const run = async () => {
      calls++;
      a();
      await Promise.resolve();
      return a() + b();
    };
    expect(await withParts(run)).toBe(2);
    expect(calls).toBe(3);
  });

  it("rethrows what is not a missing part, at once or later", async () => {
    const fails = () => {
      throw new Error("bug");
    };
    expect(() => withParts(fails)).toThrow("bug");
    await expect(withParts(async () => fails())).rejects.toThrow("bug");
  });
});
