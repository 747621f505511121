import { SECOND } from "@sluice/engine";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JOURNAL, openJournal, outcome, turns, unsettled } from "../../testing/journal-fixture.ts";
import { MemoryDisk } from "../../testing/memory-disk.ts";
import type { JournalCursor, JournalStore } from "./journal-store.ts";

const bytes = (text: string) => Buffer.from(text);
const segments = (disk: MemoryDisk) => disk.paths().filter((path) => path.endsWith(".segment")).length;

/** Takes as long as the test likes to remove a segment. */
class HeldDisk extends MemoryDisk {
  #held: Promise<void> = Promise.resolve();

  holdRemoval(): () => void {
    let letGo = () => {};
    this.#held = new Promise((resolve) => {
      letGo = resolve;
    });
    return letGo;
  }

  override async remove(path: string): Promise<void> {
    if (path.endsWith(".segment")) await this.#held;
    return super.remove(path);
  }
}

async function fill(store: JournalStore, count: number, size = 400): Promise<void> {
  for (let i = 0; i < count; i++) await store.append(bytes(`${i} ${"x".repeat(size)}`), 1, 1000 + i).durable;
}

async function firsts(cursor: JournalCursor): Promise<number[]> {
  const found: number[] = [];
  for (let one = await cursor.next(); one !== undefined; one = await cursor.next()) found.push(one.first);
  return found;
}

describe("records", () => {
  it("are handed out in order with their numbers, counts and times, to each cursor", async () => {
    const { store } = await openJournal(new MemoryDisk());
    const cursors = [store.cursor("a", "oldest"), store.cursor("b", "oldest")];
    expect(store.append(bytes("one"), 3, 10).first).toBe(0);
    const { first, durable } = store.append(bytes("two"), 2, 20);
    await durable;
    expect(first).toBe(3);
    for (const cursor of cursors) {
      expect(await cursor.next()).toMatchObject({ first: 0, count: 3, time: 10, payload: bytes("one"), settled: [] });
      expect(await cursor.next()).toMatchObject({ first: 3, count: 2, time: 20, payload: bytes("two"), settled: [] });
      expect(await cursor.next()).toBe(undefined);
    }
  });

  it("share one sync when they come while another is on its way", async () => {
    const disk = new MemoryDisk();
    const { store } = await openJournal(disk, { segmentBytes: 100_000 });
    await fill(store, 1);
    const { sync } = disk.counts;
    await Promise.all(Array.from({ length: 50 }, () => store.append(bytes("x"), 1, 0).durable));
    expect(disk.counts.sync - sync).toBeLessThanOrEqual(2);
  });

  it("are not handed out before they are durable", async () => {
    const disk = new MemoryDisk();
    const { store } = await openJournal(disk);
    const cursor = store.cursor("a", "oldest");
    const { durable } = store.append(bytes("x"), 1, 0);
    expect(await cursor.next()).toBe(undefined);
    let more = 0;
    cursor.onMore(() => more++);
    await durable;
    expect(more).toBe(1);
    expect((await cursor.next())?.first).toBe(0);
  });

  it("come from memory for a cursor that keeps up, and from disk in large pieces for one that does not", async () => {
    const disk = new MemoryDisk();
    const { store } = await openJournal(disk, { recentBytes: 10_000, segmentBytes: 1024 * 1024 });
    const fast = store.cursor("fast", "oldest");
    const slow = store.cursor("slow", "oldest");
    for (let i = 0; i < 500; i++) {
      await fill(store, 1);
      await fast.next();
    }
    expect(disk.counts.read).toBe(0);
    expect(await firsts(slow)).toEqual(Array.from({ length: 500 }, (_, i) => i));
    expect(disk.counts.read).toBeLessThanOrEqual(2);
  });

  it("are read from disk into one buffer, however many there are", async () => {
    const { store } = await openJournal(new MemoryDisk(), {
      maxBytes: 2 ** 23,
      recentBytes: 1000,
      segmentBytes: 2 ** 22,
    });
    const cursor = store.cursor("a", "oldest");
    await fill(store, 16, 100_000);
    const read = [];
    for (let one = await cursor.next(); one !== undefined; one = await cursor.next())
      read.push({ buffer: one.payload.buffer, text: Buffer.from(one.payload).toString("utf8", 0, 3) });
    // The newest is in memory still.
    expect(read.map(({ text }) => Number.parseInt(text, 10))).toEqual(Array.from({ length: 16 }, (_, i) => i));
    expect(new Set(read.map(({ buffer }) => buffer)).size).toBeLessThanOrEqual(2);
  });

  it("stand for one entry at least", async () => {
    const { store } = await openJournal(new MemoryDisk());
    for (const entries of [0, -1, 1.5, 2 ** 32]) expect(() => store.append(bytes("x"), entries, 0)).toThrow(RangeError);
    expect(store.stats().next).toBe(0);
  });

  it("larger than a segment have one of their own, and larger than the journal are refused for good", async () => {
    const { store } = await openJournal(new MemoryDisk(), { segmentBytes: 500, maxBytes: 20_000 });
    await fill(store, 3, 5000);
    expect(await firsts(store.cursor("a", "oldest"))).toEqual([0, 1, 2]);
    expect(await outcome(store.append(Buffer.alloc(20_000), 1, 0).durable)).toBe("RecordTooLarge");
    expect(store.stats()).toMatchObject({ full: false, next: 3 });
  });
});

