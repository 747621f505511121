import { SECOND } from "@sluice/engine";
import { beforeEach, describe, expect, it } from "vitest";
import {
  CollectingReceiver,
  componentOf,
  entry,
  never,
  REPLACED,
  STOPS,
  settle,
  type TestContext,
  TestSource,
  testContext,
  valuesOf,
} from "../../testing/fixtures.ts";
import { ProcessComponent } from "./process.ts";

const MULTILINE = `stage.multiline {
  firstline = "^#"
  max_wait_time = "3s"
}`;
const ONE_EACH_SECOND = `stage.limit {
  rate = 1
  burst = 1
}`;

let context: TestContext;
let next: CollectingReceiver;
let source: TestSource;
beforeEach(() => {
  source = new TestSource();
  context = testContext("logs.process.main");
  next = new CollectingReceiver();
});

function start(stages: string): ProcessComponent {
  const node = componentOf("logs.process", `logs.process "main" {\n forward_to = []\n ${stages}\n}`);
  return new ProcessComponent(node, { resource: () => undefined, sha256: () => "" }, next, 1, context);
}
const values = () => valuesOf(context.metrics.collect(context.scheduler.now()));
const lines = (...texts: string[]) => texts.map((text) => entry(text));

/** What must hold at every moment: nothing disappears between what was pushed and what was handed on. */
function expectBalance(pushed: number): void {
  const now = values();
  const count = (name: string) => now[`logs_process_entries_${name}`]!;
  expect(count("in_total")).toBe(count("out_total") + count("dropped_total") + count("held"));
  expect(pushed).toBe(count("queued") + count("in_total"));
  expect(count("emitted_total")).toBe(next.entries.length + count("outgoing"));
}

describe("time", () => {
  it("goes on where a stage's time comes while entries wait for their turn behind a limit", async () => {
    const process = start(`${MULTILINE}\n${ONE_EACH_SECOND}`);
    context.scheduler.readingTakes = 100;
    // In the instant in which the block's time comes, and before: the first uses up the turn, so that the others wait.
    context.scheduler.after(3n * SECOND, () => {
      process.push([entry("other", { job: "other" })]);
      process.push(lines("#2", "#3", "#4", "#5"));
    });
    process.push(lines("#1"));
    await context.scheduler.advance(20n * SECOND);
    expect(next.lines.toSorted()).toEqual(["#1", "#2", "#3", "#4", "#5", "other"]);
    expect(context.scheduler.pending).toBe(0);
  });

  it("wakes a multiline stage when its time has come, and not before", async () => {
    const process = start(MULTILINE);
    process.push(lines("#1", "a"));
    await context.scheduler.advance(2n * SECOND);
    process.push(lines("b"));
    expectBalance(3);
    await context.scheduler.advance(3n * SECOND - 1n);
    expect(next.lines).toEqual([]);
    await context.scheduler.advance(1n);
    expect(next.lines).toEqual(["#1\na\nb"]);
    expectBalance(3);
    expect(context.scheduler.pending).toBe(0);
  });

  it("queues behind a waiting limit, lets one through with each token, and is full at ten thousand", async () => {
    const process = start(ONE_EACH_SECOND);
    expect(process.push(lines("1", "2", "3", "4"))).toBe("accepted");
    expect(next.lines).toEqual(["1"]);
    await context.scheduler.advance(SECOND);
    expect(next.lines).toEqual(["1", "2"]);
    expectBalance(4);
    process.push(Array.from({ length: 10_000 }, () => entry("x")));
    expect([process.full, process.push(lines("late"))]).toEqual([true, "full"]);
    expectBalance(10_004);
    let room = 0;
    process.whenRoom(() => room++);
    while (process.full) await context.scheduler.advance(SECOND);
    expect(room).toBe(1);
    expect(values().logs_process_entries_queued).toBe(9_999);
    expectBalance(10_004);
  });

  it("is full by the size of what waits, too", () => {
    const process = start(ONE_EACH_SECOND);
    process.push(lines("1", "2", "3"));
    expect(process.full).toBe(false);
    process.push(lines("x".repeat(32 * 1024 * 1024)));
    expect(process.full).toBe(true);
  });
});

