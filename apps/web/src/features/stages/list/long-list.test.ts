import { describe, expect, it } from "vitest";
import type { CardItem } from "../../../core/model/analysis.ts";
import { nestCards } from "../../../core/model/stage-tree.ts";
import { cardsAround, partAround } from "./long-list.ts";

const card = (id: string, parent?: string): CardItem => ({
  ...{ id, parent, name: "drop", summary: "", off: false, nests: true, index: 0, start: 0, end: 1, resources: [] },
  depth: id.split(".").length - 1,
});

describe("partAround", () => {
  const items = Array.from({ length: 10 }, (_, i) => i);

  it("is the list itself if that is short enough", () => {
    expect(partAround(items, 7, 10)).toEqual({ shown: items, from: 0, to: 10 });
    expect(partAround(items, 7, 10).shown).toBe(items);
  });

  it("is the part that contains the item", () => {
    expect(partAround(items, 0, 4)).toEqual({ shown: [0, 1, 2, 3], from: 0, to: 4 });
    expect(partAround(items, 4, 4)).toEqual({ shown: [4, 5, 6, 7], from: 4, to: 8 });
    expect(partAround(items, 9, 4)).toEqual({ shown: [8, 9], from: 8, to: 10 });
  });

  it("is the first part without an item", () => {
    expect(partAround(items, -1, 4).from).toBe(0);
  });
});

describe("cardsAround", () => {
  const cards = [
    ...[card("1"), card("1.1", "1"), card("1.1.1", "1.1"), card("1.1.2", "1.1")],
    ...[card("1.1.2.1", "1.1.2"), card("1.1.3", "1.1"), card("1.2", "1"), card("2")],
  ];

  it("includes the parents of its first card, and is the same tree", () => {
    const { shown, from, to } = cardsAround(cards, 3, 3);
    expect([from, to]).toEqual([3, 6]);
    expect(shown.map(({ id }) => id)).toEqual(["1", "1.1", "1.1.2", "1.1.2.1", "1.1.3"]);
    const [root] = nestCards(shown);
    expect(root!.children[0]!.children.map(({ card: { id } }) => id)).toEqual(["1.1.2", "1.1.3"]);
  });

  it("adds nothing if the first card has no parent", () => {
    expect(cardsAround(cards, 7, 7).shown.map(({ id }) => id)).toEqual(["2"]);
  });
});
