/** A journal between a source and receivers, killed and cut from power at any moment. */
import { MILLISECOND, Origin, SECOND } from "@sluice/engine";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FlowCount } from "../core/entries/flow.ts";
import { LogsTargets } from "../core/entries/logs-targets.ts";
import { type LogEntry, NotSecured } from "../core/entries/receiver.ts";
import {
  CollectingReceiver,
  entry,
  never,
  REPLACED,
  STOPS,
  type TestContext,
  TestSource,
  testContext,
  valuesOf,
} from "../testing/fixtures.ts";
import { MemoryDisk } from "../testing/memory-disk.ts";
import { Journal, type JournalArgs } from "./journal.ts";
import type { JournalFile } from "./store/files.ts";

const ARGS: JournalArgs = { maxBytes: 16 * 1024 * 1024, sync: "group", syncInterval: SECOND, start: "oldest" };

/** Keeps what it gets until the test settles it. */
class Holding extends CollectingReceiver {
  override releases = false;

  take(count = this.entries.length): LogEntry[] {
    return this.entries.splice(0, count);
  }
}

/** Of which segments can be opened so many times. */
class UnreadableDisk extends MemoryDisk {
  openings = Number.POSITIVE_INFINITY;

  override async open(path: string, mode: "create" | "write" | "read"): Promise<JournalFile> {
    if (mode === "read" && path.endsWith(".segment") && --this.openings < 0) throw new Error("too many open files");
    return super.open(path, mode);
  }

  override afterKill(): UnreadableDisk {
    const next = new UnreadableDisk();
    for (const path of this.paths()) next.put(path, this.content(path));
    return next;
  }
}

/** Takes as long as the test likes to write. */
class HangingDisk extends MemoryDisk {
  #writes: Promise<void> = Promise.resolve();

  hang(): () => void {
    let goOn = () => {};
    this.#writes = new Promise((resolve) => {
      goOn = resolve;
    });
    return goOn;
  }

  override async open(path: string, mode: "create" | "write" | "read"): Promise<JournalFile> {
    const file = await super.open(path, mode);
    const write = file.write.bind(file);
    return Object.assign(file, {
      write: async (pieces: readonly Uint8Array[], at: number) => {
        await this.#writes;
        return write(pieces, at);
      },
    });
  }
}

interface Running {
  readonly journal: Journal;
  readonly context: TestContext;
  readonly receivers: Readonly<Record<string, Holding>>;
  readonly targets: LogsTargets;
  /** Lets everything happen that waits for no clock. */
  turns(): Promise<void>;
}

async function run(disk: MemoryDisk, names: readonly string[], args: Partial<JournalArgs> = {}): Promise<Running> {
  const context = testContext("logs.journal.intake");
  const targets = new LogsTargets();
  const journal = new Journal(
    { ...ARGS, ...args },
    { context, targets, directory: "/journal", prefix: "logs_journal_", files: disk },
  );
  const receivers = Object.fromEntries(names.map((name) => [name, new Holding()]));
  targets.set(names.map((id) => ({ id, receiver: receivers[id]! })));
  await journal.start();
  const turns = async () => {
    for (let i = 0; i < 6; i++) {
      await context.scheduler.advance(0n);
      for (let j = 0; j < 60; j++) await Promise.resolve();
    }
  };
  return { journal, context, receivers, targets, turns };
}

const lines = (from: number, count: number) => Array.from({ length: count }, (_, i) => entry(`${from + i}`));
const settle = (entries: readonly LogEntry[]) => {
  for (const { origin } of entries) origin!.release("delivered");
};

