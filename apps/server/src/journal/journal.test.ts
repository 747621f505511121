/** What a journal takes and writes, and what it says where it cannot. */
import { MILLISECOND, Origin, SECOND } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import { FlowCount } from "../core/entries/flow.ts";
import { NotSecured } from "../core/entries/receiver.ts";
import { entry, STOPS, TestSource, valuesOf } from "../testing/fixtures.ts";
import { MemoryDisk } from "../testing/memory-disk.ts";
import { ARGS, lines, run, settle } from "../testing/running-journal.ts";
import type { JournalFile } from "./store/files.ts";

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

  it("writes to the log once that it is full, with who is behind, and once that it is not", async () => {
    const { journal, receivers, context, turns } = await run(new MemoryDisk(), ["a", "b"], { maxBytes: 20_000 });
    const told = () => context.logged.map(({ level, message, fields }) => ({ level, message, ...fields }));
    await journal.secure([entry("x".repeat(10_000))]);
    await turns();
    settle(receivers.b!.take());
    await context.scheduler.advance(30n * SECOND);
    for (let i = 0; i < 5; i++) {
      await expect(journal.secure([entry("y".repeat(15_000))])).rejects.toThrow(NotSecured);
      expect(journal.health).toMatchObject({
        state: "unhealthy",
        message: expect.stringMatching(
          /full \(max_size.* until there is room; a is furthest behind, the oldest entry is \d+ s old$/,
        ),
      });
      // There is room now and then, and it is filled again.
      for (const one of [receivers.a!, receivers.b!]) settle(one.take());
      await turns();
      await journal.secure([entry("z".repeat(10_000))]);
      await context.scheduler.advance(5n * SECOND);
      await turns();
      settle(receivers.b!.take());
    }
    expect(told()).toMatchObject([
      { level: "warn", message: expect.stringContaining("the journal is full"), receiver: "a", oldest_age_seconds: 30 },
    ]);
    await context.scheduler.advance(10n * SECOND);
    expect(told().slice(1)).toMatchObject([{ level: "info", message: "the journal takes entries again" }]);
    expect(context.scheduler.pending).toBe(0);
  });

  it("tells of damage that it reads in its log, its health, its details and its metrics", async () => {
    const disk = new MemoryDisk();
    const first = await run(disk, ["a"]);
    for (let i = 0; i < 3; i++) await first.journal.secure(lines(2 * i, 2));
    await first.journal.drain(Promise.resolve(), STOPS);
    await first.journal.close();
    const [path] = disk.paths().filter((name) => name.endsWith(".segment"));
    const content = Buffer.from(disk.content(path!));
    content[Math.floor(content.length / 2)]! ^= 1;
    disk.put(path!, content);
    const { journal, receivers, context, turns } = await run(disk, ["a"]);
    await turns();
    expect(receivers.a!.lines).toEqual(["0", "1", "4", "5"]);
    expect(journal.health).toEqual({
      state: "healthy",
      message: "1 part of it is damaged: 2 entries are lost; the log says where",
    });
    const damaged = { parts: 1, entries: 2 };
    expect([journal.details().damaged, journal.view.summary()?.damaged]).toEqual([damaged, damaged]);
    expect(valuesOf(context.metrics.collect(0n))).toMatchObject({
      logs_journal_damaged_parts: 1,
      logs_journal_damaged_entries: 2,
    });
    expect(context.logged).toMatchObject([{ level: "error", fields: { entries: 2 } }]);
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

it("follows other arguments without a restart", async () => {
  const { journal, turns } = await run(new MemoryDisk(), ["a"], { maxBytes: 4000 });
  await journal.secure([entry("x".repeat(3000))]);
  await expect(journal.secure([entry("x".repeat(3000))])).rejects.toThrow("full");
  journal.update({ ...ARGS, syncInterval: 10n * MILLISECOND });
  await turns();
  expect(await journal.secure([entry("x".repeat(3000))])).toBe("accepted");
});
