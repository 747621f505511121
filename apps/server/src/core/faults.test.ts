import { EventEmitter } from "node:events";
import { MetricRegistry, SECOND } from "@sluice/engine";
import { beforeEach, describe, expect, it } from "vitest";
import { ManualScheduler } from "../platform/scheduler.ts";
import {
  CollectingReceiver,
  collectingLog,
  entry,
  type LoggedLine,
  START,
  settle,
  TestSource,
  valuesOf,
} from "../testing/fixtures.ts";
import { fanOut, type LogsReceiver } from "./entries/receiver.ts";
import { installFaultBelt } from "./fault-belt.ts";
import { FAULT_LASTS, Faults, guardCallbacks, guardReceiver, guardScheduler } from "./faults.ts";
import { CARRIED } from "./owner.ts";

let time: ManualScheduler;
let metrics: MetricRegistry;
let logged: LoggedLine[];
let faults: Faults;
beforeEach(() => {
  time = new ManualScheduler(START);
  metrics = new MetricRegistry();
  logged = [];
  faults = new Faults({ scheduler: time, metrics, log: collectingLog(logged) });
});
const counted = () => {
  const { sluice_component_faults_total: failures, sluice_component_failed_entries_total: entries } = valuesOf(
    metrics.collect(0n),
  );
  return [failures, entries];
};
const fail = (message = "oh\nno") => {
  throw new Error(message);
};

describe("a failure of a component", () => {
  it("is counted, logged, and told by its health with reason and time, until a minute after the last", async () => {
    expect([faults.health, counted()]).toEqual([undefined, [0, 0]]);
    expect(faults.guard("doing this", () => fail())).toBe(false);
    const message = "failed while doing this, at 2026-01-15T08:00:00Z: oh";
    expect([faults.health, counted()]).toEqual([{ state: "unhealthy", message }, [1, 0]]);
    expect(logged).toMatchObject([{ level: "error", fields: { doing: "doing this", entries: 0 } }]);
    await time.advance(FAULT_LASTS - 1n);
    expect(faults.health).toBeDefined();
    await time.advance(1n);
    expect(faults.health).toBeUndefined();
  });

  it("that comes again and again is counted each time, and logged now and then", async () => {
    for (let i = 0; i < 100; i++) faults.record("this", new Error("x"));
    expect([logged.length, counted()]).toEqual([1, [100, 0]]);
    await time.advance(10n * SECOND);
    faults.record("this", new Error("x"));
    expect(logged[1]!.fields).toMatchObject({ failures_not_logged: 99 });
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["an object without a prototype", Object.create(null)],
  ])("can be %s", (_name, thrown) => {
    faults.record("this", thrown);
    expect(counted()).toEqual([1, 0]);
  });

  it("does not come out when the log fails, too", () => {
    const log = { ...collectingLog([]), write: () => fail("log") };
    const own = new Faults({ scheduler: time, metrics, log });
    expect(own.guard("this", () => fail())).toBe(false);
  });

  it("in a promise is caught as well, whether or not it is waited for", async () => {
    faults.guard("this", async () => fail());
    expect(await faults.settle("that", async () => fail(), 7)).toBe(7);
    await settle();
    expect(counted()).toEqual([2, 0]);
  });
});

describe("a timer", () => {
  it("that throws ends neither those of others nor its own component's", async () => {
    const seen: string[] = [];
    const mine = guardScheduler(time, faults);
    mine.after(1n, () => fail());
    mine.after(2n, (async () => fail()) as () => void);
    mine.after(3n, () => seen.push("mine"));
    time.after(4n, () => seen.push("other"));
    await time.advance(5n);
    expect([seen, counted()]).toEqual([
      ["mine", "other"],
      [2, 0],
    ]);
  });
});

describe("a receiver", () => {
  const broken: LogsReceiver = {
    full: false,
    push: () => fail("sink"),
    whenRoom: () => fail("sink"),
  };

  it("that throws keeps neither the source nor the other receivers from their work, and its loss is counted", () => {
    const good = new CollectingReceiver();
    const [source, all] = [new TestSource(), fanOut([guardReceiver(broken, faults, time), good])];
    expect(all.push([entry("a", {}, source.origin()), entry("b")])).toBe("accepted");
    expect([good.lines, counted()]).toEqual([
      ["a", "b"],
      [1, 2],
    ]);
    // Not released by the one that failed: the source reads it again after a restart.
    expect(source.fates).toEqual([undefined]);
    expect(logged).toMatchObject([{ fields: { doing: "taking entries", entries: 2 } }]);
  });

  it("that cannot wait for room calls back all the same", async () => {
    let called = 0;
    guardReceiver(broken, faults, time).whenRoom(() => called++);
    await time.advance(SECOND);
    expect([called, counted()]).toEqual([1, [1, 0]]);
  });

  it("is not hurt by those that it calls back: the failure is theirs", () => {
    const sink = new CollectingReceiver();
    sink.blocked = true;
    let called = 0;
    guardCallbacks(sink, faults).whenRoom(() => fail("source"));
    sink.whenRoom(() => called++);
    sink.blocked = false;
    expect([called, counted()]).toEqual([1, [1, 0]]);
  });
});

describe("the last belt", () => {
  const target = new EventEmitter();
  let ended: unknown[];
  let runs: boolean;
  let process: Faults;
  let remove: () => void;
  const stray = new Error("stray");
  beforeEach(() => {
    remove?.();
    ended = [];
    runs = true;
    process = new Faults({ scheduler: time, metrics: new MetricRegistry(), log: collectingLog(logged) });
    remove = installFaultBelt(
      { own: () => (runs ? process : undefined), end: (error) => void ended.push(error) },
      target,
    );
  });

  it.each(["uncaughtException", "unhandledRejection"])(
    "%s is the failure of the component whose work it was",
    (event) => {
      faults.guard("this", () => target.emit(event, stray));
      expect([counted(), process.health, ended]).toEqual([[1, 0], undefined, []]);
    },
  );

  it("takes what belongs to no component as the process's own", () => {
    target.emit("uncaughtException", stray);
    expect([counted(), process.health?.state, ended]).toEqual([[0, 0], "unhealthy", []]);
  });

  it("knows the component behind timers and promises where the platform carries it; else it is the process's own", async () => {
    await new Promise<void>((done) => {
      faults.guard("this", () => {
        setTimeout(async () => {
          await Promise.resolve();
          target.emit("unhandledRejection", stray);
          done();
        }, 0);
      });
    });
    expect([counted()[0], process.health?.state]).toEqual(CARRIED ? [1, undefined] : [0, "unhealthy"]);
  });

  it("knows no component any more once its work has returned or thrown", () => {
    for (const action of [() => {}, () => fail()]) faults.guard("this", action);
    faults.guard("that", () => faults.guard("this", () => fail()) || target.emit("uncaughtException", stray));
    target.emit("uncaughtException", stray);
    expect([counted(), process.health?.state]).toEqual([[3, 0], "unhealthy"]);
  });

  it.each([
    ["what happens before the server runs", false, stray],
    ["a broken platform", true, Object.assign(new Error("x"), { code: "ERR_INTERNAL_ASSERTION" })],
  ])("does not continue from %s", (_name, running, error) => {
    runs = running;
    target.emit("uncaughtException", error);
    target.emit("uncaughtException", error);
    expect([ended, counted()]).toEqual([[error], [0, 0]]);
  });
});