describe("taking", () => {
  it("says how far each receiver is behind, for how long, and counts what each took", async () => {
    const { journal, context, receivers, targets, turns } = await run(new MemoryDisk(), ["a", "b"]);
    const flow = new FlowCount();
    targets.set(["a", "b"].map((id) => ({ id, receiver: receivers[id]!, ...(id === "a" && { flow }) })));
    journal.push(lines(1, 3));
    await turns();
    settle(receivers.b!.take());
    await context.scheduler.advance(90n * SECOND);
    await turns();
    expect(flow.entries).toBe(3);
    expect(journal.details()).toMatchObject({
      entries: 3,
      oldest_age_seconds: 90,
      receivers: [
        { receiver: "a", behind_entries: 3, on_their_way: 3, oldest_age_seconds: 90 },
        { receiver: "b", behind_entries: 0, on_their_way: 0 },
      ],
    });
  });

  it("is done with what a source gives once it is on disk, and gives it to each receiver", async () => {
    const disk = new MemoryDisk();
    const { journal, receivers, turns } = await run(disk, ["a", "b"]);
    const source = new TestSource();
    journal.push([entry("1", {}, source.origin()), entry("2", {}, source.origin())]);
    expect([source.fates, receivers.a!.lines]).toEqual([[undefined, undefined], []]);
    await turns();
    expect(source.fates).toEqual(["delivered", "delivered"]);
    expect([receivers.a!.lines, receivers.b!.lines]).toEqual([
      ["1", "2"],
      ["1", "2"],
    ]);
  });

  it("writes a batch once, also where a source fails when it learns of it", async () => {
    const { journal, receivers, turns } = await run(new MemoryDisk(), ["a"]);
    const failing = new Origin({
      settled: () => {
        throw new Error("a bug of the source");
      },
    });
    const source = new TestSource();
    journal.push([entry("1", {}, failing), entry("2", {}, source.origin())]);
    await turns();
    expect([receivers.a!.lines, source.fates, journal.full]).toEqual([["1", "2"], ["delivered"], false]);
  });

  it("writes a large batch as several records, with others after it", async () => {
    const { journal, receivers, turns } = await run(new MemoryDisk(), ["a"], { maxBytes: 100_000 });
    const large = Array.from({ length: 50 }, (_, i) => entry(`${i} ${"x".repeat(1500)}`));
    const numbers = () => receivers.a!.lines.map((line) => Number.parseInt(line, 10));
    expect([await journal.secure(large), journal.push(lines(50, 1))]).toEqual(["accepted", "accepted"]);
    await turns();
    expect(numbers()).toEqual(Array.from({ length: 51 }, (_, i) => i));
    settle(receivers.a!.take());
    await turns();
    // More than there may be at once: written part by part, as there is room.
    expect(journal.push([...large, ...large])).toBe("accepted");
    for (let i = 0; i < 20; i++) {
      await turns();
      settle(receivers.a!.entries.splice(0));
    }
    expect([journal.full, journal.held, journal.health.state]).toEqual([false, 0, "healthy"]);
  });

  it("keeps nothing of a batch that somebody waits for and that does not fit whole", async () => {
    const { journal, receivers, turns } = await run(new MemoryDisk(), ["a"], { maxBytes: 20_000 });
    await journal.secure([entry("x".repeat(10_000))]);
    for (const size of [6000, 12_000]) {
      const batch = [entry("y".repeat(size)), entry("z".repeat(size))];
      await expect(journal.secure(batch)).rejects.toThrow(NotSecured);
      if (size === 6000) {
        await turns();
        settle(receivers.a!.take());
        await turns();
      }
    }
    await turns();
    expect([receivers.a!.lines, journal.held]).toEqual([[], 0]);
  });

  it("gives up an entry that is larger than it may be, says so, and takes the next", async () => {
    const { journal, receivers, context, turns } = await run(new MemoryDisk(), ["a"], { maxBytes: 100_000 });
    const source = new TestSource();
    journal.push([entry("1", {}, source.origin()), entry("x".repeat(200_000), {}, source.origin()), entry("2")]);
    await turns();
    expect([source.fates, receivers.a!.lines, journal.full]).toEqual([["delivered", "failed"], ["1", "2"], false]);
    expect(context.logged.at(-1)).toMatchObject({ level: "error", fields: { entries: 1 } });
    expect(valuesOf(context.metrics.collect(0n))).toMatchObject({ "logs_journal_failed_entries_total{receiver=a}": 1 });
  });

  it("writes what waits once it may be larger", async () => {
    const { journal, receivers, turns } = await run(new MemoryDisk(), ["a"], { maxBytes: 4000 });
    await journal.secure([entry("x".repeat(3000))]);
    journal.push([entry("y".repeat(3000))]);
    await turns();
    expect(journal.full).toBe(true);
    journal.update(ARGS);
    await turns();
    expect([journal.full, receivers.a!.lines.length]).toEqual([false, 2]);
  });

  it("says when it will be full, whether or not anybody asked before", async () => {
    const { journal, context } = await run(new MemoryDisk(), ["a"], { maxBytes: 100_000 });
    for (let i = 0; i < 4; i++) {
      await journal.secure([entry("x".repeat(10_000))]);
      await context.scheduler.advance(10n * SECOND);
    }
    expect(journal.health.message).toMatch(/^filling: full in \d+ s at this rate$/);
  });

  it("takes a bounded amount that is not written yet, says that the disk hangs, and goes on when it writes", async () => {
    const disk = new HangingDisk();
    const { journal, receivers, context, turns } = await run(disk, ["a"], { maxBytes: 2 ** 30, sync: "off" });
    const goOn = disk.hang();
    let taken = 0;
    while (taken < 1_000_000 && journal.push(lines(taken, 1000)) === "accepted") taken += 1000;
    expect(taken).toBeGreaterThan(20_000);
    expect(taken).toBeLessThan(200_000);
    await context.scheduler.advance(30n * SECOND);
    expect([journal.full, journal.held, journal.health.state]).toEqual([true, taken, "unhealthy"]);
    expect(journal.health.message).toBe(`the disk has not answered for 30 s: ${taken} entries are not written`);
    let room = 0;
    journal.whenRoom(() => room++);
    goOn();
    for (let i = 0; i < 20; i++) {
      await turns();
      settle(receivers.a!.entries.splice(0));
    }
    expect([room, journal.full, journal.held, journal.health.state]).toEqual([1, false, 0, "healthy"]);
  });

  it("refuses what cannot be written, keeps nothing of it, and takes the next", async () => {
    const disk = new MemoryDisk();
    const { journal, receivers, context, turns } = await run(disk, ["a"]);
    disk.capacity = disk.used + 100;
    const big = [entry("x".repeat(2000))];
    await expect(journal.secure(big)).rejects.toThrow(NotSecured);
    expect([journal.health.state, journal.full]).toEqual(["unhealthy", true]);
    disk.capacity = Number.POSITIVE_INFINITY;
    await context.scheduler.advance(2n * SECOND);
    expect(await journal.secure([entry("small")])).toBe("accepted");
    await turns();
    expect([receivers.a!.lines, journal.health.state]).toEqual([["small"], "healthy"]);
  });

  it("keeps what nobody waits for until it can be written, takes nothing else, and goes on by itself", async () => {
    const disk = new MemoryDisk();
    const { journal, receivers, context, turns } = await run(disk, ["a"]);
    const source = new TestSource();
    disk.capacity = disk.used + 100;
    expect(journal.push([entry("x".repeat(2000), {}, source.origin())])).toBe("accepted");
    await turns();
    expect([journal.push([entry("y")]), source.fates]).toEqual(["full", [undefined]]);
    let room = 0;
    journal.whenRoom(() => room++);
    disk.capacity = Number.POSITIVE_INFINITY;
    await context.scheduler.advance(2n * SECOND);
    await turns();
    expect([source.fates, room, receivers.a!.lines.length, journal.full]).toEqual([["delivered"], 1, 1, false]);
  });

  for (const failing of ["write", "sync"] as const)
    it(`acknowledges nothing any more once a ${failing} failed, and says so; a restart recovers`, async () => {
      const disk = new MemoryDisk();
      const { journal, context, turns } = await run(disk, ["a"]);
      const source = new TestSource();
      expect(await journal.secure([entry("1")])).toBe("accepted");
      disk.before = (operation) => {
        if (operation === failing) throw Object.assign(new Error("i/o error"), { code: "EIO" });
      };
      journal.push([entry("2", {}, source.origin())]);
      await turns();
      // The disk may look well again, and have forgotten what it failed with.
      disk.before = () => {};
      await context.scheduler.advance(60n * SECOND);
      await turns();
      expect([journal.push([entry("3")]), await journal.secure([entry("4")])]).toEqual(["full", "full"]);
      expect([source.fates, journal.full]).toEqual([[undefined], true]);
      expect(journal.health).toMatchObject({
        state: "unhealthy",
        message: expect.stringContaining("nothing is taken until a restart: i/o error"),
      });
      await journal.drain(Promise.resolve(), STOPS);
      await journal.close();
      const next = await run(
        disk.afterPowerCut(() => 0),
        ["a"],
      );
      expect([await next.journal.secure([entry("5")]), next.journal.health.state]).toEqual(["accepted", "healthy"]);
      await next.turns();
      expect(next.receivers.a!.lines).toEqual(["1", "5"]);
    });
});

