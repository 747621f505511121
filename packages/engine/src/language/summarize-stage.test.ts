import { describe, expect, it } from "vitest";
import { loadStages } from "../document/load.ts";
import { summarizeStage } from "./summarize-stage.ts";

describe("summarizeStage", () => {
  const cases: readonly [string, string, string][] = [
    ["a single required argument without its name", 'stage.regex { expression = "^(?P<a>.)" }', "^(?P<a>.)"],
    [
      "arguments in the order of the text",
      'stage.drop {\n expression = "^x"\n source = "agent"\n}',
      "expression ^x · source agent",
    ],
    ["defaults are left out", 'stage.drop {\n source = "a"\n drop_counter_reason = "drop_stage"\n}', "source a"],
    [
      "a map by its names",
      'stage.labels { values = { level = "", lvl = "severity", app = "app" } }',
      "level, lvl=severity, app",
    ],
    [
      "sizes and times",
      'stage.drop {\n longer_than = "8KB"\n older_than = "90m"\n}',
      "longer_than 8KiB · older_than 1h30m",
    ],
    [
      "named blocks",
      'stage.metrics {\n metric.counter {\n name = "a"\n match_all = true\n action = "inc"\n }\n metric.gauge {\n name = "b"\n action = "inc"\n }\n}',
      "metric.counter a · metric.gauge b",
    ],
    ["blanks in one", "stage.regex { expression = `a\n   b` }", "a b"],
    ["long values are cut", `stage.regex { expression = "${"x".repeat(200)}" }`, `${"x".repeat(79)}…`],
  ];
  for (const [name, text, summary] of cases) {
    it(name, () => {
      const { stages, diagnostics } = loadStages(text);
      expect(diagnostics).toEqual([]);
      expect(summarizeStage(stages[0]!, text)).toBe(summary);
    });
  }
});
