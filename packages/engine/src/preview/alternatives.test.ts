import { describe, expect, it } from "vitest";
import { loadStages } from "../document/load.ts";
import { BARE_HOST } from "../pipeline/stage.ts";
import { Preview } from "./preview.ts";

const LINES = ["GET /a took 12 ms", "user bob came", "noise"];

function statusesOf(body: string) {
  const { stages, diagnostics } = loadStages(body);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const samples = LINES.map((line) => ({ line, labels: {} }));
  const run = Preview.run({ stages, dialect: "loki" }, samples, { start: 0n, seed: 1, host: BARE_HOST });
  const outcomes = LINES.map((_, i) => run.outcomeOf(i));
  return { statuses: outcomes.map(({ status }) => status), missedBy: outcomes.map(({ missedBy }) => missedBy) };
}

const regex = (expression: string): string => `stage.regex {\n  expression = \`${expression}\`\n}\n`;

describe("stages that read one text in turn", () => {
  const both = regex("^GET (?P<path>\\S+) took (?P<took>\\d+) ms") + regex("^user (?P<user>\\S+)");

  it("do not miss what another one reads, and all miss what none does", () => {
    expect(statusesOf(both)).toEqual({
      statuses: ["passed", "passed", "missed"],
      missedBy: [["2"], ["1"], ["1", "2"]],
    });
  });

  it("excuse a stage for a value that only they set, rewritten or not", () => {
    const rewrites = `stage.template {\n  source = "took"\n  template = "{{ if .Value }}{{ .Value }}ms{{ end }}"\n}\n`;
    const metric = `stage.metrics {\n  metric.histogram {\n    name = "took"\n    buckets = [1]\n  }\n}\n`;
    for (const body of [both + metric, both + rewrites + metric])
      expect(statusesOf(body).statuses.slice(0, 2)).toEqual(["passed", "passed"]);
    const other = `stage.labels {\n  values = { took = "", none = "" }\n}\nstage.timestamp {\n  source = "none"\n  format = "RFC3339"\n}\n`;
    expect(statusesOf(both + other).statuses.slice(0, 2)).toEqual(["missed", "missed"]);
  });

  it.each([
    ["one may match what the other matches", "^(?P<method>[A-Z]+) ", "^user (?P<user>\\S+)"],
    ["one begins as the other does", "^user (?P<user>\\S+)", "^user bo(?P<rest>\\S+) left"],
    ["the last letter may be missing", "^u?(?P<word>ser)", "^user (?P<user>\\S+)"],
    ["one stands anywhere", "took (?P<took>\\d+)", "^user (?P<user>\\S+)"],
    ["one has another beginning besides", "^GET (?P<path>\\S+)|(?P<any>came)", "^user (?P<user>\\S+)"],
  ])("miss it where %s", (_, first, second) => {
    const { statuses, missedBy } = statusesOf(regex(first) + regex(second));
    expect(statuses.map((status) => status === "missed")).toEqual(missedBy.map((paths) => paths.length > 0));
    expect(statuses).toContain("missed");
  });

  it("miss it where they read different values", () => {
    const other = 'stage.regex {\n  source = "user"\n  expression = "^x(?P<x>.)"\n}\n';
    expect(statusesOf(regex("^user (?P<user>\\S+)") + other).statuses[1]).toBe("missed");
  });
});