describe("receivers", () => {
  it("do not wait for each other, and one that is full gets its entries later, in order", async () => {
    const { journal, receivers, turns } = await run(new MemoryDisk(), ["slow", "fast"]);
    receivers.slow!.blocked = true;
    for (let i = 0; i < 50; i++) journal.push(lines(i * 10, 10));
    await turns();
    expect([receivers.slow!.lines.length, receivers.fast!.lines.length]).toEqual([0, 500]);
    settle(receivers.fast!.take());
    receivers.slow!.blocked = false;
    await turns();
    expect(receivers.slow!.lines).toEqual(Array.from({ length: 500 }, (_, i) => `${i}`));
  });

  it("have a bounded number of entries at a time, however much they would take", async () => {
    const { journal, receivers, turns } = await run(new MemoryDisk(), ["a"]);
    const count = 80;
    for (let i = 0; i < count; i++) await journal.secure(lines(i * 1000, 1000));
    for (let i = 0; i < 20; i++) await turns();
    const had = receivers.a!.take();
    expect(had.length).toBeLessThan(70_000);
    expect(had.length).toBeGreaterThan(50_000);
    settle(had);
    for (let i = 0; i < 20; i++) await turns();
    const all = [...had, ...receivers.a!.take()];
    expect(all.map(({ line }) => Number(line))).toEqual(Array.from({ length: count * 1000 }, (_, i) => i));
  });

  it("get again what a component returned that ended, and nothing else", async () => {
    const { journal, receivers, turns } = await run(new MemoryDisk(), ["a"]);
    journal.push(lines(0, 10));
    await turns();
    const taken = receivers.a!.take();
    for (const [i, { origin }] of taken.entries()) origin!.release(i % 3 === 0 ? "returned" : "delivered");
    await turns();
    expect(receivers.a!.lines).toEqual(["0", "3", "6", "9"]);
    settle(receivers.a!.take());
    await turns();
    expect([receivers.a!.lines, journal.held]).toEqual([[], 0]);
  });

  it("that are added begin at the oldest entry that is kept; those that are taken out are let go of", async () => {
    const { journal, receivers, targets, turns, context } = await run(new MemoryDisk(), ["a"]);
    journal.push(lines(0, 3));
    await turns();
    const late = new Holding();
    targets.set([{ id: "late", receiver: late }]);
    await turns();
    expect(late.lines).toEqual(["0", "1", "2"]);
    expect(context.logged.filter(({ level }) => level === "warn").map(({ fields }) => fields)).toMatchObject([
      { receiver: "a", entries: 3 },
    ]);
    settle(receivers.a!.take());
    settle(late.take());
    await turns();
    expect(journal.held).toBe(0);
  });

  it("get their entries later where the disk cannot be read for a while, and nothing is left out", async () => {
    const disk = new UnreadableDisk();
    const first = await run(disk, ["a"]);
    first.receivers.a!.blocked = true;
    for (let i = 0; i < 5; i++) await first.journal.secure(lines(i, 1));
    const next = disk.afterKill();
    // Opening the journal takes one.
    next.openings = 1;
    const { journal, receivers, context, turns } = await run(next, ["a"]);
    await turns();
    expect([receivers.a!.lines, journal.health]).toEqual([
      [],
      { state: "unhealthy", message: "cannot be read for a: too many open files" },
    ]);
    let drained = false;
    void journal.drain(never, REPLACED).then(() => (drained = true));
    next.openings = 1;
    await context.scheduler.advance(2n * SECOND);
    await turns();
    expect([receivers.a!.lines, journal.health.state, drained]).toEqual([["0", "1", "2", "3", "4"], "healthy", false]);
    settle(receivers.a!.take());
    await turns();
    expect(drained).toBe(true);
  });

  it("that cannot be read for end with the process all the same", async () => {
    const disk = new UnreadableDisk();
    const { journal, receivers, turns } = await run(disk, ["a"]);
    receivers.a!.blocked = true;
    for (let i = 0; i < 5; i++) await journal.secure(lines(i, 1));
    const next = disk.afterKill();
    next.openings = 1;
    const again = await run(next, ["a"]);
    await again.turns();
    expect(again.receivers.a!.lines).toEqual([]);
    const drained = again.journal.drain(Promise.resolve(), STOPS);
    await turns();
    expect(await drained).toBe(0);
    await again.journal.close();
  });

  it("that are replaced while they are full leave what waits for them to their successors", async () => {
    const { journal, receivers, targets, turns } = await run(new MemoryDisk(), ["a"]);
    receivers.a!.blocked = true;
    journal.push(lines(0, 3));
    await turns();
    const next = new Holding();
    next.blocked = true;
    targets.set([{ id: "a", receiver: next }]);
    await turns();
    next.blocked = false;
    await turns();
    expect([receivers.a!.lines, next.lines]).toEqual([[], ["0", "1", "2"]]);
    receivers.a!.blocked = false;
    await turns();
    expect(receivers.a!.lines).toEqual([]);
  });

  it("get again what was returned also where it was as much as may be on its way", async () => {
    const { journal, receivers, turns } = await run(new MemoryDisk(), ["a"]);
    for (let i = 0; i < 80; i++) await journal.secure(lines(i * 1000, 1000));
    for (let i = 0; i < 20; i++) await turns();
    const had = receivers.a!.take();
    expect(had.length).toBeLessThan(70_000);
    for (const { origin } of had) origin!.release("returned");
    for (let i = 0; i < 20; i++) await turns();
    expect(receivers.a!.lines).toEqual(had.map(({ line }) => line));
  });

  it("are counted: lag, what failed, what is given again", async () => {
    const disk = new MemoryDisk();
    const { journal, receivers, context, turns } = await run(disk, ["a", "b"]);
    journal.push(lines(0, 4));
    await turns();
    settle(receivers.a!.take());
    for (const { origin } of receivers.b!.take(1)) origin!.release("failed");
    await turns();
    const values = () => valuesOf(context.metrics.collect(context.scheduler.now()));
    expect(values()).toMatchObject({
      logs_journal_entries_total: 4,
      logs_journal_entries: 3,
      "logs_journal_lag_entries{receiver=a}": 0,
      "logs_journal_lag_entries{receiver=b}": 3,
      "logs_journal_failed_entries_total{receiver=b}": 1,
    });
    const next = await run(disk.afterKill(), ["a", "b"]);
    await next.turns();
    expect(valuesOf(next.context.metrics.collect(0n))).toMatchObject({
      "logs_journal_replayed_entries_total{receiver=b}": 3,
    });
  });
});

