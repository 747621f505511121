import { describe, expect, it } from "vitest";
import { readGraph } from "../document/graph/graph.ts";
import { openDocument, readTree } from "../document/open-document.ts";
import { STAGE_CATALOG } from "../stages/index.ts";
import { ALLOY_ONLY } from "./alloy-only.ts";
import { COMPONENT_CATALOG } from "./index.ts";

describe.each([...ALLOY_ONLY])("%s", (name, { kind, instead }) => {
  const text = `${name} "a" {\n  anything = 1\n}\n`;
  const told = (purpose: "run" | "preview") =>
    openDocument(text, { purpose }).diagnostics.map(({ severity, code, message }) => `${severity} ${code}: ${message}`);

  it("does not run, and its diagnostic says what to do instead", () => {
    expect(COMPONENT_CATALOG.has(name)).toBe(false);
    const notRun = `component-not-run: Sluice does not run ${JSON.stringify(name)}; instead, ${instead}`;
    expect(told("run")).toEqual([`error ${notRun}`]);
    expect(told("preview")).toEqual([`warning ${notRun}; the block is kept unchanged`]);
  });

  it("has a substitute that runs", () => {
    for (const [one] of instead.matchAll(/\b(?:logs|profiles|discovery|loki|pyroscope)(?:\.[a-z_]+)+/g))
      expect(COMPONENT_CATALOG.has(one), one).toBe(true);
    for (const [, stage] of instead.matchAll(/\bstage\.([a-z_]+)/g)) expect(STAGE_CATALOG.has(stage!)).toBe(true);
  });

  it("has a place in the graph", () => {
    const node = readGraph(readTree(text))!.nodes.find(({ id }) => id === `${name}.a`);
    expect(node?.kind).toBe(kind);
  });
});
