/**
 * Grouping accuracy as papers about log parsing define it: the share of lines whose pattern has exactly the lines of their
 * label. Whole lines are given, heads included.
 */
import { describe, expect, it } from "vitest";
import { generateLabelled, type LabelledLine } from "../../bench/labelled/generate.ts";
import { SYSTEMS } from "../../bench/labelled/systems.ts";
import { PatternMiner } from "./patterns.ts";

const LINES = 2000;

function groupingAccuracy(lines: readonly LabelledLine[], patterns: readonly (number | undefined)[]): number {
  const sizes = (values: readonly (number | undefined | string)[]) => {
    const counts = new Map<number | string | undefined, number>();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    return counts;
  };
  const labels = lines.map(({ label }) => label);
  const byLabel = sizes(labels);
  const byPattern = sizes(patterns);
  const byBoth = sizes(labels.map((label, i) => `${label} ${patterns[i]}`));
  const right = labels.filter((label, i) => {
    const both = byBoth.get(`${label} ${patterns[i]}`);
    return both === byLabel.get(label) && both === byPattern.get(patterns[i]);
  });
  return right.length / lines.length;
}

describe("grouping accuracy", () => {
  const rows = SYSTEMS.map((system) => {
    const lines = generateLabelled(system, LINES);
    const miner = new PatternMiner();
    const patterns = miner.add(lines.map(({ line }) => line));
    const labels = new Set(lines.map(({ label }) => label)).size;
    return {
      name: system.name,
      labels,
      patterns: miner.report().patterns.length,
      accuracy: groupingAccuracy(lines, patterns),
    };
  });
  const average = rows.reduce((sum, { accuracy }) => sum + accuracy, 0) / rows.length;

  it("is at least 0.90 on average over 16 systems", () => {
    const lines = rows.map(
      ({ name, labels, patterns, accuracy }) =>
        `${name.padEnd(12)} ${accuracy.toFixed(3)}  ${patterns} patterns for ${labels} templates`,
    );
    console.info([...lines, `${"average".padEnd(12)} ${average.toFixed(3)}`].join("\n"));
    expect(rows).toHaveLength(16);
    expect(average).toBeGreaterThanOrEqual(0.9);
  });

  it.each(rows)("is at least 0.7 on $name", ({ accuracy }) => expect(accuracy).toBeGreaterThanOrEqual(0.7));
});
