import { LimitError } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import type { Entry } from "../base/entry.ts";
import { Interruption } from "../base/index.ts";
import { entry } from "../testing/index.ts";
import { Chain, type StageFault } from "./chain.ts";
import type { Out, Stage } from "./stage.ts";

const WHY = { reason: "test", code: "test" };

/** Adds `text` to each line. */
const add = (text: string): Stage => ({
  process(one, out) {
    one.line += text;
    out.emit(one);
  },
});

/** Takes one entry at a time and gives it back `wait` later. */
function hold(wait: bigint, now: () => bigint): Stage {
  let held: Entry | undefined;
  let due = 0n;
  return {
    process(one) {
      held = one;
      due = now() + wait;
    },
    busy: () => held !== undefined,
    nextWake: () => (held === undefined ? undefined : due),
    wake(at, out) {
      const one = held;
      if (one === undefined || at < due) return;
      held = undefined;
      out.emit(one);
    },
  };
}

/** Holds everything until `wait` has passed or the input ends. */
function gather(wait: bigint, now: () => bigint): Stage {
  let held: Entry[] = [];
  let due: bigint | undefined;
  const release = (out: Out) => {
    const all = held;
    held = [];
    due = undefined;
    for (const one of all) out.emit(one);
  };
  return {
    process(one) {
      held.push(one);
      due ??= now() + wait;
    },
    nextWake: () => due,
    wake: (_at, out) => release(out),
    flush: release,
  };
}

const splitOn = (separator: string): Stage => ({
  process(one, out) {
    const parts = one.line.split(separator);
    for (const part of parts.slice(0, -1)) out.emit(one.split(part));
    one.line = parts.at(-1)!;
    out.emit(one);
  },
});

interface Run {
  readonly chain: Chain;
  readonly log: string[];
  readonly faults: StageFault[];
  send(line: string): void;
  wakeAll(): void;
  end(): void;
}

/** A chain whose happenings are logged as `time emit line`. */
function run(make: (now: () => bigint) => readonly Stage[]): Run {
  let now = 0n;
  const log: string[] = [];
  const faults: StageFault[] = [];
  const chain = new Chain(
    make(() => now),
    (fault) => faults.push(fault),
  );
  const out: Out = {
    emit: (one) => log.push(`${now} ${one.line}`),
    drop: (one) => log.push(`${now} dropped ${one.line}`),
  };
  const wakeAll = () => {
    for (let i = 0; i < 100; i++) {
      const at = chain.nextWake();
      if (at === undefined) return;
      if (at > now) now = at;
      chain.wake(now, out);
    }
    throw new Error("woken without end");
  };
  return {
    chain,
    log,
    faults,
    send: (line) => chain.process(entry(line), out),
    wakeAll,
    end() {
      chain.flush(out, "input");
      wakeAll();
    },
  };
}

describe("a chain", () => {
  it("passes entries through its stages in order", () => {
    const { log, send, chain } = run(() => [add("1"), add("2")]);
    send("a");
    expect(log).toEqual(["0 a12"]);
    expect([chain.busy(), chain.nextWake()]).toEqual([false, undefined]);
  });

  it("without stages lets everything through", () => {
    const { log, send, end } = run(() => []);
    send("a");
    end();
    expect(log).toEqual(["0 a"]);
  });

  it("drops past the stages after it", () => {
    const { log, send } = run(() => [{ process: (one, out) => out.drop(one, WHY) }, add("!")]);
    send("a");
    expect(log).toEqual(["0 dropped a"]);
  });

  it("keeps what an earlier stage had begun to emit in front of a busy one, in its order", () => {
    const { log, send, wakeAll, chain } = run((now) => [splitOn(","), hold(10n, now)]);
    send("a,b,c");
    expect(chain.busy()).toBe(true);
    wakeAll();
    expect(log).toEqual(["10 a", "20 b", "30 c"]);
    expect(chain.busy()).toBe(false);
  });

  it("gives a stage no input while one after it is busy", () => {
    const { log, send, wakeAll } = run((now) => [splitOn(","), hold(1n, now), hold(10n, now)]);
    send("a,b,c");
    wakeAll();
    // a: 1, then until 11; only then is b let in: 12, until 22.
    expect(log).toEqual(["11 a", "22 b", "33 c"]);
  });

  it("gives a stage no wake while one after it is busy", () => {
    const { log, send, wakeAll, chain } = run((now) => [gather(5n, now), hold(10n, now)]);
    send("a");
    wakeAll();
    send("b");
    expect(chain.nextWake()).toBe(20n);
    wakeAll();
    expect(log).toEqual(["15 a", "30 b"]);
  });

  it("drains: a waiting stage is not released early, and stages are flushed one after the other", () => {
    const { log, send, end, chain } = run((now) => [gather(1000n, now), hold(10n, now), gather(1000n, now)]);
    send("a");
    send("b");
    end();
    expect(log).toEqual(["20 a", "20 b"]);
    expect(chain.busy()).toBe(false);
  });

  it("nests: a chain in a chain is busy, woken and drained like any stage", () => {
    const { log, send, end } = run((now) => [
      new Chain([gather(1000n, now), splitOn(","), hold(10n, now), add("!")], () => {}),
      add("?"),
    ]);
    send("a,b");
    end();
    expect(log).toEqual(["10 a!?", "20 b!?"]);
  });
});