describe("ends", () => {
  it("leave on disk what was not given when the process stops, in no more time than it has", async () => {
    const disk = new MemoryDisk();
    const { journal, receivers } = await run(disk, ["a"]);
    receivers.a!.blocked = true;
    await journal.secure(lines(0, 5));
    expect(await journal.drain(never, { ...STOPS, hurry: Promise.resolve() })).toBe(0);
    await journal.close();
    const next = await run(disk.afterKill(), ["a"]);
    await next.turns();
    expect(next.receivers.a!.lines).toEqual(["0", "1", "2", "3", "4"]);
  });

  it("wait until all is delivered where the component is removed, and keep the rest where that takes too long", async () => {
    const { journal, receivers, turns } = await run(new MemoryDisk(), ["a"]);
    await journal.secure(lines(0, 2));
    await turns();
    let ended = false;
    void journal.drain(never, REPLACED).then(() => (ended = true));
    await turns();
    expect(ended).toBe(false);
    settle(receivers.a!.take());
    await turns();
    expect(ended).toBe(true);
    const disk = new MemoryDisk();
    const other = await run(disk, ["a"]);
    await other.journal.secure(lines(0, 2));
    expect(await other.journal.drain(Promise.resolve(), REPLACED)).toBe(0);
    await other.journal.close();
    expect(other.context.logged.at(-1)).toMatchObject({ level: "warn", fields: { entries: 2, folder: "/journal" } });
  });
});

