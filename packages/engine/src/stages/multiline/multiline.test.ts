import { SECOND, SeededRandom } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { VirtualClock } from "../../base/clock.ts";
import { LabelSet } from "../../base/label-set.ts";
import { loadStages } from "../../document/load.ts";
import { MetricRegistry } from "../../metrics/registry.ts";
import { Pipeline } from "../../pipeline/pipeline.ts";
import { diagnose, runStages, stageNotes, TEST_HOST } from "../../testing/index.ts";

const config = (more = "") => `stage.multiline {\n  firstline = "^S"\n${more}\n}`;
const lines = (more: string, ...inputs: Parameters<typeof runStages>[1]) =>
  runStages(config(more), inputs).out.map(({ line }) => line);

/** A pipeline whose clock a test moves by itself. */
function start(more = "") {
  const clock = new VirtualClock(0n);
  const out: string[] = [];
  const pipeline = new Pipeline(loadStages(config(more)).stages, {
    clock,
    random: new SeededRandom(1),
    metrics: new MetricRegistry(),
    log: { write: () => {}, enabled: () => false },
    host: TEST_HOST,
    dialect: "logs",
    deliver: ({ line }) => out.push(line),
  });
  const push = (line: string, app = "a") =>
    pipeline.push({ labels: LabelSet.of({ app }), line, timestamp: clock.now() });
  return { clock, out, pipeline, push };
}

describe("stage.multiline", () => {
  it("loses no empty block", () => {
    const text = 'stage.multiline {\n  firstline = "^$"\n}';
    expect(runStages(text, ["", "", "a", "b", ""]).out.map(({ line }) => line)).toEqual(["", "a\nb", ""]);
  });

  it.each([
    ["counts lines that leave no text", "max_lines = 3", ["S", "", "", "x"], ["S\n\n", "x"]],
    ["trims only the ends of lines", "", ["S\r\n", "a\nb\n", "\n"], ["S\na\nb\n"]],
    ["keeps ends", "trim_newlines = false", ["S\n", "a\r\n"], ["S\n\na\r\n"]],
    ["has no limit below one", "max_lines = -1", ["S", ...new Array<string>(200).fill("c")], [`S${"\nc".repeat(200)}`]],
  ])("%s", (_name, more, given, wanted) => {
    expect(lines(more, ...given)).toEqual(wanted);
  });

  it("gives later blocks the data of the first line, each its own", () => {
    const { out } = runStages(`${config("max_lines = 1")}\nstage.regex {\n  expression = "(?P<own>\\\\w+)"\n}`, [
      { line: "S1", extracted: { k: "first" }, timestamp: "2024-01-01T00:00:00Z", structured_metadata: [["m", "1"]] },
      { line: "b2", extracted: { k: "second" } },
    ]);
    expect(
      out.map(({ extracted, timestamp, structured_metadata }) => [extracted, timestamp, structured_metadata]),
    ).toEqual([
      [{ k: "first", own: "S1" }, "2024-01-01T00:00:00Z", [["m", "1"]]],
      [{ k: "first", own: "b2" }, "2024-01-01T00:00:00Z", [["m", "1"]]],
    ]);
  });

  it("holds entries until their block has left", () => {
    const { pipeline, push } = start();
    push("S1");
    push("a");
    expect(pipeline.balance()).toMatchObject({ in: 2, held: 2 });
    push("S2");
    expect(pipeline.balance()).toMatchObject({ in: 3, out: 2, held: 1, emitted: 1 });
    pipeline.flush("input");
    expect(pipeline.balance()).toMatchObject({ in: 3, out: 3, held: 0, emitted: 2 });
  });

  it("asks to be woken for the stream that is silent for the longest time", () => {
    const { clock, out, pipeline, push } = start('max_wait_time = "2s"');
    expect(pipeline.nextWake()).toBeUndefined();
    push("S a", "a");
    clock.advance(SECOND);
    push("S b", "b");
    expect(pipeline.nextWake()).toBe(2n * SECOND);
    push("more a", "a");
    expect(pipeline.nextWake()).toBe(3n * SECOND);
    clock.advance(2n * SECOND);
    pipeline.wake(clock.now());
    expect(out).toEqual(["S b", "S a\nmore a"]);
    expect(pipeline.nextWake()).toBeUndefined();
  });

  it("ends a block whose time is over without a wake", () => {
    const { clock, out, pipeline, push } = start('max_wait_time = "1s"');
    push("S1");
    clock.advance(5n * SECOND);
    push("late");
    push("S2");
    pipeline.flush("input");
    expect(out).toEqual(["S1", "late", "S2"]);
  });

  it("forgets streams that fell silent, also after max_lines", () => {
    const { clock, pipeline, push } = start("max_lines = 1");
    push("S1");
    expect(pipeline.nextWake()).toBe(3n * SECOND);
    clock.advance(3n * SECOND);
    pipeline.wake(clock.now());
    expect(pipeline.nextWake()).toBeUndefined();
  });

  it("bounds a block whatever max_lines says", () => {
    const { out, push } = start("max_lines = 0");
    push("S");
    const part = "x".repeat(4_000_000);
    for (let i = 0; i < 6; i++) push(part);
    expect(out.map(({ length }) => length)).toEqual([16_000_005]);
  });

  it("bounds what all blocks hold", () => {
    const { out, pipeline, push } = start();
    const part = "x".repeat(8_000_000);
    for (let i = 0; i < 10; i++) push(`S${i}${part}`, `app${i}`);
    expect(out.map((line) => line.slice(0, 2))).toEqual(["S0", "S1"]);
    expect(pipeline.balance()).toMatchObject({ in: 10, out: 2, held: 8 });
  });

  it("unites the parts of an entry that was split", () => {
    const { out, balance } = runStages(`stage.split_json { }\n${config()}`, ['["S"]', "S a", '["b","c"]', "d"]);
    expect(out.map(({ line }) => line)).toEqual(['"S"', 'S a\n"b"\n"c"\nd']);
    expect(balance).toEqual({ in: 4, out: 4, dropped: 0, held: 0, emitted: 2 });
  });

  it("explains what it does", () => {
    const { steps } = runStages(config('max_wait_time = "1500ms"'), ["x", "S1", "a", "S2"], { trace: true });
    expect(steps.map((own) => own[0]?.reasons.map(({ code }) => code))).toEqual([
      ["no-block"],
      ["held"],
      ["held"],
      ["new-start-line", "held"],
    ]);
    expect(steps[1]?.[0]?.reasons[0]?.text).toBe(
      "Held as the first line of a block, until a line matches `^S` or none comes for 1.5s",
    );
    expect(steps[3]?.[0]?.reasons[0]?.text).toBe("Sent a block of 2 lines: another first line came");
    expect(steps[1]?.at(-1)?.emitted[0]?.line).toBe("S1\na");
  });

  it.each([
    [
      "an empty expression",
      'firstline = ""',
      "error empty-firstline: multiline stage config must define `firstline` regular expression",
    ],
    [
      "no waiting time",
      'firstline = "x"\nmax_wait_time = "0s"',
      "error wait-time-not-positive: max_wait_time must be greater than 0",
    ],
  ])("refuses %s", (_name, body, diagnostic) => {
    expect(diagnose(`stage.multiline {\n${body}\n}`)).toEqual([diagnostic]);
  });
});

describe("notes of stage.multiline", () => {
  for (const { name, run } of stageNotes("multiline", [
    ["no block to join", 'firstline = "^S"', "x", "no-block", "missed"],
    ["a first line", 'firstline = "^S"', "S", "held", "not missed", "held"],
  ]))
    it(name, run);
});
