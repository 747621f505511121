import {
  Chain,
  entryRecord,
  formatPrometheus,
  LabelSet,
  loadStages,
  MetricRegistry,
  Pipeline,
  Preview,
  VirtualClock,
} from "@sluice/engine";
import { TEST_HOST } from "@sluice/engine/testing";
import { SECOND, SeededRandom } from "@sluice/languages/base";
import type { TapEntry } from "@sluice/protocol";
import { MAX_FILTER_TEXT, readBody, TapChange } from "@sluice/protocol";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { PipelineFollower } from "./follower.ts";
import { TapSession, type TapSettings } from "./tap-session.ts";

const START = 1_768_464_000_000_000_000n;

class Running {
  readonly clock = new VirtualClock(START);
  readonly metrics = new MetricRegistry();
  readonly out: string[] = [];
  readonly logs: string[] = [];
  readonly pipeline: Pipeline;
  readonly follower: PipelineFollower;

  constructor(config: string) {
    const loaded = loadStages(config);
    if (!loaded.ok) throw new Error(loaded.diagnostics.map(({ message }) => message).join("; "));
    this.pipeline = new Pipeline(loaded.stages, {
      clock: this.clock,
      random: new SeededRandom(1),
      metrics: this.metrics,
      log: { enabled: (level) => level === "warn", write: (_level, message) => this.logs.push(message) },
      host: TEST_HOST,
      dialect: "logs",
      deliver: ({ line, origin }) => {
        this.out.push(line);
        origin.release("delivered");
      },
    });
    this.follower = new PipelineFollower(this.pipeline, loaded.stages, this.clock);
  }

  push(line: string, labels: Record<string, string> = {}): void {
    this.pipeline.push({ labels: LabelSet.of(labels), line, timestamp: this.clock.now() });
  }

  /** Lets time pass and wakes what waits. */
  advance(by: bigint): void {
    this.clock.advanceTo(this.clock.now() + by);
    const due = this.pipeline.nextWake();
    if (due !== undefined && due <= this.clock.now()) this.pipeline.wake(this.clock.now());
  }

  tap(settings: Partial<TapSettings> = {}, taken = () => true) {
    const shown: TapEntry[] = [];
    const tap = new TapSession({ rate: 1000, paused: false, ...settings }, (entry) => {
      if (taken()) shown.push(entry);
      return taken();
    });
    this.follower.add(tap);
    return { tap, shown };
  }
}

const CONFIG = `stage.multiline { firstline = "^#" }
stage.match {
  selector = "{app=\\"a\\"}"
  stage.logfmt { mapping = { level = "" } }
  stage.drop {
    source = "level"
    value  = "debug"
  }
  stage.labels { values = { level = "" } }
}
stage.metrics {
  metric.counter {
    name      = "lines"
    match_all = true
    action    = "inc"
  }
}`;
const INPUT: [string, Record<string, string>][] = [
  ["# level=info one", { app: "a" }],
  ["  more of it", { app: "a" }],
  ["# level=debug two", { app: "a" }],
  ["# other", { app: "b" }],
  ["# nothing here", { app: "a" }],
  ["# last", { app: "b" }],
];

let running: Running;
beforeEach(() => {
  running = new Running(CONFIG);
});

describe("a tap that follows all entries", () => {
  it("shows what a preview of them does, statuses, reasons and metrics alike", () => {
    const { shown } = running.tap();
    for (const [line, labels] of INPUT) running.push(line, labels);
    running.pipeline.flush("input");
    running.follower.show();
    const { stages } = loadStages(CONFIG);
    const samples = INPUT.map(([line, labels]) => ({ line, labels }));
    const preview = Preview.run({ stages, dialect: "logs" }, samples, { start: START, seed: 1, host: TEST_HOST });
    const ours = shown
      .toSorted((a, b) => a.index - b.index)
      .map(({ seq, entered, before, after, ...record }) => record);
    const theirs = INPUT.map((_, i) => entryRecord(preview, i)).map(({ type, outputs, ...record }) => record);
    expect(JSON.parse(JSON.stringify(ours))).toEqual(JSON.parse(JSON.stringify(theirs)));
    expect(ours[0]!.steps.length).toBeGreaterThan(3);
  });

  it("pairs each entry with what it became", () => {
    const { shown } = running.tap();
    for (const [line, labels] of INPUT) running.push(line, labels);
    running.pipeline.flush("input");
    running.follower.show();
    const pairs = shown.map(({ index, before, after }) => [index, before.line, after.map(({ line }) => line)]);
    expect(pairs.toSorted()).toEqual([
      [0, "# level=info one", ["# level=info one\n  more of it"]],
      [1, "  more of it", ["# level=info one\n  more of it"]],
      [2, "# level=debug two", []],
      [3, "# other", ["# other"]],
      [4, "# nothing here", ["# nothing here"]],
      [5, "# last", ["# last"]],
    ]);
  });
});

