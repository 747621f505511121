import { type GraphFlow, readGraph, readTree } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import type { Analysis, Problem } from "../../core/model/analysis.ts";
import { shownGraph } from "../../core/model/graph/shown-graph.ts";
import {
  chooseShape,
  drawGraph,
  edgePath,
  LEGIBLE_ZOOM,
  layOutGraph,
  stepFrom,
  viewportOf,
  whyNotDrawn,
} from "./draw.ts";

const TEXT = `logs.source.demo "s" { forward_to = [logs.process.a.receiver] }
logs.process "a" { forward_to = [logs.echo.x.receiver, logs.echo.y.receiver] }
logs.echo "x" { }
logs.echo "y" { }`;
const graph = readGraph(readTree(TEXT))!;
const layout = layOutGraph(graph);
const flow: GraphFlow = {
  pipelines: {
    "logs.process.a": { in: { entries: 10, bytes: 100 }, sent: { entries: 6, bytes: 60 }, dropped: 3, held: 1 },
  },
  edges: {
    "logs.source.demo.s → logs.process.a": { entries: 10, bytes: 100 },
    "logs.process.a → logs.echo.x": { entries: 6, bytes: 60 },
  },
  shared: { "logs.process.a → logs.echo.y": { entries: 10, bytes: 100 } },
  entrances: ["logs.process.a"],
  failures: {},
  skipped: [],
};
const problem = (severity: Problem["severity"], start: number, code = "c"): Problem => ({
  severity,
  code,
  message: "",
  start,
  end: start + 1,
  line: 1,
  column: 1,
  fixes: [],
});

describe("the drawing", () => {
  const at = TEXT.indexOf('logs.process "a"');
  const problems = [problem("error", at + 2), problem("warning", at + 3), problem("warning", at, "component-not-run")];
  const drawn = drawGraph(graph, layout, flow, problems);
  const node = (id: string) => drawn.nodes.find((one) => one.node.id === id)!;

  it("has counts and problems if they are known", () => {
    expect(node("logs.process.a")).toMatchObject({ errors: 1, warnings: 1, flow: { dropped: 3 } });
    expect(node("logs.echo.x").came).toEqual({ entries: 6, bytes: 60 });
    expect(node("logs.echo.y").came).toBeUndefined();
    expect(drawn.edges.map(({ share }) => share)).toEqual([1, 0.6, 0]);
    expect(drawn.edges.map(({ shared }) => shared?.entries)).toEqual([undefined, undefined, 10]);
  });

  it("says why there are no counts", () => {
    const skipped = { ...flow, pipelines: {}, skipped: ["logs.process.a"] };
    expect(drawGraph(graph, layout, skipped, []).nodes[1]?.failure).toBe("Too many entries to count");
    const failed = { ...flow, pipelines: {}, failures: { "logs.process.a": "no file" } };
    expect(drawGraph(graph, layout, failed, []).nodes[1]?.failure).toBe("no file");
  });

  it("exists without counts", () => {
    const bare = drawGraph(graph, layout, null, []);
    expect(bare.nodes.map(({ came, flow: own }) => [came, own])).toEqual(bare.nodes.map(() => [undefined, undefined]));
  });
});

it("shows the last valid text while the current one does not parse", () => {
  const analysis = (text: string, one: Analysis["graph"]) => ({ text, graph: one }) as Analysis;
  const good = analysis(TEXT, graph);
  expect(shownGraph(good, good)).toEqual({ graph, text: TEXT, stale: false });
  expect(shownGraph(analysis("{", null), good)).toEqual({ graph, text: TEXT, stale: true });
  expect(shownGraph(analysis("{", null), null)).toEqual({ graph: null, text: "", stale: true });
  expect(shownGraph(null, null)).toEqual({ graph: null, text: "", stale: false });
});

it("arrow keys follow connections, and move along a rank", () => {
  const from = (id: string | null, step: Parameters<typeof stepFrom>[3], shape?: "across" | "down") =>
    stepFrom(graph, layout, id, step, shape);
  expect(from(null, "right")).toBe("logs.source.demo.s");
  expect(from("logs.source.demo.s", "right")).toBe("logs.process.a");
  expect(from("logs.process.a", "right")).toBe("logs.echo.x");
  expect(from("logs.echo.x", "down")).toBe("logs.echo.y");
  expect(from("logs.echo.y", "down")).toBeUndefined();
  expect(from("logs.echo.y", "left")).toBe("logs.process.a");
  expect(from("logs.process.a", "down", "down")).toBe("logs.echo.x");
  expect(from("logs.echo.x", "right", "down")).toBe("logs.echo.y");
  expect(from("logs.echo.x", "first")).toBe("logs.source.demo.s");
  expect(from("logs.source.demo.s", "last")).toBe("logs.echo.y");
});

it("the graph runs down if that draws it much larger", () => {
  const layouts = { across: layout, down: layOutGraph(graph, "down") };
  expect(chooseShape(layouts, { width: 1200, height: 700 })).toBe("across");
  expect(chooseShape(layouts, { width: 480, height: 700 })).toBe("down");
});

it("edges leave and arrive straight", () => {
  const points = [
    { x: 0, y: 0 },
    { x: 100, y: 50 },
  ];
  expect(edgePath(points, "across")).toBe("M0,0 C50,0 50,50 100,50");
  expect(edgePath(points, "down")).toBe("M0,0 C0,25 100,25 100,50");
  expect(edgePath([], "down")).toBe("");
});

it("is not drawn for a configuration with more than anybody can read", () => {
  const chain = (length: number) =>
    Array.from({ length }, (_, i) => `logs.process "p${i}" { forward_to = [logs.process.p${i + 1}.receiver] }`);
  const read = (lines: readonly string[]) => readGraph(readTree(lines.join("\n")))!;
  expect(whyNotDrawn(read(chain(399)))).toBeUndefined();
  expect(whyNotDrawn(read(chain(5000)))).toBe(
    "This configuration has 5,001 components and 5,000 connections. It is not drawn: the limit is 400 components and 1,000 connections.",
  );
});

describe("how a graph is first shown", () => {
  const pane = { width: 1000, height: 500 };

  it.each<[string, { width: number; height: number }, { x: number; y: number; zoom: number }]>([
    ["whole and in the middle, not enlarged", { width: 200, height: 100 }, { x: 400, y: 200, zoom: 1 }],
    ["smaller if that shows all of it", { width: 1100, height: 100 }, { x: 60, y: 210, zoom: 0.8 }],
    [
      "from its beginning if all of it would be illegible",
      { width: 4000, height: 100 },
      { x: 60, y: 212.5, zoom: 0.75 },
    ],
    ["from its upper left if it is also tall", { width: 4000, height: 4000 }, { x: 60, y: 30, zoom: 0.75 }],
  ])("is %s", (_, size, expected) => {
    const { x, y, zoom } = viewportOf(size, pane);
    expect(zoom).toBeCloseTo(expected.zoom, 10);
    expect([Math.round(x * 10) / 10, Math.round(y * 10) / 10]).toEqual([expected.x, expected.y]);
    expect(zoom).toBeGreaterThanOrEqual(LEGIBLE_ZOOM);
  });
});
