import { SECOND } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { Interruption } from "../base/index.ts";
import { loadStages } from "../document/load.ts";
import type { Stage } from "../pipeline/stage.ts";
import { stepStatus } from "../pipeline/status.ts";
import { TEST_HOST } from "../testing/index.ts";
import { describeBalance, Preview, type PreviewListener, type PreviewOptions, type Sample } from "./preview.ts";
import { stageCounts } from "./stage-counts.ts";

const OPTIONS: PreviewOptions = { start: 0n, seed: 1, host: TEST_HOST };
const sample = (line: string, more: Partial<Sample> = {}): Sample => ({ line, labels: {}, ...more });

function load(config: string) {
  const { stages, diagnostics } = loadStages(config);
  expect(diagnostics).toEqual([]);
  return { stages, dialect: "logs" as const };
}

const run = (config: string, lines: readonly string[], options: Partial<PreviewOptions> = {}) =>
  Preview.run(
    load(config),
    lines.map((line) => sample(line)),
    { ...OPTIONS, ...options },
  );

const MULTILINE = 'stage.multiline { firstline = "^S" }\n';
const LIMIT = "stage.limit {\n rate = 1\n burst = 1\n}\n";
const ANY = 'selector = "{a=\\"1\\"}"';

describe("outcomes", () => {
  it("say what passed, was dropped, by which stage and why", () => {
    const preview = run('stage.drop { expression = "no" }\nstage.static_labels { values = { a = "b" } }', [
      "yes",
      "no",
    ]);
    const [passed, dropped] = [preview.outcomeOf(0), preview.outcomeOf(1)];
    expect(passed).toMatchObject({ status: "passed", drops: [], heldBy: undefined, changedBy: ["2"], errors: [] });
    expect(passed.outputs.map(({ index, entry }) => [index, entry.line, String(entry.labels)])).toEqual([
      [0, "yes", '{a="b"}'],
    ]);
    expect(dropped).toMatchObject({
      status: "dropped",
      outputs: [],
      changedBy: [],
      drops: [{ path: "1", stage: "drop", reason: "drop_stage" }],
    });
  });

  it("name the innermost stage that dropped", () => {
    const preview = new Preview(
      load(`stage.match {\n${ANY}\nstage.match {\n${ANY}\nstage.drop { expression = "no" }\n}\n}`),
      OPTIONS,
    );
    preview.send([sample("no", { labels: { a: "1" } })]);
    expect(preview.outcomeOf(0).drops.map(({ path }) => path)).toEqual(["1.1.1"]);
  });

  it("list every drop of a split into very many", () => {
    const numbers = Array.from({ length: 20_000 }, (_, i) => i);
    const outcome = run('stage.split_json { }\nstage.drop { expression = "." }', [JSON.stringify(numbers)]).outcomeOf(
      0,
    );
    expect([outcome.status, outcome.drops.length]).toEqual(["dropped", 20_000]);
  });

  it("count a sample as passed when a part of it was", () => {
    const outcome = run('stage.split_json { }\nstage.drop { expression = "1" }', ["[1,2]"]).outcomeOf(0);
    expect([outcome.settled, outcome.outputs.length, outcome.drops.length]).toEqual(["out", 1, 1]);
  });

  it("give a merged output to every sample that it comes from", () => {
    const preview = run(MULTILINE, ["S1", "more", "S2"]);
    expect([0, 1, 2].map((i) => preview.outcomeOf(i).outputs.map(({ index }) => index))).toEqual([[0], [0], [1]]);
    expect(preview.outputs.map(({ entry }) => entry.origins)).toEqual([[0, 1], [2]]);
  });

  const HELD: [string, string, Sample[], (string | undefined)[]][] = [
    ["in a block", MULTILINE, [sample("S1"), sample("more")], ["1", "1"]],
    [
      "in a block, when it made the one before leave",
      MULTILINE,
      [sample("S1"), sample("more"), sample("S2")],
      [undefined, undefined, "1"],
    ],
    ["after a stage that it has left", `${LIMIT}${MULTILINE}`, [sample("S1")], ["2"]],
    [
      "in front of a busy stage, for which its parts wait",
      `stage.split_json { }\n${LIMIT}`,
      [sample("[1,2,3]")],
      ["2"],
    ],
    [
      "inside nested stages",
      `stage.match {\n${ANY}\nstage.decolorize { }\n${MULTILINE}}`,
      [sample("S1", { labels: { a: "1" } })],
      ["1.2"],
    ],
    [
      "in front of a stage in the next nested pipeline",
      `stage.match {\n${ANY}\nstage.split_json { }\n}\nstage.match {\n${ANY}\n${LIMIT}}`,
      [sample("[1,2,3]", { labels: { a: "1" } })],
      ["2.1"],
    ],
    [
      "a block that waits for a token",
      `${MULTILINE}${LIMIT}`,
      [sample("S1"), sample("S2"), sample("S3"), sample("S4")],
      [undefined, undefined, "2", "1"],
    ],
  ];
  it.each(HELD)("say where a sample is held: %s", (_title, config, samples, wanted) => {
    const preview = Preview.run(load(config), samples, { ...OPTIONS, end: false });
    const held = samples.map((_, i) => preview.outcomeOf(i));
    expect(held.map(({ heldBy }) => heldBy)).toEqual(wanted);
    expect(held.map(({ settled }) => settled)).toEqual(wanted.map((path) => (path === undefined ? "out" : "held")));
    const holding = [...preview.counts()].flatMap(([path, { held, waiting }]) => (held + waiting > 0 ? [path] : []));
    // What a stage inside holds, those around it hold too.
    const around = (path: string) => path.split(".").map((_, i, parts) => parts.slice(0, i + 1).join("."));
    const paths = wanted.filter((path) => path !== undefined).flatMap(around);
    expect(holding.sort()).toEqual([...new Set(paths)].sort());
    preview.end();
    expect(samples.map((_, i) => preview.outcomeOf(i).settled)).toEqual(samples.map(() => "out"));
    expect(preview.balance).toMatchObject({ held: 0, in: samples.length });
    expect([...preview.counts().values()].every(({ held: count }) => count === 0)).toBe(true);
  });
});

