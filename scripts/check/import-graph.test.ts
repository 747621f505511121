import { describe, expect, it } from "vitest";
import { findCircles, importsOf } from "./import-graph.mjs";

describe("importsOf", () => {
  const cases: readonly [string, string, readonly string[]][] = [
    ["values", 'import { a } from "./a.ts";', ["./a.ts"]],
    ["types, which count as well", 'import type { A } from "./a.ts";', ["./a.ts"]],
    ["over several lines", 'import {\n  a,\n  type B,\n} from "./a.ts";', ["./a.ts"]],
    ["what is passed on", 'export * from "./a.ts";\nexport type { B } from "./b.ts";', ["./a.ts", "./b.ts"]],
    ["for its effect", 'import "./a.css";', ["./a.css"]],
    ["later", 'const a = await import("./a.ts");', ["./a.ts"]],
    ["a worker's script", 'new Worker(new URL("./a.ts", import.meta.url))', ["./a.ts"]],
    ["not a text that looks like it", 'const text = "from ./a.ts";', []],
  ];
  for (const [name, text, imports] of cases) it(name, () => expect(importsOf(text)).toEqual(imports));
});

describe("findCircles", () => {
  const graph = (edges: Readonly<Record<string, readonly string[]>>) => new Map(Object.entries(edges));
  const cases: readonly [string, Readonly<Record<string, readonly string[]>>, readonly (readonly string[])[]][] = [
    ["none in a tree", { a: ["b", "c"], b: ["d"], c: ["d"], d: [] }, []],
    ["two that import each other", { a: ["b"], b: ["a"] }, [["a", "b"]]],
    ["a longer way round", { a: ["b"], b: ["c"], c: ["a", "d"], d: [] }, [["a", "b", "c"]]],
    ["one that imports itself", { a: ["a"] }, [["a"]]],
    [
      "two apart, in order",
      { x: ["y"], y: ["x"], a: ["b", "x"], b: ["a"] },
      [
        ["a", "b"],
        ["x", "y"],
      ],
    ],
    ["nothing of files outside", { a: ["elsewhere"] }, []],
  ];
  for (const [name, edges, circles] of cases) it(name, () => expect(findCircles(graph(edges))).toEqual(circles));
});
