import { SECOND } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { NO_METADATA } from "../base/entry.ts";
import { LabelSet } from "../base/label-set.ts";
import { type LoadedConfig, loadConfig } from "../document/load.ts";
import { TEST_HOST } from "../testing/index.ts";
import { compareComponents, ShadowComparison } from "./shadow-compare.ts";

const START = 1_768_464_000_000_000_000n;
const MAIN = "logs.process.main";

function load(main: string, more = "", to = "logs.echo.out.receiver"): LoadedConfig {
  const config = loadConfig(`logs.process "main" {
  forward_to = [${to}]
  ${main}
}
${more}
logs.echo "out" { }`);
  if (!config.ok) throw new Error(config.diagnostics.map(({ message }) => message).join("; "));
  return config;
}

function run(active: LoadedConfig, draft: LoadedConfig, lines: readonly string[], later = 10n * SECOND) {
  const comparison = new ShadowComparison(active, draft, { start: START, seed: 1, host: () => TEST_HOST });
  for (const line of lines)
    comparison.push({ labels: LabelSet.of({ job: "a" }), line, timestamp: START, metadata: NO_METADATA }, [MAIN]);
  comparison.advance(START + later);
  const summary = comparison.summary();
  comparison.close();
  return summary;
}

const LABELS = 'stage.logfmt {\n mapping = { level = "" }\n}\nstage.labels {\n values = { level = "" }\n}';
const DROP = 'stage.drop {\n expression = "debug"\n}';

describe("ShadowComparison", () => {
  it("finds nothing where both ask for the same", () => {
    const summary = run(load(LABELS), load(`// Another text.\n${LABELS}`), ["level=info a", "level=debug b"]);
    expect(summary).toMatchObject({
      compared: 2,
      same: 2,
      different: 0,
      out: { active: 2, draft: 2 },
      differences: [],
    });
    expect(summary.processes).toMatchObject([{ id: MAIN, changed: false, in: { active: 2, draft: 2 } }]);
  });

  it("tells what is dropped by which stage, and what is new", () => {
    const summary = run(load(""), load(`${LABELS}\n${DROP}`), ["level=info a", "level=debug b"]);
    expect(summary).toMatchObject({
      compared: 2,
      different: 2,
      only_active: 1,
      only_draft: 0,
      out: { active: 2, draft: 1 },
      bytes: { active: 25, draft: 12 },
      streams: { active: 1, draft: 1 },
      new_streams: ['{job="a", level="info"}'],
      gone_streams: ['{job="a"}'],
    });
    expect(summary.processes[0]).toMatchObject({
      changed: true,
      drops: [{ side: "draft", path: "3", stage: "drop", reason: "drop_stage", entries: 1 }],
    });
    expect(summary.differences.map(({ input, draft, differs }) => [input.line, draft.status, differs])).toEqual(
      [
        ["level=debug b", "dropped", ["count"]],
        ["level=info a", "passed", ["labels"]],
      ].toReversed(),
    );
  });

  it("compares what was held once its time has come, in both", () => {
    const multiline = (first: string) => `stage.multiline {\n firstline = "${first}"\n}`;
    const summary = run(load(multiline("^#")), load(multiline("^-")), ["# a", "more", "# b"]);
    expect(summary).toMatchObject({ compared: 3, different: 2, out: { active: 2, draft: 3 } });
    expect(run(load(multiline("^#")), load(multiline("^-")), ["# a"], SECOND).compared).toBe(0);
  });

  it("lets a limit wait under its own clock", () => {
    const limit = "stage.limit {\n rate = 1\n burst = 1\n}";
    const summary = run(load(""), load(limit), ["a", "b", "c"], SECOND);
    expect(summary).toMatchObject({ compared: 2, same: 2, out: { active: 3, draft: 2 } });
  });

  it("goes from process to process, and ends where it would leave for anything else", () => {
    const second = `logs.process "second" {\n forward_to = [logs.echo.out.receiver]\n ${DROP}\n}`;
    const to = "logs.process.second.receiver";
    const summary = run(load("", second.replace(DROP, ""), to), load("", second, to), ["debug", "info"]);
    expect(summary).toMatchObject({ compared: 2, only_active: 1, out: { active: 2, draft: 1 } });
    expect(summary.processes.map(({ id, changed }) => [id, changed])).toEqual([
      [MAIN, false],
      ["logs.process.second", true],
    ]);
  });

  it("names series that come and go", () => {
    const metric = (name: string) =>
      `stage.metrics {\n metric.counter {\n name = "${name}"\n match_all = true\n action = "inc"\n }\n}`;
    expect(run(load(metric("a")), load(metric("b")), ["x"])).toMatchObject({
      series: { active: 1, draft: 1 },
      new_series: ['logs_process_custom_b{job="a"}'],
      gone_series: ['logs_process_custom_a{job="a"}'],
    });
  });

  it("keeps some differences of many", () => {
    const summary = run(
      load(""),
      load(DROP),
      Array.from({ length: 5000 }, (_, i) => `debug ${i}`),
    );
    expect([summary.different, summary.differences.length]).toEqual([5000, 60]);
    expect(summary.differences[0]!.input.line).toBe("debug 0");
    expect(summary.differences.at(-1)!.input.line).not.toBe("debug 59");
  });

  it("refuses to hold more than may be", () => {
    const holding = 'stage.multiline {\n firstline = "^#"\n max_wait_time = "1h"\n max_lines = 1000000\n}';
    expect(() => run(load(holding), load(holding), ["# first", ...Array(20_000).fill("x")])).toThrow(RangeError);
  });
});

it("names what both have, and what only one has", () => {
  const active = load("", 'logs.process "old" {\n forward_to = []\n}');
  const draft = load("", 'logs.process "new" {\n forward_to = []\n}');
  expect(compareComponents(active, draft)).toEqual({
    shared: [MAIN],
    notStarted: ["logs.process.new"],
    removed: ["logs.process.old"],
  });
});