describe("counts", () => {
  it("say for each stage what came in and what became of it", () => {
    const preview = run(
      'stage.split_json { }\nstage.drop { expression = "1" }\nstage.static_labels { values = { a = "b" } }',
      ["[1,2,3]", "x"],
    );
    expect(Object.fromEntries(preview.counts())).toEqual({
      "1": stageCounts({ in: 2, out: 4, missed: 1, split: 2, bytes_in: 8, bytes_out: 4 }),
      "2": stageCounts({ in: 4, out: 3, unchanged: 3, dropped: 1, bytes_in: 4, bytes_out: 3 }),
      "3": stageCounts({ in: 3, out: 3, changed: 3, bytes_in: 3, bytes_out: 3 }),
    });
  });

  it("count entries at the stage, not input entries: a merge is a merge", () => {
    const preview = run(MULTILINE, ["S1", "a", "b", "S2"]);
    expect(preview.counts().get("1")).toMatchObject({ in: 4, out: 2, merged: 2, held: 0 });
    expect(describeBalance(preview.balance)).toBe("4 in → 2 sent, made of 4; 0 dropped; 0 held");
  });

  it("are the same when samples are forgotten as soon as they are settled, in the middle of a step", () => {
    const config = `stage.split_json { }\n${MULTILINE}stage.drop { expression = "S2" }`;
    const lines = ['["S1","S2"]', "S1", "more", "S2", "S3"];
    const whole = run(config, lines);
    const settled: number[] = [];
    const listener: PreviewListener = {
      output: () => {},
      settled: (index) => {
        settled.push(index);
        preview.forget(index);
      },
    };
    const preview: Preview = new Preview(load(config), OPTIONS, listener);
    preview.send(lines.map((line) => sample(line)));
    preview.end();
    expect(preview.counts()).toEqual(whole.counts());
    expect(preview.balance).toEqual(whole.balance);
    expect(settled.toSorted()).toEqual([0, 1, 2, 3, 4]);
    expect(lines.flatMap((_, i) => preview.stepsOf(i))).toEqual([]);
    expect(preview.outputs).toEqual([]);
  });

  it("count a stage that failed, and the entry that continued", () => {
    const { stages } = load("stage.decolorize { }");
    const stage: Stage = {
      process: () => {
        throw new Error("bug");
      },
    };
    const nodes = stages.map((node) => ({ ...node, spec: { ...node.spec, create: () => stage } }));
    const preview = Preview.run({ stages: nodes, dialect: "logs" }, [sample("x")], OPTIONS);
    expect(preview.counts().get("1")).toMatchObject({ in: 1, out: 1, errors: 1 });
    expect(preview.outcomeOf(0)).toMatchObject({ status: "error", settled: "out", errors: ["1"] });
    expect(stepStatus(preview.stepsOf(0)[0]!, 0)).toBe("error");
  });
});

