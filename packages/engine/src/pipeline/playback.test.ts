import type { Nanos } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { VirtualClock } from "../base/clock.ts";
import type { Entry } from "../base/entry.ts";
import { LabelSet } from "../base/label-set.ts";
import { loadStages } from "../document/load.ts";
import { MetricRegistry } from "../metrics/registry.ts";
import { SeededRandom, TEST_HOST } from "../testing/index.ts";
import { Pipeline } from "./pipeline.ts";
import { advance, drain, type PlaybackEvent, playback, type Schedule } from "./playback.ts";
import type { Stage } from "./stage.ts";

const S = 1_000_000_000n;

/** A pipeline of `stage` alone, or of a configuration; what leaves is logged as `seconds line`. */
function build(stage: Stage | string) {
  const config = typeof stage === "string" ? stage : "stage.decolorize { }";
  const nodes = loadStages(config).stages.map((node) =>
    typeof stage === "string" ? node : { ...node, spec: { ...node.spec, create: () => stage } },
  );
  const clock = new VirtualClock(0n);
  const log: string[] = [];
  const faults: string[] = [];
  const pipeline = new Pipeline(nodes, {
    clock,
    random: new SeededRandom(1),
    metrics: new MetricRegistry(),
    log: { write: () => {}, enabled: () => false },
    host: TEST_HOST,
    dialect: "logs",
    deliver: ({ line }) => log.push(`${Number(clock.now()) / 1e9} ${line}`),
    fault: ({ error }) => faults.push(String(error)),
  });
  return { pipeline, clock, log, faults };
}

const send = (line: string, after: Nanos = 0n): PlaybackEvent => ({
  advance: after,
  input: (now) => ({ labels: LabelSet.EMPTY, line: `${line}@${now / S}`, timestamp: now }),
});

const LIMIT = "stage.limit {\n rate = 1\n burst = 1\n}";

describe("playback", () => {
  it("sends entries when they are due, however long earlier ones wait", () => {
    const { pipeline, clock, log } = build(LIMIT);
    const ran: bigint[] = [];
    const events = [
      send("a"),
      send("b"),
      send("c"),
      { advance: S, run: () => void ran.push(clock.now()) },
      send("d", 9n * S),
    ];
    expect(playback(pipeline, clock, events, { endAdvance: 5n * S })).toBe("done");
    expect(log).toEqual(["0 a@0", "1 b@0", "2 c@0", "10 d@10"]);
    expect(ran).toEqual([1n * S]);
    expect(clock.now()).toBe(15n * S);
  });

  it("meets deadlines between entries at their own instants", () => {
    const { pipeline, clock, log } = build('stage.multiline {\n firstline = "^S"\n max_wait_time = "2s"\n}');
    playback(pipeline, clock, [send("S1"), send("S2", 10n * S)]);
    expect(log).toEqual(["2 S1@0", "10 S2@10"]);
  });

  it("carries a schedule on, and can leave the input open", () => {
    const { pipeline, clock, log } = build(LIMIT);
    const schedule: Schedule = { due: 0n };
    playback(pipeline, clock, [send("a"), send("b")], { end: false, schedule });
    playback(pipeline, clock, [send("c", S / 2n)], { end: false, schedule });
    expect([schedule.due, pipeline.balance().held]).toEqual([S / 2n, 1]);
    expect(drain(pipeline, clock)).toBe(true);
    expect(log).toEqual(["0 a@0", "1 b@0", "2 c@0"]);
  });

  it("says that it waits where a busy stage has no deadline, and makes no input that it cannot send", () => {
    const held: Entry[] = [];
    const { pipeline, clock } = build({ process: (entry) => void held.push(entry), busy: () => held.length > 0 });
    let made = 0;
    const second: PlaybackEvent = { input: (now) => ({ labels: LabelSet.EMPTY, line: `${made++}`, timestamp: now }) };
    expect(playback(pipeline, clock, [send("a"), second])).toBe("waiting");
    expect(made).toBe(0);
    expect(drain(pipeline, clock)).toBe(false);
    expect(pipeline.balance()).toMatchObject({ in: 1, held: 1 });
  });

  it("ends where a stage's deadline does not move", () => {
    let busy = false;
    const { pipeline, clock, faults } = build({
      process: () => {
        busy = true;
      },
      busy: () => busy,
      nextWake: () => (busy ? 3n : undefined),
      wake: () => {},
    });
    expect(playback(pipeline, clock, [send("a"), send("b")])).toBe("waiting");
    expect(faults).toHaveLength(1);
  });

  it("ends if a stage asks for one wake after the other without a result", () => {
    let due = 0n;
    const { pipeline, clock } = build({
      process: () => {},
      busy: () => true,
      nextWake: () => due,
      wake: (now) => {
        due = now + 1n;
      },
    });
    expect(advance(pipeline, clock, 1000n)).toBe(true);
    expect(clock.now()).toBe(1000n);
    expect(advance(pipeline, clock, 1_000_000n * S)).toBe(false);
  }, 240_000);
});