describe("slices", () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => entry(String(i)));
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => String(i));

  it("lets others work between parts of a long batch, which held the process up whole, and keeps the order", async () => {
    context.scheduler.readingTakes = 4;
    const process = start("");
    process.push(many(1000));
    const first = next.lines.length;
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(50);
    expectBalance(1000);
    process.push(lines("later"));
    expect(next.lines.length).toBe(first);
    await context.scheduler.advance(0n);
    expect(next.lines).toEqual([...numbers(1000), "later"]);
    expectBalance(1001);
    expect(context.scheduler.pending).toBe(0);
  });

  it("is full by the metadata of what waits, however short its lines, which was not counted", () => {
    const process = start(ONE_EACH_SECOND);
    const large = { ...entry(""), metadata: [["k", "x".repeat(1024 * 1024)]] as const };
    process.push(lines("1", "2"));
    for (let i = 0; i < 32; i++) {
      expect(process.full).toBe(false);
      process.push([large]);
    }
    expect(process.full).toBe(true);
  });

  it("is full by the labels of what waits: each set once, however many entries share it", async () => {
    const process = start(ONE_EACH_SECOND);
    const shared = { job: "y".repeat(60_000) };
    process.push(Array.from({ length: 5000 }, () => entry("", shared)));
    expect(process.full).toBe(false);
    process.push(Array.from({ length: 300 }, (_, i) => entry("", { job: `${i}`.padEnd(60_000, "x") })));
    expect(process.full).toBe(true);
    await context.scheduler.advance(5400n * SECOND);
    process.push(Array.from({ length: 5000 }, () => entry("", shared)));
    expect(process.full).toBe(false);
  });

  it("stays full until a slice has made room, and says so once", async () => {
    context.scheduler.readingTakes = 4;
    const process = start("");
    process.push(many(10_100));
    expect(process.full).toBe(true);
    let room = 0;
    process.whenRoom(() => room++);
    await context.scheduler.advance(0n);
    expect([process.full, room, next.lines.length]).toEqual([false, 1, 10_100]);
  });

  it("drains what waits for its turn", async () => {
    context.scheduler.readingTakes = 4;
    const process = start(MULTILINE);
    process.push(lines("#1", "a", "b", "c", "d", "e", "f"));
    let lost: number | undefined;
    void process.drain(never, STOPS).then((some) => (lost = some));
    await context.scheduler.advance(0n);
    await settle();
    expect([lost, next.lines]).toEqual([0, ["#1\na\nb\nc\nd\ne\nf"]]);
  });

  it("counts what waits for its turn as lost at the deadline, and does no more work", async () => {
    context.scheduler.readingTakes = 100;
    const process = start("");
    process.push(many(10));
    expect(await process.drain(Promise.resolve(), STOPS)).toBe(9);
    expect(context.scheduler.pending).toBe(0);
  });

  it("gives what was queued in time to a stage before it wakes it", async () => {
    const process = start(MULTILINE);
    process.push(lines("#1"));
    await context.scheduler.advance(3n * SECOND - 1n);
    context.scheduler.readingTakes = 100;
    process.push(lines("a", "b", "c"));
    await context.scheduler.advance(1n);
    context.scheduler.readingTakes = 0;
    await context.scheduler.advance(3n * SECOND);
    expect(next.lines).toEqual(["#1\na\nb\nc"]);
  });
});

