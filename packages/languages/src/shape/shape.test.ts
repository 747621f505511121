import { describe, expect, it } from "vitest";
import { MAX_SHAPE_UNITS, ShapeMemory } from "./index.ts";

/** A memory of texts by their first character, which notes what it learned. */
function byFirst() {
  const learned: string[] = [];
  const memory = new ShapeMemory((text) => {
    learned.push(text);
    return { expression: new RegExp(`^${text[0]}`) };
  });
  const feed = (text: string, times: number) => {
    let found = 0;
    for (let i = 0; i < times; i++) if (memory.find(text) !== undefined) found++;
    return found;
  };
  return { memory, learned, feed };
}

describe("ShapeMemory", () => {
  it("learns nothing from a few texts, and then one shape for a window", () => {
    const { learned, feed } = byFirst();
    expect(feed("a1", 63)).toBe(0);
    expect(learned).toEqual([]);
    expect(feed("a2", 10)).toBe(9);
    expect(learned).toEqual(["a2"]);
  });

  it("keeps a shape that most texts have, whatever the others are", () => {
    const { learned, feed } = byFirst();
    feed("a", 64);
    for (let i = 0; i < 1000; i++) {
      expect(feed("a", 15)).toBe(15);
      feed(`${i % 10}`, 1);
    }
    expect(learned).toEqual(["a"]);
  });

  it("learns several shapes, and forgets those of few texts", () => {
    const { learned, feed } = byFirst();
    for (let i = 0; i < 300; i++) for (const text of ["a", "b", "c"]) feed(text, 1);
    expect(new Set(learned)).toEqual(new Set(["a", "b", "c"]));
    feed("d", 100_000);
    expect(feed("d", 1)).toBe(1);
    expect(feed("a", 1)).toBe(0);
  });

  it("compiles ever less often where no two texts are alike", () => {
    const { memory, learned } = byFirst();
    for (let i = 0; i < 60_000; i++) memory.find(String.fromCharCode(0x4e00 + (i % 20_000)));
    expect(learned.length).toBeLessThan(12);
  });

  it("leaves long texts alone", () => {
    const { feed } = byFirst();
    feed("a", 64);
    expect(feed("a".repeat(MAX_SHAPE_UNITS), 1)).toBe(1);
    expect(feed("a".repeat(MAX_SHAPE_UNITS + 1), 1)).toBe(0);
  });
});