describe("a running pipeline", () => {
  const exposed = (one: Running) => formatPrometheus(one.metrics.collect(one.clock.now()));

  it.each([[1], [2], [3], [4]])("continues unchanged when a tap starts and ends at entry %i", (at) => {
    const plain = new Running(CONFIG);
    const { tap } = { tap: undefined as TapSession | undefined };
    let watching = tap;
    for (const [i, [line, labels]] of INPUT.entries()) {
      if (i === at) watching = running.tap().tap;
      if (i === at + 1) running.follower.remove(watching!);
      running.push(line, labels);
      plain.push(line, labels);
    }
    running.pipeline.flush("input");
    plain.pipeline.flush("input");
    expect(running.out).toEqual(plain.out);
    expect(exposed(running)).toBe(exposed(plain));
    expect(running.pipeline.balance()).toEqual(plain.pipeline.balance());
  });

  it("keeps the tokens of a limit, and its order, while it is watched", () => {
    const limited = new Running("stage.limit {\n rate = 1\n burst = 1\n}");
    limited.push("a");
    const { shown } = limited.tap();
    limited.push("b");
    expect([limited.out, limited.pipeline.busy()]).toEqual([["a"], true]);
    limited.advance(SECOND);
    limited.follower.show();
    expect([limited.out, shown.map(({ before }) => before.line)]).toEqual([["a", "b"], ["b"]]);
  });

  it.each([
    ["alone", "P"],
    ["with others", "F"],
  ])(
    "shows that a held entry left other than it came %s, also where nobody follows the one that let it go",
    (_how, flag) => {
      const one = new Running("stage.cri {\n max_partial_lines = 1\n}");
      const { shown } = one.tap({ text: "chosen" });
      one.push("2024-05-17T08:00:01Z stdout P chosen");
      one.push(`2024-05-17T08:00:01Z stdout ${flag} other`);
      one.follower.show();
      expect(shown.map(({ status, stages, after }) => [status, stages["1"], after.map(({ line }) => line)])).toEqual([
        flag === "P" ? ["passed", "changed", ["chosen"]] : ["merged", "merged", ["chosenother"]],
      ]);
    },
  );

  it("has the notes of followed entries in its log, too", () => {
    const noting = new Running(
      'stage.metrics {\n metric.counter {\n name = "n"\n source = "v"\n action = "add"\n }\n}',
    );
    const { shown } = noting.tap();
    noting.pipeline.push({ labels: LabelSet.of({}), line: "", timestamp: START, extracted: { v: -1 } });
    noting.follower.show();
    expect([noting.logs, shown[0]!.steps[0]!.logs.length]).toEqual([["skipped an observation"], 1]);
  });
});

