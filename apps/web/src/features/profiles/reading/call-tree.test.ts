/** The tree of all stacks, and what is derived from it. Profiles are written as folded text. */
import { describe, expect, it } from "vitest";
import { buildCallTree, foldedText, nodeName, pathOf } from "./call-tree.ts";
import { compareProfiles, describeMerged, mergedTypes, mergeProfiles } from "./combine.ts";
import { findFunctions, labelChoices, measureFound, withFunctions, withLabels } from "./filter.ts";
import { layOut, rowCount, stepFrame, UNZOOMED, zoomInto, zoomOut } from "./flame-layout.ts";
import { type Profile, sums } from "./profile.ts";
import { readFolded } from "./read-folded.ts";
import { sortTop, topFunctions } from "./top.ts";

const SHOP = `main;serve;json 6
main;serve;db;read 3
main;serve 1
main;gc 2
`;
const shop = readFolded(SHOP);
const tree = buildCallTree(shop);
const nodeOf = (path: string, of = tree): number => {
  const found = [...of.names.keys()].find((node) => pathOf(of, node).join(";") === path);
  if (found === undefined) throw new Error(`no node ${path}`);
  return found;
};
const rowsOf = (profile: Profile) =>
  sortTop(topFunctions(buildCallTree(profile)), "self", 0).map(({ name, self, total }) => [name, self[0], total[0]]);

describe("the call tree", () => {
  it("has the sum of all samples at its root", () => {
    expect(tree.totals[0]![0]).toBe(12);
    expect(sums(shop)).toEqual([12]);
    expect(tree.totals[0]![nodeOf("main;serve")]).toBe(10);
    expect(tree.selfs[0]![nodeOf("main;serve")]).toBe(1);
  });

  it("has children in the order of their names, whatever the order of samples", () => {
    const other = buildCallTree(readFolded(SHOP.trim().split("\n").reverse().join("\n")));
    for (const one of [tree, other]) {
      const names: string[] = [];
      for (let node = one.firstChild[nodeOf("main;serve", one)]!; node >= 0; node = one.nextSibling[node]!)
        names.push(nodeName(one, node));
      expect(names).toEqual(["db", "json"]);
    }
  });

  it("converts back to the folded text that it was built from", () => {
    expect(foldedText(tree, 0, 0).split("\n").sort()).toEqual(SHOP.trim().split("\n").sort());
    expect(foldedText(tree, nodeOf("main;serve;db"), 0)).toBe("main;serve;db;read 3");
    expect(foldedText(buildCallTree(readFolded("a;b 0")), 0, 0)).toBe("");
  });

  it("writes large counts with all their digits", () => {
    const values = Float64Array.of(2 ** 63, 2 ** 80, 0.5, 1);
    const text = foldedText(buildCallTree({ ...shop, values }), 0, 0)
      .split("\n")
      .sort();
    expect(text).toEqual([
      "main;gc 1",
      "main;serve 0.5",
      "main;serve;db;read 1208925819614629174706176",
      "main;serve;json 9223372036854775808",
    ]);
  });

  it("of a stack of 10,000 frames is built and walked without recursion", () => {
    const deep = buildCallTree(readFolded(`${"f;".repeat(9_999)}f 1`));
    expect(deep.deepest).toBe(10_000);
    expect(topFunctions(deep)).toEqual([{ name: "f", self: [1], total: [1] }]);
    expect(foldedText(deep, 0, 0)).toHaveLength(20_001);
  });
});

describe("top functions", () => {
  it("have their own cost, and their cost including what they call", () => {
    expect(rowsOf(shop)).toEqual([
      ["json", 6, 6],
      ["read", 3, 3],
      ["gc", 2, 2],
      ["serve", 1, 10],
      ["main", 0, 12],
      ["db", 0, 3],
    ]);
  });

  it("that call themselves count once", () => {
    expect(rowsOf(readFolded("f;g;f;g 4\nf 1\ng;f 2"))).toEqual([
      ["g", 4, 6],
      ["f", 3, 7],
    ]);
  });

  it("are ordered by total and by name, too", () => {
    const top = topFunctions(tree);
    expect(sortTop(top, "total", 0).map(({ name }) => name)).toEqual(["main", "serve", "json", "read", "db", "gc"]);
    expect(sortTop(top, "name", 0).map(({ name }) => name)).toEqual(["db", "gc", "json", "main", "read", "serve"]);
  });
});