describe("back-pressure", () => {
  it("returns what waits where the component is replaced, and hands on nothing of it afterwards", async () => {
    const process = start("");
    next.blocked = true;
    process.push([entry("1", {}, source.origin()), entry("2", {}, source.origin())]);
    process.push([entry("3", {}, source.origin())]);
    expect(await process.drain(Promise.resolve(), REPLACED)).toBe(0);
    expect(source.fates).toEqual(["returned", "returned", "returned"]);
    next.blocked = false;
    await context.scheduler.advance(60n * SECOND);
    expect([next.lines, context.scheduler.pending]).toEqual([[], 0]);
  });

  it("keeps what left the stages while what comes after is full, in order and once", async () => {
    const process = start("");
    next.blocked = true;
    process.push(lines("1", "2"));
    process.push(lines("3"));
    expectBalance(3);
    expect(next.lines).toEqual([]);
    next.blocked = false;
    expect(next.lines).toEqual(["1", "2", "3"]);
    expectBalance(3);
  });

  it("gives the stages no wakes meanwhile, and wakes them late rather than never", async () => {
    const process = start(MULTILINE);
    process.push(lines("#1"));
    next.blocked = true;
    process.push(lines("#2"));
    await context.scheduler.advance(60n * SECOND);
    expectBalance(2);
    next.blocked = false;
    await context.scheduler.advance(0n);
    expect(next.lines).toEqual(["#1", "#2"]);
    expectBalance(2);
  });
});

describe("draining", () => {
  it("flushes what is held", async () => {
    const process = start(MULTILINE);
    process.push(lines("#1", "a"));
    expect(await process.drain(never, STOPS)).toBe(0);
    expect(next.lines).toEqual(["#1\na"]);
    expect(process.push(lines("late"))).toBe("full");
    expectBalance(2);
  });

  it("waits for a limit's tokens, and for room after it", async () => {
    const process = start(ONE_EACH_SECOND);
    process.push(lines("1", "2", "3"));
    let lost: number | undefined;
    void process.drain(never, STOPS).then((some) => (lost = some));
    next.blocked = true;
    await context.scheduler.advance(10n * SECOND);
    expect([lost, next.lines]).toEqual([undefined, ["1"]]);
    next.blocked = false;
    await context.scheduler.advance(10n * SECOND);
    await settle();
    expect([lost, next.lines]).toEqual([0, ["1", "2", "3"]]);
    expectBalance(3);
  });

  it("gives up at the deadline and says how many are lost", async () => {
    const process = start(`${ONE_EACH_SECOND}\n${MULTILINE}`);
    process.push(lines("#1", "a", "b", "c"));
    expect(await process.drain(Promise.resolve(), STOPS)).toBe(4);
    expectBalance(4);
    expect(context.scheduler.pending).toBe(0);
  });
});

describe("origins", () => {
  it("are handed on with merged entries, and told when all that comes from them is through", () => {
    next.releases = false;
    const process = start(MULTILINE);
    process.push(["#1", "x", "#2"].map((line) => entry(line, {}, source.origin())));
    expect(source.fates).toEqual([undefined, undefined, undefined]);
    next.entries[0]!.origin!.release("delivered");
    expect(source.fates).toEqual(["delivered", "delivered", undefined]);
  });

  it("are the same ones where nothing was split or merged", () => {
    next.releases = false;
    const origin = source.origin();
    start("").push([entry("a", {}, origin)]);
    expect(next.entries[0]!.origin).toBe(origin);
  });

  it("of very many entries that were joined and dropped learn of it in slices", async () => {
    const works: Generator<void, void>[] = [];
    context.settling.add = (work) => void works.push(work);
    const process = start(`stage.multiline {
        firstline = "^#"
        max_lines = 0
      }
      stage.drop {
        expression = "gone"
      }`);
    const texts = ["#gone", ...Array.from({ length: 20_000 }, () => "x"), "#next"];
    process.push(texts.map((line) => entry(line, {}, source.origin())));
    expect(values().logs_process_entries_dropped_total).toBe(20_001);
    const told = () => source.fates.filter((fate) => fate === "dropped").length;
    expect([works.length, told()]).toEqual([1, 0]);
    let most = 0;
    for (let before = 0; !works[0]!.next().done; before = told()) most = Math.max(most, told() - before);
    expect([most < 1000, told()]).toEqual([true, 20_001]);
  });

  it("are shared by the parts of a split entry, and released with a dropped one", () => {
    next.releases = false;
    const process = start(`stage.split_json { }
      stage.drop {
        expression = "gone"
      }`);
    process.push([entry("[1,2,3]", {}, source.origin()), entry("gone", {}, source.origin())]);
    expect([next.lines, source.fates]).toEqual([
      ["1", "2", "3"],
      [undefined, "dropped"],
    ]);
    for (const { origin } of next.entries) {
      expect(source.fates[0]).toBe(undefined);
      origin!.release("delivered");
    }
    expect(source.fates[0]).toBe("delivered");
  });

  it("stay with what is not through at the deadline, which is then not lost", async () => {
    const process = start(ONE_EACH_SECOND);
    process.push([...["0", "1", "2"].map((line) => entry(line, {}, source.origin())), entry("unrepeatable")]);
    expect(await process.drain(Promise.resolve(), STOPS)).toBe(1);
    expect(source.fates).toEqual(["delivered", undefined, undefined]);
  });
});