describe("which entries are followed", () => {
  const plain = () => new Running('stage.static_labels { values = { a = "1" } }');

  it("is a matter of the rate: tokens come in tenths of a second, and some are left over where few entries come", () => {
    const one = plain();
    const { tap, shown } = one.tap({ rate: 50 });
    const atOnce = () => {
      const before = tap.counts().followed;
      for (let i = 0; i < 100; i++) one.push("x");
      tap.refill();
      one.follower.show();
      return tap.counts().followed - before;
    };
    expect(Array.from({ length: 10 }, atOnce)).toEqual([20, 5, 5, 5, 5, 5, 5, 5, 5, 5]);
    expect(shown.length).toBe(65);
    expect(tap.counts()).toMatchObject({ seen: 1000, passed_over: 935, followed: 65, inside: 0, sent: 65, seq: 65 });
    for (let tenth = 0; tenth < 10; tenth++) tap.refill();
    expect(atOnce()).toBe(20);
  });

  it("is not a matter of long texts: to look for one may take the product of its length and the line's", () => {
    const one = plain();
    const { tap } = one.tap({ text: "a".repeat(MAX_FILTER_TEXT) });
    one.push(`b${"a".repeat(MAX_FILTER_TEXT)}`);
    expect(tap.counts()).toMatchObject({ followed: 1, unmatched: 0 });
    expect(readBody(TapChange, { ...tap.settings, text: "a".repeat(MAX_FILTER_TEXT + 1) })).toEqual({
      ok: false,
      message: "text must be a text of at most 250 characters",
    });
  });

  it("follows one at a time where the rate is below that of the tokens", () => {
    const one = plain();
    const { tap } = one.tap({ rate: 2 });
    for (let tenth = 0; tenth < 10; tenth++) {
      one.push("x");
      tap.refill();
    }
    // Two at first, since none had come, and two in the second.
    expect(tap.counts().followed).toBe(3);
  });

  it.each<[string, Partial<TapSettings>, string[]]>([
    ["selector", { selector: '{app="a"} |= "ne"' }, ["one"]],
    ["text", { text: "t" }, ["two", "three"]],
    ["both", { selector: '{app="b"}', text: "th" }, ["three"]],
  ])("is a matter of the %s", (_, settings, expected) => {
    const one = plain();
    const { tap, shown } = one.tap(settings);
    one.push("one", { app: "a" });
    one.push("two", { app: "a" });
    one.push("three", { app: "b" });
    one.follower.show();
    expect(shown.map(({ before }) => before.line)).toEqual(expected);
    expect(tap.counts()).toMatchObject({ unmatched: 3 - expected.length, passed_over: 0 });
  });

  it("is none while it is paused, and those are counted", () => {
    const one = plain();
    const { tap, shown } = one.tap({ paused: true });
    one.push("x");
    one.follower.show();
    expect([shown, tap.counts().passed_over]).toEqual([[], 1]);
  });

  it("is decided once: a line that is not followed goes out with one that is, and alone it is not shown", () => {
    const { shown } = running.tap({ text: "more" });
    for (const [line, labels] of INPUT) running.push(line, labels);
    running.pipeline.flush("input");
    running.follower.show();
    expect(shown.map(({ index, status, after }) => [index, status, after[0]!.origins])).toEqual([
      [1, "merged", [0, 1]],
    ]);
    expect(shown[0]!.steps.map(({ path, status }) => `${path} ${status}`)).toEqual([
      "1 held",
      "1 merged",
      "2 changed",
      "2.1 changed",
      "2.2 unchanged",
      "2.3 changed",
      "3 unchanged",
    ]);
  });

  it("is decided again for those inside where a tap changes, and what was through comes before", () => {
    const { tap, shown } = running.tap();
    for (const [line, labels] of INPUT) running.push(line, labels);
    expect(shown).toEqual([]);
    running.follower.change(tap, { ...tap.settings, text: "no line has this" });
    const before = [...shown];
    running.pipeline.flush("input");
    running.follower.show();
    expect(before.length).toBeGreaterThan(0);
    expect(shown).toEqual(before);
    expect(tap.counts()).toMatchObject({ inside: 0, followed: INPUT.length, filtered: INPUT.length - before.length });
    expect(() => running.follower.change(tap, { ...tap.settings, selector: "{" })).toThrow(RangeError);
    expect(tap.settings.text).toBe("no line has this");
  });
});