describe("several profiles", () => {
  it("combined have all samples", () => {
    const merged = mergeProfiles([shop, readFolded("main;gc 5\nidle 1")]);
    expect(sums(merged)).toEqual([18]);
    expect(rowsOf(merged).find(([name]) => name === "gc")).toEqual(["gc", 7, 7]);
  });

  it("with different sample types keep those that all have", () => {
    const wall = (profile: Profile): Profile => ({
      ...profile,
      sampleTypes: [{ type: "wall", unit: "nanoseconds" }, ...profile.sampleTypes],
      values: Float64Array.from(profile.values).reduce(
        (all, value, i) => all.fill(value * 10, i * 2, i * 2 + 1).fill(value, i * 2 + 1, i * 2 + 2),
        new Float64Array(profile.values.length * 2),
      ),
    });
    const merged = mergeProfiles([wall(shop), shop]);
    expect(merged.sampleTypes).toEqual(shop.sampleTypes);
    expect(sums(merged)).toEqual([24]);
    const none = { ...shop, sampleTypes: [{ type: "x", unit: "y" }] };
    expect(() => mergeProfiles([shop, none])).toThrow(/no sample type in common/);
    expect(() => compareProfiles(shop, none, shop.sampleTypes[0]!)).toThrow(/Only one of the two/);
  });

  it("compared are two columns of one tree", () => {
    const both = buildCallTree(
      compareProfiles(shop, readFolded("main;serve;json 9\nmain;new 1"), shop.sampleTypes[0]!),
    );
    const at = (path: string) => both.totals.map((total) => total[nodeOf(path, both)]);
    expect(at("main;serve;json")).toEqual([6, 9]);
    expect(at("main;gc")).toEqual([2, 0]);
    expect(at("main;new")).toEqual([0, 1]);
    expect([both.totals[0]![0], both.totals[1]![0]]).toEqual([12, 10]);
  });
});

it("combined profiles have the sample types of all of them, and name those left out", () => {
  const types = (...names: string[]): Profile => ({
    ...shop,
    sampleTypes: names.map((type) => ({ type, unit: "count" })),
    values: new Float64Array(4 * names.length),
  });
  const of = (...profiles: Profile[]) => describeMerged(mergedTypes(profiles));
  expect(of(types("alloc", "inuse"), types("inuse", "live"))).toBe(
    "inuse; left out, as not all profiles have it: alloc, live",
  );
  expect(of(types("cpu"), types("cpu"))).toBe("cpu: all sample types of the profiles");
});

describe("filters", () => {
  const labelled: Profile = {
    ...shop,
    labelSets: [[], [{ key: "region", value: "eu" }], [{ key: "region", value: "us" }]],
    labels: Int32Array.of(1, 1, 2, 0),
  };

  it("by label keep the samples that have it", () => {
    expect(labelChoices(labelled)).toEqual([{ key: "region", values: ["eu", "us"] }]);
    const keep = withLabels(labelled, [{ key: "region", value: "eu" }]);
    expect(sums(labelled, keep)).toEqual([9]);
    expect(buildCallTree(labelled, keep).totals[0]![0]).toBe(9);
  });

  it("by function keep the stacks that go through it", () => {
    const keep = withFunctions(shop, findFunctions(shop.functions, "DB")!);
    expect(sums(shop, keep)).toEqual([3]);
  });

  it("a search counts nested hits once", () => {
    expect(findFunctions(shop.functions, "  ")).toBeUndefined();
    const found = findFunctions(shop.functions, "e")!;
    expect(measureFound(tree, found, 0)).toEqual({ functions: 2, total: 10 });
  });
});

