import { SeededRandom } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { type GraphShape, layOut } from "./graph-layout.ts";

const SIZES = { width: 100, height: 40, between: 50, within: 10 };
const graph = (text: string) => {
  const pairs = text.split(" ").map((one) => one.split(">") as [string, string?]);
  const nodes = [...new Set(pairs.flat().flatMap((id) => id ?? []))].map((id) => ({ id }));
  const edges = pairs.flatMap(([from, to]) => (to === undefined ? [] : { id: `${from}>${to}`, from, to }));
  return { nodes, edges };
};
const lay = (text: string, shape?: GraphShape) => {
  const { nodes, edges } = graph(text);
  return layOut(nodes, edges, SIZES, shape);
};

describe("ranks", () => {
  it.each([
    ["a chain", "a>b b>c", [["a"], ["b"], ["c"]]],
    ["a fan", "a>b a>c a>d", [["a"], ["b", "c", "d"]]],
    ["a long way around", "a>b b>c a>c", [["a"], ["b"], ["c"]]],
    ["what leads to a late one stands right before it", "a>b b>c s>c", [["a"], ["b", "s"], ["c"]]],
    ["alone: after the others", "a b>c", [["b", "a"], ["c"]]],
    ["a circle", "a>b b>c c>b", [["a"], ["b"], ["c"]]],
    ["to itself", "a>a a>b", [["a"], ["b"]]],
    [
      "no crossing",
      "a>x b>y a>y c>x c>z",
      [
        ["b", "a", "c"],
        ["y", "x", "z"],
      ],
    ],
  ])("%s", (_name, text, ranks) => expect(lay(text).ranks).toEqual(ranks));

  it("are none for no nodes, and edges that lead nowhere are left out", () => {
    expect(layOut([], [], SIZES)).toMatchObject({ ranks: [[]], height: 0 });
    expect(layOut([{ id: "a" }], [{ id: "e", from: "a", to: "gone" }], SIZES).ranks).toEqual([["a"]]);
  });
});

describe("places", () => {
  it("are in the middle of what they lead to", () => {
    const { nodes, width, height } = lay("a>b a>c");
    expect([...nodes]).toEqual([
      ["a", { x: 0, y: 25 }],
      ["b", { x: 150, y: 0 }],
      ["c", { x: 150, y: 50 }],
    ]);
    expect([width, height]).toEqual([250, 90]);
  });

  it("are turned for a graph that goes down", () => {
    const { nodes, width, height } = lay("a>b a>c", "down");
    expect([...nodes]).toEqual([
      ["a", { x: 55, y: 0 }],
      ["b", { x: 0, y: 90 }],
      ["c", { x: 110, y: 90 }],
    ]);
    expect([width, height]).toEqual([210, 130]);
  });

  it("stand right below the others where nothing leads to them or from them", () => {
    const { nodes } = lay("a>d b>d c>d d>e d>f d>g x");
    const [last, loose] = [nodes.get("c")!, nodes.get("x")!];
    expect(loose).toEqual({ x: last.x, y: last.y + SIZES.height + SIZES.within });
  });

  it("leave lanes for what passes a rank", () => {
    const { nodes, lanes } = lay("a>b b>c a>c");
    const [lane] = lanes.get("a>c")!;
    const b = nodes.get("b")!;
    expect(lane!.x).toBe(200);
    expect(lane!.y < b.y || lane!.y > b.y + SIZES.height).toBe(true);
    expect(lanes.get("a>b")).toEqual([]);
  });

  it("never lie over each other nor outside, and edges lead on, in random graphs", () => {
    const random = new SeededRandom(11);
    for (let round = 0; round < 60; round++) {
      const count = 1 + Math.floor(random.next() * 20);
      const nodes = Array.from({ length: count }, (_, i) => ({ id: `n${i}` }));
      const any = () => `n${Math.floor(random.next() * count)}`;
      const edges = Array.from({ length: Math.floor(random.next() * 30) }, (_, i) => ({
        id: `e${i}`,
        from: any(),
        to: any(),
      }));
      for (const shape of ["across", "down"] as const) {
        const laid = layOut(nodes, edges, SIZES, shape);
        const places = [...laid.nodes.values()];
        expect(places).toHaveLength(count);
        for (const [i, a] of places.entries()) {
          expect(a.x >= 0 && a.y >= -1e-9 && a.x >= -1e-9).toBe(true);
          expect(a.x + SIZES.width <= laid.width + 1e-9 && a.y + SIZES.height <= laid.height + 1e-9).toBe(true);
          for (const b of places.slice(i + 1))
            expect(Math.abs(a.x - b.x) >= SIZES.width || Math.abs(a.y - b.y) >= SIZES.height).toBe(true);
        }
        const rankOf = (id: string) => laid.ranks.findIndex((rank) => rank.includes(id));
        for (const { id, from, to } of edges) if (laid.lanes.has(id)) expect(rankOf(from)).toBeLessThan(rankOf(to));
      }
    }
  });
});

it("lays out what has more long ways than there is room for lanes", () => {
  const nodes = Array.from({ length: 400 }, (_, i) => ({ id: `n${i}` }));
  const edge = (from: number, to: number) => ({ id: `${from}>${to}`, from: `n${from}`, to: `n${to}` });
  const chain = nodes.slice(1).map((_, i) => edge(i, i + 1));
  const long = Array.from({ length: 600 }, (_, i) => edge(i % 20, 399 - Math.floor(i / 20)));
  const { ranks, lanes, width } = layOut(nodes, [...chain, ...long], SIZES);
  expect(ranks).toHaveLength(400);
  expect(width).toBe(400 * 150 - 50);
  const counted = [...lanes.values()].reduce((sum, points) => sum + points.length, 0);
  expect(counted).toBeGreaterThan(2000);
  expect(counted).toBeLessThanOrEqual(3000);
});