describe("cursors", () => {
  it("begin at the oldest entry or behind the newest, and go on where they were after a restart", async () => {
    const disk = new MemoryDisk();
    const one = await openJournal(disk);
    await fill(one.store, 4);
    const old = one.store.cursor("old", "oldest");
    one.store.cursor("new", "newest");
    await old.next();
    old.settle(0, 1);
    await fill(one.store, 1);
    await one.store.close();
    const { store } = await openJournal(disk);
    expect(store.cursorNames()).toEqual(["old", "new"]);
    expect(await firsts(store.cursor("old", "newest"))).toEqual([1, 2, 3, 4]);
    expect(await firsts(store.cursor("new", "oldest"))).toEqual([4]);
  });

  it("know exactly which entries were settled, in any order, over restarts and when their log is written anew", async () => {
    const range = fc.tuple(fc.nat(200), fc.integer({ min: 1, max: 40 }));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(range, { maxLength: 8 }), { maxLength: 4 }), async (lives) => {
        const disk = new MemoryDisk();
        const settled = new Set<number>();
        const begin = await openJournal(disk);
        begin.store.cursor("a", "oldest");
        for (let i = 0; i < 24; i++) await begin.store.append(bytes(`${i}`), 10, i).durable;
        await begin.store.close();
        for (const ranges of lives) {
          const { store, scheduler } = await openJournal(disk);
          const cursor = store.cursor("a", "newest");
          for (const [first, count] of ranges) {
            cursor.settle(first, count);
            for (let entry = first; entry < first + count; entry++) settled.add(entry);
            // Another cursor has the log written anew.
            if (first % 5 === 0) store.cursor(`b${first}`, "newest");
            if (first % 2 === 0) await turns(scheduler);
          }
          const expected = Array.from({ length: 240 }, (_, i) => i).filter((entry) => !settled.has(entry));
          expect(store.stats().cursors.find(({ name }) => name === "a")?.behindEntries).toBe(expected.length);
          await store.close();
          const again = await openJournal(disk);
          expect([...(await unsettled(again.store.cursor("a", "newest"))).keys()]).toEqual(expected);
          await again.store.close();
        }
      }),
      { numRuns: 60 },
    );
  });

  it("leave what is kept to others, by the time at which it came, also what is written or removed meanwhile", async () => {
    const disk = new MemoryDisk();
    const { store, scheduler } = await openJournal(disk, { recentBytes: 0 });
    const cursor = store.cursor("a", "oldest");
    // Of five records each.
    await fill(store, 20);
    const firsts: number[] = [];
    for await (const { first } of store.recordsSince(1007)) {
      firsts.push(first);
      if (firsts.length > 1) continue;
      await fill(store, 1);
      cursor.settle(0, 15);
      await turns(scheduler);
    }
    // What could be told apart without reading is left out; what was in a file that is gone, too.
    expect([firsts[0]! <= 7, firsts.includes(20), firsts.at(-1)]).toEqual([true, false, 19]);
    const all: number[] = [];
    for await (const { first } of store.recordsSince(0)) all.push(first);
    expect(all.at(-1)).toBe(20);
  });

  it("tell the bytes of what their receivers are not done with, whatever else is kept", async () => {
    const disk = new MemoryDisk();
    const { store } = await openJournal(disk, { segmentBytes: 512 * 1024 });
    const record = new Uint8Array(10_000);
    for (const name of ["held", "late"]) store.cursor(name, "oldest");
    for (let i = 0; i < 60; i++) await store.append(record, 10, i).durable;
    store.cursor("held", "oldest").settle(1, 599);
    store.cursor("late", "oldest").settle(0, 590);
    const [held, late] = store.stats().cursors.map(({ behindBytes }) => behindBytes);
    // Of some 600 kB in two segments.
    expect([Math.round(held! / 100), Math.round(late! / 1000)]).toEqual([10, 10]);
  });

  it("tell what is behind them, and since when", async () => {
    const disk = new MemoryDisk();
    const { store } = await openJournal(disk);
    const a = store.cursor("a", "oldest");
    const b = store.cursor("b", "oldest");
    await fill(store, 10);
    for (const cursor of [a, b]) await firsts(cursor);
    a.settle(0, 4);
    a.settle(6, 1);
    b.settle(0, 10);
    expect(store.stats()).toMatchObject({
      entries: 5,
      oldestTime: 1004,
      cursors: [
        { name: "a", behindEntries: 5, oldestTime: 1004 },
        { name: "b", behindEntries: 0, behindBytes: 0, oldestTime: undefined },
      ],
    });
  });

  it("hand out again what is not settled when they are rewound", async () => {
    const { store, scheduler } = await openJournal(new MemoryDisk());
    const cursor = store.cursor("a", "oldest");
    await fill(store, 6);
    expect(await firsts(cursor)).toHaveLength(6);
    cursor.settle(0, 2);
    cursor.settle(3, 1);
    cursor.rewind();
    await turns(scheduler);
    expect(await firsts(cursor)).toEqual([2, 4, 5]);
    cursor.settle(2, 1);
    expect(store.stats().cursors).toMatchObject([{ behindEntries: 2, oldestTime: 1004 }]);
  });

  it("that settle what is not there change nothing", async () => {
    const { store } = await openJournal(new MemoryDisk());
    const cursor = store.cursor("a", "oldest");
    await fill(store, 2);
    cursor.settle(0, 50);
    await fill(store, 1);
    expect(await firsts(cursor)).toEqual([2]);
  });
});