describe("the layout", () => {
  const view = (zoomed: number, width = 1200) => ({ tree, totals: tree.totals[0]!, zoomed, width });
  const boxes = (zoomed: number, first = 0, last = 99, width = 1200) =>
    layOut(view(zoomed, width), first, last).map((box) => [nodeName(tree, box.node), box.row, box.x, box.width]);

  it("gives every frame its part of the width", () => {
    expect(boxes(0)).toEqual([
      ["all", 0, 0, 1200],
      ["main", 1, 0, 1200],
      ["gc", 2, 0, 200],
      ["serve", 2, 200, 1000],
      ["db", 3, 200, 300],
      ["json", 3, 500, 600],
      ["read", 4, 200, 300],
    ]);
  });

  it("gives a zoomed frame the whole width, and its callers above it", () => {
    expect(boxes(nodeOf("main;serve;db"))).toEqual([
      ["db", 3, 0, 1200],
      ["serve", 2, 0, 1200],
      ["main", 1, 0, 1200],
      ["all", 0, 0, 1200],
      ["read", 4, 0, 1200],
    ]);
    expect(rowCount(view(nodeOf("main;serve;db")))).toBe(5);
    expect(rowCount(view(nodeOf("main;gc")))).toBe(3);
  });

  it("leaves out rows that are out of sight and frames that are too narrow", () => {
    expect(boxes(0, 2, 3).map(([name]) => name)).toEqual(["gc", "serve", "db", "json"]);
    expect(boxes(0, 0, 99, 5).map(([name]) => name)).toEqual(["all", "main", "serve", "db", "json", "read"]);
  });

  it("of very many frames has no more boxes than pixels", () => {
    const wide = buildCallTree(readFolded(Array.from({ length: 50_000 }, (_, i) => `f${i} 1`).join("\n")));
    expect(layOut({ tree: wide, totals: wide.totals[0]!, zoomed: 0, width: 800 }, 0, 9)).toHaveLength(1);
  });

  it("of an empty profile has only the root", () => {
    const none = buildCallTree({
      ...shop,
      labels: new Int32Array(),
      offsets: Int32Array.of(0),
      values: new Float64Array(),
    });
    expect(layOut({ tree: none, totals: none.totals[0]!, zoomed: 0, width: 800 }, 0, 9)).toHaveLength(1);
  });

  it("returns from a zoomed frame to the previous view", () => {
    const [serve, read, gc] = ["main;serve", "main;serve;db;read", "main;gc"].map((path) => nodeOf(path));
    const within = zoomInto(tree, zoomInto(tree, UNZOOMED, serve!), read!);
    expect([within, zoomOut(within), zoomOut(zoomOut(within)), zoomOut(UNZOOMED)]).toEqual([
      [0, serve, read],
      [0, serve],
      [0],
      [0],
    ]);
    // Its neighbours and callers were not zoomed into.
    expect(zoomInto(tree, within, gc!)).toEqual([0, gc]);
    expect(zoomInto(tree, within, serve!)).toEqual([0, serve]);
    expect(zoomInto(tree, within, 0)).toEqual([0]);
  });

  it("arrow keys move to the caller, the most expensive callee, and the neighbours", () => {
    const go = (path: string, key: string, zoomed = 0) =>
      pathOf(tree, stepFrame(view(zoomed), path === "" ? 0 : nodeOf(path), key)).join(";");
    expect(go("", "ArrowDown")).toBe("main");
    expect(go("main;serve", "ArrowDown")).toBe("main;serve;json");
    expect(go("main;serve;json", "ArrowLeft")).toBe("main;serve;db");
    expect(go("main;serve;db", "ArrowLeft")).toBe("main;serve;db");
    expect(go("main;serve;db", "ArrowRight")).toBe("main;serve;json");
    expect(go("main;serve;json", "ArrowUp")).toBe("main;serve");
    expect(go("main;gc", "ArrowDown")).toBe("main;gc");
    // Above a zoomed frame the only way is back to it.
    expect(go("main", "ArrowDown", nodeOf("main;serve;db"))).toBe("main;serve");
    expect(go("main;serve", "ArrowRight", nodeOf("main;serve;db"))).toBe("main;serve");
    expect(go("main;gc", "Home", nodeOf("main;serve"))).toBe("main;serve");
  });
});
