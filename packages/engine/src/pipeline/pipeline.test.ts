import { LimitError } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { VirtualClock } from "../base/clock.ts";
import type { Entry } from "../base/entry.ts";
import { LabelSet } from "../base/label-set.ts";
import { loadStages } from "../document/load.ts";
import { MetricRegistry } from "../metrics/registry.ts";
import { SeededRandom, TEST_HOST } from "../testing/index.ts";
import { Pipeline, type PipelineInput, type PipelineOptions } from "./pipeline.ts";
import type { Stage } from "./stage.ts";
import type { StageNode } from "./stage-spec.ts";
import { StageTimes } from "./stage-times.ts";
import { stepStatus } from "./status.ts";
import { TraceRecorder } from "./trace.ts";

function build(config: string, options: Partial<PipelineOptions> = {}) {
  const { stages } = loadStages(config);
  const out: Entry[] = [];
  const clock = new VirtualClock(0n);
  const pipeline = new Pipeline(stages, {
    clock,
    random: new SeededRandom(1),
    metrics: new MetricRegistry(),
    log: { write: () => {}, enabled: () => false },
    host: TEST_HOST,
    dialect: "logs",
    deliver: (entry) => out.push(entry),
    ...options,
  });
  const push = (line: string, more: Partial<PipelineInput> = {}) =>
    pipeline.push({ labels: LabelSet.EMPTY, line, timestamp: clock.now(), ...more });
  return { pipeline, push, out, clock };
}

/** A configuration's node whose stage is another. */
function replaceStage(config: string, stage: Stage): readonly StageNode[] {
  return loadStages(config).stages.map((node) => ({ ...node, spec: { ...node.spec, create: () => stage } }));
}

describe("Pipeline", () => {
  it("copies labels into the extracted map, over what is there", () => {
    const { push, out } = build("");
    push("x", { labels: LabelSet.of({ a: "label" }), extracted: { a: 1, b: null } });
    expect(out[0]!.extracted.toRecord()).toEqual({ a: "label", b: null });
  });

  it("numbers origins from zero and says when they are settled", () => {
    const settled: number[] = [];
    const { push, pipeline } = build('stage.multiline { firstline = "^S" }');
    const onSettled = ({ id }: { id: number }) => settled.push(id);
    expect(push("S", { onSettled }).id).toBe(0);
    expect(push("more", { onSettled }).id).toBe(1);
    expect([settled, pipeline.balance().held]).toEqual([[], 2]);
    pipeline.flush("input");
    expect(settled).toEqual([0, 1]);
    expect(pipeline.balance()).toEqual({ in: 2, out: 2, dropped: 0, held: 0, emitted: 1 });
  });

  it.each(["deliver", "dropped", "fault", "onSettled"] as const)(
    "gives back what the host's `%s` throws, and loses nothing",
    (place) => {
      const faults: unknown[] = [];
      let calls = 0;
      const fail = () => {
        calls++;
        throw new Error("host");
      };
      const options: Partial<PipelineOptions> =
        place === "onSettled" ? {} : { fault: (fault) => faults.push(fault), [place]: fail };
      const broken: Stage = {
        process: () => {
          throw new Error("stage");
        },
      };
      const out: Entry[] = [];
      const config = 'stage.split_json { }\nstage.drop { expression = "b" }';
      const nodes = place === "fault" ? replaceStage("stage.decolorize { }", broken) : loadStages(config).stages;
      const pipeline = new Pipeline(nodes, {
        clock: new VirtualClock(0n),
        random: new SeededRandom(1),
        metrics: new MetricRegistry(),
        log: { write: () => {}, enabled: () => false },
        host: TEST_HOST,
        dialect: "logs",
        deliver: (entry) => out.push(entry),
        ...options,
      });
      const input = { labels: LabelSet.EMPTY, line: '["a","b","c"]', timestamp: 0n };
      expect(() => pipeline.push(place === "onSettled" ? { ...input, onSettled: fail } : input)).toThrow("host");
      expect(faults).toEqual([]);
      expect(calls).toBe(place === "deliver" ? 2 : 1);
      expect(pipeline.balance()).toMatchObject({ in: 1, held: 0 });
      if (place !== "deliver") expect(out).toHaveLength(place === "fault" ? 1 : 2);
      // The exception is gone.
      expect(() => pipeline.flush("input")).not.toThrow();
    },
  );

  it("reports faults with their stage, also nested ones", () => {
    const seen: string[] = [];
    const [outer] = loadStages('stage.match {\n selector = "{a=\\"1\\"}"\n stage.decolorize { }\n}').stages;
    const process = () => {
      throw new LimitError("test-work", "too much");
    };
    const child = outer!.children[0]!;
    const node = { ...outer!, children: [{ ...child, spec: { ...child.spec, create: () => ({ process }) } }] };
    const recorder = new TraceRecorder();
    for (const trace of [undefined, recorder]) {
      const pipeline = new Pipeline([node], {
        clock: new VirtualClock(0n),
        random: new SeededRandom(1),
        metrics: new MetricRegistry(),
        log: { write: () => {}, enabled: () => false },
        host: TEST_HOST,
        dialect: "logs",
        deliver: ({ line }) => seen.push(line),
        fault: ({ node: at, limit }) => seen.push(`${at.path} ${limit}`),
        trace,
      });
      pipeline.push({ labels: LabelSet.of({ a: "1" }), line: "x", timestamp: 0n });
    }
    expect(seen).toEqual(["1.1 true", "x", "1.1 true", "x"]);
    // The step of the failed stage shows the entry that continued.
    expect(recorder.stepsOf(0).map((step) => [step.path, stepStatus(step, 0), step.emitted.length])).toEqual([
      ["1", "unchanged", 1],
      ["1.1", "error", 1],
    ]);
  });

  it("closes every stage", () => {
    let closed = 0;
    const stage: Stage = { process: () => {}, close: () => void closed++ };
    const pipeline = new Pipeline(replaceStage("stage.decolorize { }\nstage.decolorize { }", stage), {
      clock: new VirtualClock(0n),
      random: new SeededRandom(1),
      metrics: new MetricRegistry(),
      log: { write: () => {}, enabled: () => false },
      host: TEST_HOST,
      dialect: "logs",
      deliver: () => {},
    });
    pipeline.close();
    expect(closed).toBe(2);
  });
});