describe("segments", () => {
  it("are removed once all cursors are done with them, and not before", async () => {
    const disk = new MemoryDisk();
    const { store, scheduler } = await openJournal(disk);
    const a = store.cursor("a", "oldest");
    const b = store.cursor("b", "oldest");
    await fill(store, 20);
    await turns(scheduler);
    expect(segments(disk)).toBe(5);
    a.settle(0, 20);
    await turns(scheduler);
    expect(segments(disk)).toBe(5);
    b.settle(1, 19);
    await turns(scheduler);
    expect(segments(disk)).toBe(5);
    b.settle(0, 1);
    await turns(scheduler);
    expect(segments(disk)).toBe(1);
    expect(store.stats().bytes).toBe(disk.content(disk.paths().find((path) => path.endsWith(".segment"))!).length);
  });

  it("are removed when the cursor that needed them is", async () => {
    const disk = new MemoryDisk();
    const { store, scheduler } = await openJournal(disk);
    const a = store.cursor("a", "oldest");
    store.cursor("b", "oldest");
    await fill(store, 20);
    a.settle(0, 20);
    store.removeCursor("b");
    await turns(scheduler);
    expect(segments(disk)).toBe(1);
    await store.close();
    expect((await openJournal(disk)).store.cursorNames()).toEqual(["a"]);
  });

  it("are kept without a cursor", async () => {
    const disk = new MemoryDisk();
    const { store, scheduler } = await openJournal(disk);
    await fill(store, 20);
    await turns(scheduler);
    expect(await firsts(store.cursor("a", "oldest"))).toHaveLength(20);
  });

  it("go on with their numbers when none is left", async () => {
    const disk = new MemoryDisk();
    const { store, scheduler } = await openJournal(disk, { segmentBytes: 5000, maxBytes: 5000 });
    const cursor = store.cursor("a", "oldest");
    await fill(store, 10);
    expect(await outcome(store.append(Buffer.alloc(4000), 1, 0).durable)).toBe("JournalFull");
    cursor.settle(0, 10);
    await turns(scheduler);
    expect([segments(disk), store.stats().bytes]).toEqual([0, 0]);
    await store.close();
    const next = await openJournal(disk);
    expect(next.store.append(bytes("x"), 1, 0).first).toBe(10);
  });
});