describe("what is shown of them", () => {
  it.each<[Partial<TapSettings>, number[]]>([
    [{ only: "dropped" }, [2]],
    [{ only: "missed" }, [4]],
    [{ stage: "2.1" }, [0, 1, 2, 4]],
    [{ stage: "2.1", only: "missed" }, [4]],
    [{ stage: "2.3", only: "changed" }, [0, 1]],
  ])("%j", (settings, expected) => {
    const { tap, shown } = running.tap(settings);
    for (const [line, labels] of INPUT) running.push(line, labels);
    running.pipeline.flush("input");
    running.follower.show();
    expect(shown.map(({ index }) => index).sort()).toEqual(expected);
    expect(tap.counts()).toMatchObject({ followed: 6, filtered: 6 - expected.length, seq: expected.length });
    if (settings.stage !== undefined)
      expect(new Set(shown.flatMap(({ steps }) => steps.map(({ path }) => path)))).toEqual(new Set([settings.stage]));
  });

  it("is reported as pending once after five seconds, and again when it is through", () => {
    const waiting = new Running('stage.multiline {\n firstline = "^#"\n max_wait_time = "1m"\n}');
    const { tap, shown } = waiting.tap();
    waiting.push("# a");
    waiting.advance(4n * SECOND);
    waiting.follower.show();
    expect(shown).toEqual([]);
    waiting.advance(SECOND);
    waiting.follower.show();
    waiting.follower.show();
    expect(shown).toMatchObject([{ seq: 1, pending: true, status: "held", held_by: "1", after: [] }]);
    waiting.advance(60n * SECOND);
    waiting.follower.show();
    expect(shown[1]).toMatchObject({ seq: 2, index: 0, settled: "out" });
    expect(tap.counts()).toMatchObject({ inside: 0, followed: 1 });
  });

  it("leaves numbers out for what the client does not take", () => {
    let taken = true;
    const one = new Running('stage.static_labels { values = { a = "1" } }');
    const { tap, shown } = one.tap({}, () => taken);
    for (const line of ["a", "b", "c"]) {
      taken = line !== "b";
      one.push(line);
      one.follower.show();
    }
    expect(shown.map(({ seq, before }) => [seq, before.line])).toEqual([
      [1, "a"],
      [3, "c"],
    ]);
    expect(tap.counts()).toMatchObject({ seq: 3, sent: 2, skipped: 1 });
  });

  it("is cut where it would be large", () => {
    const growing = new Running(`stage.template {\n source = "t"\n template = "x"\n}
stage.replace {\n expression = "(.*)"\n replace = "{{ repeat 300000 \\"y\\" }}"\n}`);
    const { shown } = growing.tap();
    growing.push("small");
    growing.follower.show();
    expect([shown[0]!.cut, shown[0]!.steps.length, shown[0]!.after[0]!.line.length]).toEqual([true, 0, 4096]);
  });
});

it("leaves the stages in their links while nothing is inside that is followed, and looks out for one that is held", () => {
  const exchanged = vi.spyOn(Chain.prototype, "exchange");
  /** What was put into links since the last time: stages are of classes, and those that stand in for them are not. */
  const put = () => {
    const stages = exchanged.mock.calls.splice(0).map(([, stage]) => stage);
    const standIns = stages.filter((stage) => Object.getPrototypeOf(stage) === Object.prototype).length;
    return { standIns, stages: stages.length - standIns };
  };
  const { shown } = running.tap({ text: "chosen" });
  running.push("# before it", { app: "b" });
  expect(put()).toEqual({ standIns: 0, stages: 0 });
  running.push("# chosen", { app: "b" });
  expect(put(), "all record, then one looks out for what multiline holds").toEqual({ standIns: 6 + 1, stages: 5 });
  running.push("# after it", { app: "b" });
  expect(put(), "all record what it lets go, and nothing is inside any more").toEqual({ standIns: 6, stages: 6 });
  running.push("# one more", { app: "b" });
  expect(put()).toEqual({ standIns: 0, stages: 0 });
  running.follower.show();
  expect(shown.map(({ after }) => after.map(({ line }) => line))).toEqual([["# chosen"]]);
});

it("bounds what is followed at a time, and forgets it with the last tap", () => {
  const holding = new Running('stage.multiline {\n firstline = "^#"\n max_wait_time = "1h"\n max_lines = 0\n}');
  const { tap } = holding.tap();
  for (let i = 0; i < 5000; i++) {
    if (i % 50 === 0) tap.refill();
    holding.push("more");
  }
  const { inside, passed_over, followed } = tap.counts();
  expect([inside, followed, followed + passed_over]).toEqual([2000, 2000, 5000]);
  holding.follower.remove(tap);
  expect([tap.counts().inside, [...holding.follower.recorder.origins()]]).toEqual([0, []]);
  expect(holding.follower.watched).toBe(false);
});

it("refuses a selector that cannot be read, and changes nothing", () => {
  const { tap } = running.tap({ text: "a" });
  expect(() => tap.change({ rate: 1, paused: false, selector: "{" })).toThrow(/^selector: /);
  expect(tap.settings.text).toBe("a");
});