describe("an exception inside a stage", () => {
  const boom = new Error("boom");
  const CASES: [string, Stage["process"], string[]][] = [
    [
      "before anything: the entry continues unchanged",
      (one) => {
        one.line = "half done";
        one.labels = one.labels.with("a", "b");
        throw boom;
      },
      ["0 x!"],
    ],
    [
      "after emitting it: it is not doubled",
      (one, out) => {
        out.emit(one);
        throw boom;
      },
      ["0 x!"],
    ],
    [
      "after dropping it: it stays dropped",
      (one, out) => {
        out.drop(one, WHY);
        throw boom;
      },
      ["0 dropped x"],
    ],
    [
      "after emitting another: it is not lost",
      (_one, out) => {
        out.emit(entry("older"));
        throw boom;
      },
      ["0 older!", "0 x!"],
    ],
    [
      "after emitting it and another",
      (one, out) => {
        out.emit(one);
        out.emit(entry("newer"));
        throw boom;
      },
      ["0 x!", "0 newer!"],
    ],
    [
      "after a part of it: the whole continues, since nothing else knows the rest",
      (one, out) => {
        out.emit(one.split("part"));
        throw boom;
      },
      ["0 part!", "0 x!"],
    ],
  ];
  it.each(CASES)("%s", (_title, process, wanted) => {
    const { log, faults, send } = run(() => [{ process }, add("!")]);
    send("x");
    expect(log).toEqual(wanted);
    expect(faults).toMatchObject([{ error: boom, stage: 0, limit: false }]);
    expect(faults[0]!.entry).toBeDefined();
  });

  it.each(CASES)("inside a nested chain: %s", (_title, process, wanted) => {
    const faults: StageFault[] = [];
    const { log, send, faults: outer } = run(() => [new Chain([{ process }, add("!")], (fault) => faults.push(fault))]);
    send("x");
    expect(log).toEqual(wanted);
    expect([faults.length, outer.length]).toEqual([1, 0]);
  });

  it("in front of a busy stage leaves nothing lost or doubled", () => {
    const process: Stage["process"] = (one, out) => {
      out.emit(one.split("part"));
      throw boom;
    };
    const { log, send, wakeAll } = run((now) => [{ process }, hold(10n, now)]);
    send("x");
    wakeAll();
    expect(log).toEqual(["10 part", "20 x"]);
  });

  it("of a later stage is that stage's alone", () => {
    const broken: Stage = {
      process: () => {
        throw boom;
      },
    };
    const { log, faults, send } = run(() => [splitOn(","), broken, add("!")]);
    send("a,b");
    expect(log).toEqual(["0 a!", "0 b!"]);
    expect(faults.map(({ stage }) => stage)).toEqual([1, 1]);
  });

  it("for a stated limit is distinguished", () => {
    const process = () => {
      throw new LimitError("regex-work", "too much");
    };
    const { log, faults, send } = run(() => [{ process }]);
    send("x");
    expect(log).toEqual(["0 x"]);
    expect(faults).toMatchObject([{ limit: true }]);
  });

  it("that ends the run is rethrown, and is not a fault", () => {
    const over = new Interruption("over");
    const stage: Stage = {
      process: () => {
        throw over;
      },
      nextWake: () => 5n,
      wake: () => {
        throw over;
      },
      flush: () => {
        throw over;
      },
    };
    const { chain, log, faults, send, wakeAll } = run(() => [stage]);
    expect(() => send("x")).toThrow(over);
    expect(wakeAll).toThrow(over);
    expect(() => chain.flush({ emit: () => {}, drop: () => {} }, "input")).toThrow(over);
    expect([log, faults]).toEqual([[], []]);
  });

  it("in a wake is reported, and the deadline is not met again and again", () => {
    let wakes = 0;
    const stage: Stage = {
      process: () => {},
      nextWake: () => 5n,
      wake: () => {
        wakes++;
        throw boom;
      },
    };
    const { chain, faults, wakeAll } = run(() => [stage]);
    wakeAll();
    expect([wakes, chain.nextWake()]).toEqual([1, undefined]);
    expect(faults).toMatchObject([{ error: boom, entry: undefined }]);
  });

  it("in a flush or a close is reported, and the other stages are flushed and closed", () => {
    const done: string[] = [];
    const fail = () => {
      throw boom;
    };
    const broken: Stage = { process: () => {}, flush: fail, close: fail };
    const sound: Stage = { process: () => {}, flush: () => done.push("flush"), close: () => done.push("close") };
    const { chain, faults, end } = run(() => [broken, sound]);
    end();
    chain.close();
    expect(done).toEqual(["flush", "close"]);
    expect(faults).toMatchObject([{ stage: 0 }, { stage: 0 }]);
  });
});

describe("a stage that asks to be woken at an instant that has passed", () => {
  it("is reported once for that instant, and woken again for another", () => {
    let due = 5n;
    const wakes: bigint[] = [];
    const stage: Stage = {
      process: () => {
        due = 9n;
      },
      nextWake: () => due,
      wake: (now) => void wakes.push(now),
    };
    const { faults, wakeAll, send } = run(() => [stage]);
    wakeAll();
    expect(String(faults[0]!.error)).toContain("woken at 5 and asks to be woken at 5 again");
    send("x");
    wakeAll();
    expect(wakes).toEqual([5n, 9n]);
    expect(faults).toHaveLength(2);
  });
});