describe("measuring a pipeline that runs", () => {
  const NESTED = `stage.match {
  selector = "{app=\\"x\\"}"
  stage.drop { expression = "b" }
}
stage.multiline { firstline = "^S" }
`;

  /** The same entries through the same stages, without. */
  const plain = () => {
    const { pipeline, push, out } = build(NESTED);
    push("S 1");
    push("and more", { labels: LabelSet.of({ app: "x" }) });
    push("S 2");
    push("S 3");
    pipeline.flush("input");
    return out.map(({ line }) => line);
  };

  it("gives the time and the entries of each stage while it is on, and changes nothing of what comes out", () => {
    const { pipeline, push, out } = build(NESTED);
    let now = 0;
    const times = new StageTimes(() => ++now);
    push("S 1");
    expect(pipeline.measure(times)).toBe(true);
    push("and more", { labels: LabelSet.of({ app: "x" }) });
    push("S 2");
    pipeline.measure(undefined);
    push("S 3");
    pipeline.flush("input");
    expect(out.map(({ line }) => line)).toEqual(plain());
    expect(["1", "1.1", "2"].map((path) => times.givenTo(path))).toEqual([2, 1, 2]);
    for (const path of ["1", "1.1", "2"]) expect(times.of(path).get(0)).toBeGreaterThan(0);
    const before = times.of("1").get(0)!;
    times.fade(0.5);
    expect([times.of("1").get(0), times.givenTo("1")]).toEqual([before / 2, 1]);
  });

  it("does not measure what is recorded for a watch, and goes on beside one", () => {
    const { pipeline, push } = build('stage.multiline { firstline = "^S" }');
    const times = new StageTimes(() => 0);
    const entered: string[] = [];
    const watch = {
      recorder: new TraceRecorder(() => {}),
      admits: ({ line }: { readonly line: string }) => line.includes("watched"),
      entered: ({ line }: { readonly line: string }) => entered.push(line),
      left: () => {},
      settled: () => {},
    };
    pipeline.watch(watch);
    expect(pipeline.measure(times)).toBe(true);
    push("S a");
    push("S watched");
    expect([times.givenTo("1"), entered]).toEqual([1, ["S watched"]]);
    // It is held, and looked out for.
    expect(pipeline.measure(times)).toBe(false);
    push("S b");
    push("S c");
    expect(times.givenTo("1")).toBe(2);
    pipeline.watch(undefined);
    push("S d");
    expect(times.givenTo("1")).toBe(3);
    pipeline.measure(undefined);
    push("S e");
    expect(times.givenTo("1")).toBe(3);
  });
});