const NAMES = ["a", "b"] as const;

/** What happens to a journal, one after the other. */
const STEPS = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("push" as const), count: fc.integer({ min: 1, max: 5 }) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant("settle" as const),
        receiver: fc.constantFrom(...NAMES),
        picks: fc.array(fc.nat(20), { maxLength: 8 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("turns" as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constantFrom("kill" as const, "cut" as const),
        waits: fc.boolean(),
        seed: fc.integer(),
      }),
    },
  ),
  { maxLength: 40 },
);

describe("whatever happens", () => {
  it("each receiver gets what was acknowledged, in order; twice only what was not settled", async () => {
    await fc.assert(
      fc.asyncProperty(STEPS, async (steps) => {
        let disk = new MemoryDisk();
        let running = await run(disk, NAMES);
        let pushed = 0;
        const acknowledged = new Set<string>();
        /** What each receiver is done with. */
        const settled = { a: new Set<string>(), b: new Set<string>() };
        /** Of that, what the journal heard of before the process ended. */
        const noted = { a: new Set<string>(), b: new Set<string>() };
        let cut = false;
        const look = () => {
          // After a power cut, what was settled may have been forgotten.
          for (const name of NAMES)
            for (const line of running.receivers[name]!.lines)
              if (!cut) expect(noted[name].has(line), `${line} came again at ${name}`).toBe(false);
        };
        for (const step of steps) {
          if (step.kind === "push") {
            const batch = lines(pushed, step.count);
            pushed += step.count;
            const asked = running;
            asked.journal.secure(batch).then(
              () => {
                // Nobody hears from a process that was killed.
                if (asked !== running) return;
                for (const { line } of batch) acknowledged.add(line);
              },
              () => {},
            );
          } else if (step.kind === "settle") {
            const { receiver: name } = step;
            const receiver = running.receivers[name]!;
            for (const pick of step.picks) {
              const [one] = receiver.entries.splice(pick, 1);
              if (one === undefined) continue;
              one.origin!.release("delivered");
              settled[name].add(one.line);
            }
          } else if (step.kind === "turns") {
            await running.turns();
            look();
          } else {
            if (step.waits) {
              await running.turns();
              look();
              for (const name of NAMES) for (const line of settled[name]) noted[name].add(line);
            }
            let state = step.seed;
            const choose = (below: number) => {
              state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
              return Math.abs(state) % below;
            };
            if (step.kind === "cut") {
              cut = true;
              disk = disk.afterPowerCut(choose);
            } else disk = disk.afterKill();
            // Another object, so that what it answers while the next one starts is not heard.
            running = { ...running };
            running = await run(disk, NAMES);
          }
        }
        await running.turns();
        look();
        for (const name of NAMES) {
          const { lines: given } = running.receivers[name]!;
          for (const line of acknowledged)
            expect(settled[name].has(line) || given.includes(line), `${line} is missing at ${name}`).toBe(true);
          const numbers = given.map(Number);
          expect(numbers).toEqual(numbers.toSorted((x, y) => x - y));
        }
      }),
      { numRuns: 60 },
    );
  });
});

it("follows other arguments without a restart", async () => {
  const { journal, turns } = await run(new MemoryDisk(), ["a"], { maxBytes: 4000 });
  await journal.secure([entry("x".repeat(3000))]);
  await expect(journal.secure([entry("x".repeat(3000))])).rejects.toThrow("full");
  journal.update({ ...ARGS, syncInterval: 10n * MILLISECOND });
  await turns();
  expect(await journal.secure([entry("x".repeat(3000))])).toBe("accepted");
});