describe("time", () => {
  it("is virtual: waiting entries leave at their instants, and the clock can be stepped", () => {
    const preview = Preview.run(load(LIMIT), [sample("a"), sample("b"), sample("c")], { ...OPTIONS, end: false });
    expect([preview.clock.now(), preview.nextWake()]).toEqual([SECOND, 2n * SECOND]);
    preview.advance(SECOND);
    expect(preview.outputs.map(({ at }) => at)).toEqual([0n, SECOND, 2n * SECOND]);
    preview.send([sample("d", { advance: 5n * SECOND })]);
    expect(preview.outputs.at(-1)).toMatchObject({ at: 7n * SECOND, entry: { timestamp: 7n * SECOND } });
  });

  it("ends once, and takes no samples afterwards", () => {
    const preview = run("stage.decolorize { }", ["a"]);
    preview.end();
    expect([preview.ended, preview.stuck, preview.sampleCount]).toEqual([true, false, 1]);
    expect(() => preview.send([sample("b")])).toThrow("the input had ended");
  });

  it("says that it is stuck, and that what it did not send is held", () => {
    const { stages } = load("stage.decolorize { }");
    const stage: Stage = { process: () => {}, busy: () => true };
    const nodes = stages.map((node) => ({ ...node, spec: { ...node.spec, create: () => stage } }));
    const preview = Preview.run({ stages: nodes, dialect: "logs" }, [sample("a"), sample("b")], OPTIONS);
    expect([preview.stuck, preview.sampleCount]).toEqual([true, 0]);
    expect([preview.outcomeOf(0).status, preview.outcomeOf(1).status]).toEqual(["held", "held"]);
  });
});

describe("metrics", () => {
  it("are those of the virtual now", () => {
    const config = 'stage.metrics {\n metric.counter {\n  name = "lines"\n  match_all = true\n  action = "inc"\n }\n}';
    expect(run(config, ["a", "b"]).exposition()).toContain("logs_process_custom_lines");
  });
});

describe("a listener that has seen enough", () => {
  const SPLITS = "stage.split_json { }\n";
  const NOTHING = "stage.decolorize { }\n".repeat(100);

  it("ends the run in the middle of an entry, instead of its interruption counting as a stage's fault", () => {
    let steps = 0;
    const preview = new Preview(load(`${SPLITS}stage.match {\n${ANY}\n${NOTHING}}\n${NOTHING}`), OPTIONS, {
      step: () => {
        if (++steps >= 5) throw new Interruption("enough");
      },
    });
    const many = sample(JSON.stringify(Array.from({ length: 1000 }, (_, i) => i)), { labels: { a: "1" } });
    expect(() => preview.send([many])).toThrow(new Interruption("enough"));
    // The stages that it was inside of end with it.
    expect(steps).toBeLessThan(300);
  });

  it("ends it also in what is flushed at the end", () => {
    let ending = false;
    const preview = new Preview(load(MULTILINE + NOTHING), OPTIONS, {
      step: () => {
        if (ending) throw new Interruption("enough");
      },
    });
    preview.send([sample("S a"), sample("b")]);
    ending = true;
    expect(() => preview.end()).toThrow(new Interruption("enough"));
  });
});
