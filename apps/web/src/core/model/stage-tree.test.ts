import { describe, expect, it } from "vitest";
import type { Analysis, CardItem } from "./analysis.ts";
import { nestCards, placeOfDrop, placeOfMove, type StageMove, shownCards, stageCode } from "./stage-tree.ts";

const TEXT = `logs.process "x" {
  stage.match {
    selector = "{a=\\"b\\"}"
    stage.drop {
      value = "x"
    }
  }
  stage.docker { }
}`;

const card = (id: string, given: Partial<CardItem> = {}): CardItem => ({
  id,
  name: id,
  summary: "",
  off: false,
  nests: false,
  parent: undefined,
  index: 0,
  depth: 0,
  start: 0,
  end: 0,
  resources: [],
  ...given,
});
const at = (id: string, depth: number, from: string, to: string): CardItem => {
  const start = TEXT.indexOf(from);
  return card(id, { depth, start, end: TEXT.indexOf(to, start) + to.length });
};
const STAGES = [
  at("1", 0, "stage.match", "\n  }"),
  at("1.1", 1, "stage.drop", "\n    }"),
  at("2", 0, "stage.docker", "{ }"),
];

describe("stages as a tree", () => {
  it("stand under the one that they are written in", () => {
    const paths = nestCards(STAGES).map((one) => [one.card.id, one.children.map((child) => child.card.id)]);
    expect(paths).toEqual([
      ["1", ["1.1"]],
      ["2", []],
    ]);
  });
  it("show their own text only, from the left", () => {
    const [match, docker] = nestCards(STAGES);
    expect(stageCode(TEXT, match!)).toBe('stage.match {\n  selector = "{a=\\"b\\"}"\n  …\n}');
    expect(stageCode(TEXT, match!.children[0]!)).toBe('stage.drop {\n  value = "x"\n}');
    expect(stageCode(TEXT, docker!)).toBe("stage.docker { }");
  });
});

/** `1`, a match with `2.1` and one that is switched off, `3`. */
const CARDS = [
  card("1"),
  card("2", { index: 1, nests: true }),
  card("2.1", { parent: "2", depth: 1 }),
  card("off 1", { parent: "2", index: 1, depth: 1, off: true }),
  card("3", { index: 2 }),
];

describe("a move by one step", () => {
  const moved = (id: string, move: StageMove) => {
    const to = placeOfMove(CARDS, CARDS.find((one) => one.id === id)!, move);
    return to === undefined ? undefined : `${to.parent ?? "top"} ${to.index}`;
  };
  it.each([
    ["1", "up", undefined],
    ["1", "down", "top 1"],
    ["3", "down", undefined],
    ["2.1", "down", "2 1"],
    ["2.1", "up", "top 1"],
    ["off 1", "down", "top 2"],
    ["off 1", "out", "top 2"],
    ["1", "out", undefined],
    ["3", "in", "2 2"],
    ["1", "in", "2 0"],
    ["2", "in", undefined],
    ["off 1", "in", undefined],
  ] as const)("of %s %s leads to %s", (id, move, to) => expect(moved(id, move)).toBe(to));
});

it.each([
  ["1", undefined, 0, undefined],
  ["1", undefined, 1, undefined],
  ["1", undefined, 2, "top 1"],
  ["3", undefined, 0, "top 0"],
  ["3", "2", 1, "2 1"],
  ["2.1", undefined, 2, "top 2"],
  ["2", "2", 0, undefined],
] as const)("%s dropped in %s at %d goes to %s", (id, parent, index, to) => {
  const place = placeOfDrop(CARDS, CARDS.find((one) => one.id === id)!, { parent, index });
  expect(place && `${place.parent ?? "top"} ${place.index}`).toBe(to);
});

it("cards of the last good text stay, as stale, while the text does not parse", () => {
  const analysis = (text: string, cards: Analysis["cards"]): Analysis => ({
    text,
    ok: cards !== null,
    problems: [],
    pipelines: [],
    cards,
    graph: null,
    target: "sluice",
  });
  const good = analysis("good", [
    { id: "a", cards: [card("1")] },
    { id: "b", cards: [card("1"), card("2")] },
  ]);
  expect(shownCards(good, good, "b")).toMatchObject({ pipeline: "b", text: "good", stale: false });
  expect(shownCards(analysis("bad", null), good, "b")).toMatchObject({ pipeline: "b", text: "good", stale: true });
  expect(shownCards(analysis("bad", null), null, null)).toEqual({
    pipeline: undefined,
    cards: [],
    text: "",
    stale: true,
  });
});