describe("a full journal", () => {
  it("refuses what does not fit, keeps what it has, and takes more once there is room", async () => {
    const disk = new MemoryDisk();
    const { store, scheduler } = await openJournal(disk, { maxBytes: 5000 });
    const cursor = store.cursor("a", "oldest");
    let room = 0;
    store.onRoom(() => room++);
    await fill(store, 10);
    const refused = store.append(Buffer.alloc(1000), 1, 0);
    expect(await outcome(refused.durable)).toBe("JournalFull");
    await turns(scheduler);
    expect([store.stats().full, store.stats().bytes <= 5000, room]).toEqual([true, true, 0]);
    cursor.settle(0, 10);
    await turns(scheduler);
    expect([store.stats().full, room]).toEqual([false, 1]);
    const { first, durable } = store.append(Buffer.alloc(1000), 1, 0);
    expect([await outcome(durable), first]).toEqual(["durable", 10]);
  });

  it("never has more bytes than it may, whatever comes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(2000), fc.boolean()), { maxLength: 40 }), async (steps) => {
        const disk = new MemoryDisk();
        const { store, scheduler } = await openJournal(disk, { maxBytes: 6000, segmentBytes: 1500 });
        const cursor = store.cursor("a", "oldest");
        let taken = 0;
        for (const [size, settles] of steps) {
          if ((await outcome(store.append(Buffer.alloc(size), 1, 0).durable)) === "durable") taken++;
          if (settles) cursor.settle(0, taken);
          await turns(scheduler);
          const used = disk.paths().filter((path) => path.endsWith(".segment"));
          expect(used.reduce((sum, path) => sum + disk.content(path).length, 0)).toBe(store.stats().bytes);
          expect(store.stats().bytes).toBeLessThanOrEqual(6000);
        }
        cursor.settle(0, taken);
        await turns(scheduler);
        // What fits into an empty journal is taken, at the latest when it is tried again.
        const first = await outcome(store.append(Buffer.alloc(5800), 1, 0).durable);
        await turns(scheduler);
        if (first !== "durable") expect(await outcome(store.append(Buffer.alloc(5800), 1, 0).durable)).toBe("durable");
      }),
      { numRuns: 60 },
    );
  });

  for (const committed of [false, true])
    it(`keeps what is ${committed ? "committed" : "being committed"} to the newest segment while older ones are removed`, async () => {
      const disk = new HeldDisk();
      const { store, scheduler } = await openJournal(disk, { maxBytes: 10_000 });
      const cursor = store.cursor("a", "oldest");
      let count = 0;
      while ((await outcome(store.append(bytes("x".repeat(900)), 1, 0).durable)) === "durable") count++;
      const letGo = disk.holdRemoval();
      await firsts(cursor);
      cursor.settle(0, count);
      await turns(scheduler);
      store.configure({ maxBytes: 100_000, sync: "group" });
      const { durable } = store.append(bytes("precious"), 1, 0);
      if (committed) {
        await durable;
        // It is refused again, so that the newest segment might go.
        store.configure({ maxBytes: 5000, sync: "group" });
        expect(await outcome(store.append(bytes("x".repeat(900)), 1, 0).durable)).toBe("JournalFull");
      }
      letGo();
      expect(await outcome(durable)).toBe("durable");
      await turns(scheduler);
      const again = await openJournal(disk.afterKill(), { maxBytes: 100_000 });
      expect([...(await unsettled(again.store.cursor("a", "oldest"))).values()]).toEqual(["precious"]);
    });
});

