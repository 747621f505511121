import {
  LabelSet,
  type LoadedConfig,
  loadConfig,
  MetricRegistry,
  NO_METADATA,
  Pipeline,
  VirtualClock,
} from "@sluice/engine";
import { TEST_HOST } from "@sluice/engine/testing";
import { SECOND, SeededRandom } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import type { HeldBlock } from "../watch/begun-before.ts";
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

it("names stages that keep something from entry to entry, of both", () => {
  const nested = 'stage.match {\n selector = "{job=\\"a\\"}"\n stage.multiline {\n  firstline = "^#"\n }\n}';
  const { keeping } = compareComponents(
    load(`${LABELS}\n${nested}`),
    load("stage.limit {\n rate = 1\n burst = 1\n}\nstage.cri { }"),
  );
  expect(keeping).toEqual({ stream: [`${MAIN} 3.1 multiline`, `${MAIN} 2 cri`], global: [`${MAIN} 1 limit`] });
});

describe("blocks that began before", () => {
  const MULTILINE = 'stage.multiline {\n firstline = "^#"\n}';
  const JOB = { job: "a" };

  function compare(
    stages: string,
    draft: string,
    blocks: readonly Omit<HeldBlock, "id" | "path">[],
    lines: readonly string[],
    later = 0n,
  ) {
    const comparison = new ShadowComparison(load(stages), load(draft), {
      start: START,
      seed: 1,
      host: () => TEST_HOST,
    });
    comparison.begunBefore(blocks.map((block) => ({ id: MAIN, path: "1", ...block })));
    comparison.advance(START + later);
    for (const line of lines)
      comparison.push({ labels: LabelSet.of(JOB), line, timestamp: START, metadata: NO_METADATA }, [MAIN]);
    comparison.advance(START + later + 10n * SECOND);
    const { compared, different, begun_before } = comparison.summary();
    comparison.close();
    return { compared, different, begun_before };
  }

  const LINES = ["\tat one", "\tat two", "# next", "\tat three"];
  const WITHOUT = `${MULTILINE}\nstage.drop {\n expression = "^\\\\tat"\n}`;

  it("are named, and are no difference; the next one is compared", () => {
    const open = [{ labels: JOB, until: START + 3n * SECOND }];
    expect(compare(MULTILINE, WITHOUT, open, LINES)).toEqual({ compared: 2, different: 0, begun_before: 2 });
    expect(compare(MULTILINE, WITHOUT, [], LINES)).toEqual({ compared: 4, different: 2, begun_before: 0 });
  });

  it("of another stream, and one whose time was over, say nothing of these lines", () => {
    const other = [{ labels: { job: "b" }, until: START + 3n * SECOND }];
    expect(compare(MULTILINE, WITHOUT, other, LINES).begun_before).toBe(0);
    const over = [{ labels: JOB, until: START + 3n * SECOND }];
    expect(compare(MULTILINE, WITHOUT, over, LINES, 3n * SECOND).begun_before).toBe(0);
  });

  it("of container logs end with the line's last part", () => {
    const part = (flag: string, text: string) => `2026-01-15T08:00:00Z stdout ${flag} ${text}`;
    const lines = [part("P", "b"), part("F", "c"), part("F", "next")];
    const open = [{ labels: { ...JOB, stream: "stdout" } }];
    const draft = 'stage.cri { }\nstage.drop {\n expression = "^bc"\n}';
    expect(compare("stage.cri { }", draft, open, lines)).toEqual({ compared: 1, different: 0, begun_before: 2 });
    expect(compare("stage.cri { }", draft, [], lines)).toEqual({ compared: 3, different: 2, begun_before: 0 });
  });

  it.each([
    ["multiline", MULTILINE, "# first", JOB],
    ["cri", "stage.cri { }", "2026-01-15T08:00:00Z stdout P a", { ...JOB, stream: "stdout" }],
  ])("are reported by a pipeline that holds them: %s", (_, stages, line, labels) => {
    const pipeline = new Pipeline(load(stages).components.find(({ id }) => id === MAIN)!.stages, {
      clock: new VirtualClock(START),
      random: new SeededRandom(1),
      metrics: new MetricRegistry(),
      log: { write: () => {}, enabled: () => false },
      host: TEST_HOST,
      dialect: "logs",
      deliver: ({ origin }) => origin.release("delivered"),
    });
    pipeline.push({ labels: LabelSet.of(JOB), line, timestamp: START });
    const [block, ...rest] = pipeline.openBlocks();
    expect([block?.path, block?.labels.toRecord(), rest]).toEqual(["1", labels, []]);
    pipeline.flush("input");
    expect([...pipeline.openBlocks()]).toEqual([]);
    pipeline.close();
  });
});

it("names what both have, and what only one has", () => {
  const active = load("", 'logs.process "old" {\n forward_to = []\n}');
  const draft = load("", 'logs.process "new" {\n forward_to = []\n}');
  expect(compareComponents(active, draft)).toEqual({
    shared: [MAIN],
    keeping: { stream: [], global: [] },
    notStarted: ["logs.process.new"],
    removed: ["logs.process.old"],
  });
});