it("passes an entry on unchanged when it asks a stage for too much work, and counts it", () => {
  const process = start(`stage.replace {
    expression = "((?:a{1,50}){1,20}b)"
    replace = "x"
  }`);
  process.push(lines("a".repeat(300_000)));
  expect(next.lines).toEqual(["a".repeat(300_000)]);
  expect(values()).toMatchObject({ "logs_process_stage_errors_total{stage=1,kind=limit}": 1 });
  expect(context.logged).toMatchObject([{ level: "warn", message: "a stage failed; the entry continues unchanged" }]);
  expectBalance(1);
});

it("names its metrics in the dialect of its block", () => {
  const loki = componentOf("logs.process", 'loki.process "main" {\n forward_to = []\n}');
  const own = testContext("loki.process.main", { prefix: "loki_" });
  new ProcessComponent(loki, { resource: () => undefined, sha256: () => "" }, next, 1, own).push(lines("x"));
  expect(valuesOf(own.metrics.collect(0n)).loki_process_entries_in_total).toBe(1);
});

describe("a failure of its own", () => {
  const failures = () => valuesOf(context.faultMetrics.collect(0n));

  it("on one entry loses that entry only, and counts it", () => {
    const process = start("");
    const poisoned = { ...entry("bad", {}, source.origin()), labels: undefined as never };
    expect(process.push([entry("a"), poisoned, entry("b")])).toBe("accepted");
    expect(next.lines).toEqual(["a", "b"]);
    process.push([entry("c", { job: "test" }, source.origin())]);
    expect([source.fates, next.lines.at(-1)]).toEqual([["failed", "delivered"], "c"]);
    expect(failures()).toEqual({ sluice_component_faults_total: 1, sluice_component_failed_entries_total: 1 });
  });

  it("in a timer does not leave behind what its stages hold", async () => {
    const process = start(MULTILINE);
    let failing = true;
    const push = next.push.bind(next);
    next.push = (batch) => {
      if (!failing) return push(batch);
      failing = false;
      throw new Error("not now");
    };
    process.push([entry("#a")]);
    await context.scheduler.advance(3n * SECOND);
    expect([next.lines, failures().sluice_component_faults_total]).toEqual([[], 1]);
    await context.scheduler.advance(SECOND);
    expect(next.lines).toEqual(["#a"]);
  });

  it("while it hurries does not hold up the end: what is left is lost at the deadline", async () => {
    context.scheduler.readingTakes = 100;
    const process = start("");
    process.push(lines("a", "b", "c", "d"));
    next.push = () => {
      throw new Error("not now");
    };
    const hurry = Promise.resolve();
    let over = () => {};
    const deadline = new Promise<void>((resolve) => {
      over = resolve;
    });
    let lost: number | undefined;
    void process.drain(deadline, { ends: "process", hurry }).then((some) => (lost = some));
    await settle();
    over();
    await settle();
    // Its turn has not come yet, which is waited for.
    expect(lost).toBe(undefined);
    await context.scheduler.advance(0n);
    await settle();
    expect(lost).toBe(3);
    expect(failures().sluice_component_faults_total).toBe(1);
  });
});