describe("sync", () => {
  it("comes after an interval with `interval`, and never with `off`", async () => {
    for (const [sync, syncs] of [
      ["interval", 1],
      ["off", 0],
    ] as const) {
      const disk = new MemoryDisk();
      const { store, scheduler } = await openJournal(disk, { sync, syncInterval: 200_000_000n, segmentBytes: 100_000 });
      await fill(store, 1);
      const before = disk.counts.sync;
      await fill(store, 10);
      expect(disk.counts.sync - before).toBe(0);
      await scheduler.advance(200_000_000n);
      await turns(scheduler);
      expect(disk.counts.sync - before).toBe(syncs);
    }
  });
});

describe("one process", () => {
  it("has a journal", async () => {
    const disk = new MemoryDisk();
    const one = await openJournal(disk);
    await expect(openJournal(disk)).rejects.toMatchObject({ name: "JournalLocked" });
    await one.store.close();
    await (await openJournal(disk)).store.close();
    expect(disk.paths().every((path) => path.startsWith(JOURNAL))).toBe(true);
  });

  it("takes nothing more once another one has its directory", async () => {
    const disk = new MemoryDisk();
    const { store } = await openJournal(disk);
    await fill(store, 1);
    const before = disk.paths().map((path) => disk.content(path));
    disk.lost = "another server took the journal";
    expect(await outcome(store.append(bytes("x"), 1, 0).durable)).toBe("JournalBroken");
    expect(store.stats().broken).toBe("another server took the journal");
    expect(disk.paths().map((path) => disk.content(path))).toEqual(before);
  });

  for (const change of ["settles", "adds a receiver", "removes a receiver"])
    it(`writes nothing once another one has its directory, also when it ${change}`, async () => {
      const disk = new MemoryDisk();
      const { store, scheduler } = await openJournal(disk);
      const cursor = store.cursor("a", "oldest");
      await fill(store, 20);
      await turns(scheduler);
      const content = () => disk.paths().map((path) => [path, disk.content(path).toString("latin1")]);
      const before = content();
      disk.lost = "another server took the journal";
      if (change === "settles") cursor.settle(0, 15);
      else if (change === "adds a receiver") store.cursor("b", "oldest");
      else store.removeCursor("a");
      await scheduler.advance(3n * SECOND);
      await turns(scheduler);
      await store.close();
      expect(content()).toEqual(before);
      expect(store.stats().broken).toBe("another server took the journal");
    });

  it("takes nothing more once it is closed, and has on disk what it took", async () => {
    const disk = new MemoryDisk();
    const { store } = await openJournal(disk, { sync: "interval" });
    const cursor = store.cursor("a", "oldest");
    const durable = store.append(bytes("x"), 2, 0).durable;
    await durable;
    cursor.settle(0, 1);
    const closed = store.close();
    expect(await outcome(store.append(bytes("y"), 1, 0).durable)).toBe("JournalBroken");
    await closed;
    expect(await cursor.next()).toBe(undefined);
    const next = await openJournal(disk.afterPowerCut(() => 0));
    expect([...(await unsettled(next.store.cursor("a", "newest"))).keys()]).toEqual([1]);
  });
});
