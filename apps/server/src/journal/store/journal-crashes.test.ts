/** What a journal holds after the process or the power went, a disk that fails, and files that were changed. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JOURNAL, openJournal, outcome, turns, unsettled } from "../../testing/journal-fixture.ts";
import { type DiskOperation, MemoryDisk } from "../../testing/memory-disk.ts";
import { SettledFrames } from "./cursor-frames.ts";
import type { Damage, JournalCursor, JournalOptions, JournalStore } from "./journal-store.ts";

type Step =
  | { readonly kind: "append"; readonly sizes: readonly number[] }
  | { readonly kind: "settle"; readonly first: number; readonly count: number }
  | { readonly kind: "pass" };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("append" as const),
      sizes: fc.array(fc.nat(700), { minLength: 1, maxLength: 5 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("settle" as const),
      first: fc.nat(60),
      count: fc.integer({ min: 1, max: 30 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("pass" as const) }) },
);

/** What a client and a receiver know, whatever happened to the process between them. */
class Oracle {
  /** Acknowledged entries by the text of their record, which no other has, and their number. */
  readonly acknowledged = new Map<string, { readonly entry: number; readonly text: string }>();
  readonly settled = new Set<string>();
  /** Which of them has that number. One that was settled, and of which nothing is on disk, may share it with a later one. */
  readonly #byNumber = new Map<number, string>();
  #made = 0;

  async run(store: JournalStore, cursor: JournalCursor, steps: readonly Step[], pass: () => Promise<void>) {
    const base = store.stats().first;
    for (const one of steps) {
      if (one.kind === "append") for (const size of one.sizes) this.#append(store, size);
      else if (one.kind === "pass") await pass();
      else this.#settle(cursor, base + one.first, one.count);
    }
    await pass();
  }

  #append(store: JournalStore, size: number): void {
    const text = `${this.#made} ${"x".repeat(size)}`;
    const count = 1 + (this.#made++ % 4);
    const { first, durable } = store.append(Buffer.from(text), count, this.#made);
    durable.then(
      () => {
        for (let entry = first; entry < first + count; entry++) {
          const before = this.#byNumber.get(entry);
          if (before !== undefined && !this.settled.has(before))
            throw new Error(`entry ${entry} was acknowledged twice`);
          this.acknowledged.set(keyOf(entry, text), { entry, text });
          this.#byNumber.set(entry, keyOf(entry, text));
        }
      },
      () => {},
    );
  }

  #settle(cursor: JournalCursor, first: number, count: number): void {
    for (let entry = first; entry < first + count; entry++) {
      const key = this.#byNumber.get(entry);
      if (key === undefined) continue;
      cursor.settle(entry, 1);
      this.settled.add(key);
    }
  }

  /** Acknowledged entries that were neither settled nor are there. */
  missing(found: ReadonlyMap<number, string>): number[] {
    return [...this.acknowledged].flatMap(([key, { entry, text }]) =>
      this.settled.has(key) || found.get(entry) === text ? [] : [entry],
    );
  }
}

const keyOf = (entry: number, text: string) => `${entry} ${text}`;

/** The power goes at the nth operation: no later one has any effect. */
function endsAt(disk: MemoryDisk, operations: number): void {
  let left = operations;
  disk.before = () => {
    if (left-- <= 0) throw Object.assign(new Error("EIO"), { code: "EIO" });
  };
}

/** Choices by a list, which begins anew at its end. */
function chooser(choices: readonly number[]): (below: number) => number {
  let i = 0;
  return (below) => choices[i++ % choices.length]! % below;
}

const generations = fc.array(
  fc.record({
    steps: fc.array(step, { minLength: 1, maxLength: 14 }),
    operations: fc.nat(60),
    room: fc.option(fc.nat(6000), { nil: Number.POSITIVE_INFINITY }),
    choices: fc.array(fc.nat(1000), { minLength: 1, maxLength: 30 }),
  }),
  { minLength: 1, maxLength: 4 },
);

describe("a power cut", () => {
  it("costs no acknowledged entry, whenever it comes and whatever part of the rest survives", async () => {
    await fc.assert(
      fc.asyncProperty(generations, async (lives) => {
        const oracle = new Oracle();
        let disk = new MemoryDisk();
        for (const { steps, operations, room, choices } of lives) {
          endsAt(disk, operations);
          disk.capacity = disk.used + room;
          try {
            const { store, scheduler } = await openJournal(disk);
            await oracle.run(store, store.cursor("a", "newest"), steps, () => turns(scheduler));
          } catch (error) {
            if (!["EIO", "ENOSPC"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
          }
          disk = disk.afterPowerCut(chooser(choices));
        }
        const { store } = await openJournal(disk);
        expect(oracle.missing(await unsettled(store.cursor("a", "newest")))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("costs nothing that was settled and on disk", async () => {
    const disk = new MemoryDisk();
    const { store, scheduler } = await openJournal(disk);
    const cursor = store.cursor("a", "oldest");
    await store.append(Buffer.from("text"), 10, 0).durable;
    cursor.settle(2, 3);
    await turns(scheduler);
    await scheduler.advance(1_000_000_000n);
    await turns(scheduler);
    const next = await openJournal(disk.afterPowerCut(() => 0));
    expect([...(await unsettled(next.store.cursor("a", "oldest"))).keys()]).toEqual([0, 1, 5, 6, 7, 8, 9]);
  });

  it("costs a receiver that was added nothing of what was acknowledged after", async () => {
    const disk = new MemoryDisk();
    const { store, scheduler } = await openJournal(disk);
    store.cursor("a", "newest");
    await store.append(Buffer.from("before"), 1, 0).durable;
    await turns(scheduler);
    store.cursor("b", "newest");
    await store.append(Buffer.from("after"), 1, 0).durable;
    const next = await openJournal(disk.afterPowerCut(() => 0));
    expect([...(await unsettled(next.store.cursor("b", "newest"))).values()]).toEqual(["after"]);
  });

  it("costs nothing that was handed out, also if another process had written it", async () => {
    const one = new MemoryDisk();
    const { store } = await openJournal(one, { sync: "off" });
    await store.append(Buffer.from("text"), 1, 0).durable;
    const two = one.afterKill();
    const after = await openJournal(two);
    expect((await unsettled(after.store.cursor("a", "oldest"))).size).toBe(1);
    const last = await openJournal(two.afterPowerCut(() => 0));
    expect((await unsettled(last.store.cursor("a", "oldest"))).size).toBe(1);
  });

  it("gives a number that a receiver is done with to no other entry, also where nothing is synced", async () => {
    const disk = new MemoryDisk();
    const { store, scheduler } = await openJournal(disk, { sync: "off" });
    const cursor = store.cursor("a", "oldest");
    await store.append(Buffer.from("lost"), 5, 0).durable;
    cursor.settle(3, 2);
    await turns(scheduler);
    const after = new MemoryDisk();
    after.put(`${JOURNAL}/cursors.log`, disk.content(`${JOURNAL}/cursors.log`));
    const next = await openJournal(after, { sync: "off" });
    const { first, durable } = next.store.append(Buffer.from("new"), 2, 0);
    await durable;
    expect(first).toBe(5);
    expect([...(await unsettled(next.store.cursor("a", "oldest")))]).toEqual([
      [5, "new"],
      [6, "new"],
    ]);
  });
});

describe("a file of somebody else's", () => {
  it("gives no entry a number that could not be read again", async () => {
    for (const name of ["9999999999999999", String(2 ** 52 + 1)]) {
      const disk = new MemoryDisk();
      disk.put(`${JOURNAL}/${name}.segment`, Buffer.alloc(0));
      const { store } = await openJournal(disk);
      await store.append(Buffer.from("kept"), 1, 0).durable;
      const next = await openJournal(disk.afterKill());
      expect([...(await unsettled(next.store.cursor("a", "oldest"))).values()]).toEqual(["kept"]);
    }
  });

  it("settles no more entries than a record may have, and costs no entry", async () => {
    const disk = new MemoryDisk();
    const { store, scheduler } = await openJournal(disk);
    const cursor = store.cursor("a", "oldest");
    await store.append(Buffer.from("kept"), 1, 0).durable;
    await turns(scheduler);
    const frames = new SettledFrames(1);
    frames.add(8192, 2 ** 50);
    const changed = disk.afterKill();
    changed.put(`${JOURNAL}/cursors.log`, Buffer.concat([disk.content(`${JOURNAL}/cursors.log`), ...frames.take()]));
    const next = await openJournal(changed);
    expect([...(await unsettled(next.store.cursor(cursor.name, "oldest"))).values()]).toEqual(["kept"]);
    expect((await next.store.append(Buffer.from("new"), 1, 0)).first).toBe(1);
  });
});

describe("a killed process", () => {
  const modes = fc.constantFrom<JournalOptions["sync"]>("group", "interval", "off");

  it("costs no acknowledged entry and no settled one, with each kind of sync", async () => {
    await fc.assert(
      fc.asyncProperty(generations, modes, async (lives, sync) => {
        const oracle = new Oracle();
        let disk = new MemoryDisk();
        for (const { steps } of lives) {
          const { store, scheduler } = await openJournal(disk, { sync });
          await oracle.run(store, store.cursor("a", "newest"), steps, () => turns(scheduler));
          disk = disk.afterKill();
        }
        const { store } = await openJournal(disk, { sync });
        const found = await unsettled(store.cursor("a", "newest"));
        expect(oracle.missing(found)).toEqual([]);
        expect([...found].filter(([entry, text]) => oracle.settled.has(keyOf(entry, text)))).toEqual([]);
        expect(store.recovered.damaged).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});

/** Three segments with two records of three entries each, of which a receiver is done with the second and the fifth of each. */
async function smallJournal() {
  const disk = new MemoryDisk();
  const { store } = await openJournal(disk, { segmentBytes: 300 });
  const cursor = store.cursor("a", "oldest");
  for (let i = 0; i < 6; i++) await store.append(Buffer.from(`record ${i} ${"x".repeat(40)}`), 3, i).durable;
  for (let i = 0; i < 18; i += 3) cursor.settle(i + 1, 1);
  await store.close();
  const paths = disk.paths();
  expect(paths.length).toBe(4);
  const all = await unsettled((await openJournal(disk.afterKill(), { segmentBytes: 300 })).store.cursor("a", "oldest"));
  expect(all.size).toBe(12);
  return { paths, all, files: paths.map((path) => ({ path, content: Buffer.from(disk.content(path)) })) };
}

/** Opens the journal with other bytes in one file, and gives what it knows of its loss. */
async function openChanged(
  { files, all }: Awaited<ReturnType<typeof smallJournal>>,
  changed: string,
  change: (content: Buffer) => Buffer,
) {
  const disk = new MemoryDisk();
  for (const { path, content } of files) disk.put(path, path === changed ? change(Buffer.from(content)) : content);
  const { store } = await openJournal(disk, { segmentBytes: 300 });
  const found = await unsettled(store.cursor("a", "newest"));
  for (const [entry, text] of found) if (all.has(entry)) expect(text).toBe(all.get(entry));
  const { damaged, truncatedBytes, entries } = store.recovered;
  // It goes on taking records.
  await store.append(Buffer.from("new"), 1, 9).durable;
  expect([...(await unsettled(store.cursor("a", "newest"))).values()]).toEqual(["new"]);
  await store.close();
  const again = await openJournal(disk, { segmentBytes: 300 });
  expect([...(await unsettled(again.store.cursor("a", "newest"))).values()]).toContain("new");
  const missing = [...all.keys()].filter((entry) => !found.has(entry));
  return { missing, entries, damaged, truncatedBytes };
}

describe("files that were changed", () => {
  it("opens at every truncation, keeps the rest and counts what is gone", async () => {
    const journal = await smallJournal();
    for (const { path, content } of journal.files) {
      const last = path === journal.paths[2];
      for (let size = 0; size < content.length; size++) {
        const at = `${path} at ${size}`;
        const { missing, damaged, truncatedBytes, entries } = await openChanged(journal, path, (bytes) =>
          bytes.subarray(0, size),
        );
        if (path.endsWith(".log")) {
          expect([missing, damaged, truncatedBytes], at).toEqual([[], [], 0]);
          continue;
        }
        const lost = damaged.reduce((sum, one) => sum + one.entries!, 0);
        if (!last) expect([18 - entries, truncatedBytes], at).toEqual([lost, 0]);
        expect(missing.length, at).toBe(((18 - entries) * 2) / 3);
        // Whole records before the cut are kept.
        expect(18 - entries, at).toBe(size >= 64 + (content.length - 64) / 2 ? 3 : 6);
      }
    }
  });

  it("opens at every flipped byte, keeps the rest and counts what is gone", async () => {
    const journal = await smallJournal();
    for (const { path, content } of journal.files) {
      const last = path === journal.paths[2];
      for (let at = 0; at < content.length; at++) {
        const { missing, damaged, truncatedBytes, entries } = await openChanged(journal, path, (bytes) => {
          bytes[at]! ^= 0x41;
          return bytes;
        });
        const where = `${path} at ${at}`;
        if (path.endsWith(".log") || at < 64) {
          expect([missing, damaged, truncatedBytes], where).toEqual([[], [], 0]);
          continue;
        }
        const cut = last && at >= 64 + (content.length - 64) / 2;
        expect([missing.length, entries], where).toEqual([2, 15]);
        expect(
          damaged.map((one) => one.entries),
          where,
        ).toEqual(cut ? [] : [3]);
        expect(truncatedBytes, where).toBe(cut ? (content.length - 64) / 2 : 0);
      }
    }
  });

  it("takes nothing inside a payload for a record", async () => {
    const disk = new MemoryDisk();
    const one = await openJournal(disk);
    await one.store.append(Buffer.from("forged"), 1, 0).durable;
    await one.store.close();
    const [path] = disk.paths().filter((name) => name.endsWith(".segment"));
    const forged = disk.content(path!).subarray(64);
    const other = new MemoryDisk();
    const { store } = await openJournal(other, { random: () => 77 });
    await store.append(forged, 1, 0).durable;
    await store.append(Buffer.from("behind"), 1, 0).durable;
    await store.close();
    const content = Buffer.from(other.content(path!));
    content[64 + 20]! ^= 1;
    other.put(path!, content);
    const next = await openJournal(other);
    expect([...(await unsettled(next.store.cursor("a", "oldest")))]).toEqual([[1, "behind"]]);
    expect(next.store.recovered.damaged).toMatchObject([{ from: 64, entries: 1 }]);
  });

  it("names damage that comes while it runs, and goes on behind it", async () => {
    const disk = new MemoryDisk();
    const found: Damage[] = [];
    const { store } = await openJournal(disk, { recentBytes: 0, onDamage: (one) => void found.push(one) });
    for (let i = 0; i < 3; i++) await store.append(Buffer.from(`record ${i}`), 2, i).durable;
    const [path] = disk.paths().filter((name) => name.endsWith(".segment"));
    const content = Buffer.from(disk.content(path!));
    content[64 + 36 + 8 + 40]! ^= 1;
    disk.put(path!, content);
    const cursor = store.cursor("a", "oldest");
    expect([...(await unsettled(cursor)).keys()]).toEqual([0, 1, 4, 5]);
    // Each is named once, whoever reads it.
    await unsettled(store.cursor("b", "oldest"));
    expect(found).toMatchObject([{ entries: 2, bytes: 44 }]);
    cursor.settle(0, 2);
    cursor.settle(4, 2);
    expect(store.stats().cursors[0]).toMatchObject({ behindEntries: 0 });
  });
});

describe("a disk that fails", () => {
  /** Fails at the nth operation of that kind, once. */
  function failsAt(disk: MemoryDisk, kind: DiskOperation, nth: number): void {
    let left = nth;
    disk.before = (operation) => {
      if (operation === kind && left-- === 0) throw Object.assign(new Error("EIO"), { code: "EIO" });
    };
  }

  for (const kind of ["write", "sync"] as const)
    it(`acknowledges nothing after a ${kind} that failed, and loses nothing that it acknowledged`, async () => {
      for (let nth = 0; nth < 30; nth++) {
        const disk = new MemoryDisk();
        const oracle = new Oracle();
        const { store, scheduler } = await openJournal(disk);
        const cursor = store.cursor("a", "newest");
        failsAt(disk, kind, nth);
        const steps: Step[] = Array.from({ length: 30 }, () => [
          { kind: "append", sizes: [500, 600] } as Step,
          { kind: "pass" } as Step,
        ]).flat();
        await oracle.run(store, cursor, steps, () => turns(scheduler));
        expect(store.stats().broken, `${kind} ${nth}`).toBe("EIO");
        const known = oracle.acknowledged.size;
        expect(await outcome(store.append(Buffer.from("later"), 1, 0).durable)).toBe("JournalBroken");
        expect(oracle.acknowledged.size).toBe(known);
        await store.close();
        // The system has forgotten what it failed to write.
        const next = await openJournal(disk.afterPowerCut(() => 1));
        expect(oracle.missing(await unsettled(next.store.cursor("a", "newest"))), `${kind} ${nth}`).toEqual([]);
        expect(await outcome(next.store.append(Buffer.from("later"), 1, 0).durable)).toBe("durable");
      }
    });

  it("keeps nothing half-written of what a full disk refused, at each byte at which it is full", async () => {
    for (let room = 0; room < 1500; room += 7) {
      const disk = new MemoryDisk();
      const { store, scheduler } = await openJournal(disk);
      store.cursor("a", "newest");
      disk.capacity = room;
      const outcomes = [];
      for (let i = 0; i < 4; i++)
        outcomes.push(await outcome(store.append(Buffer.from(`${i} ${"x".repeat(300)}`), 1, i).durable));
      await turns(scheduler);
      const kept = outcomes.filter((one) => one === "durable").length;
      expect(outcomes, String(room)).toEqual(
        ["durable", "durable", "durable", "durable"].map((one, i) => (i < kept ? one : "JournalFull")),
      );
      expect(store.stats()).toMatchObject({ full: kept < 4, broken: undefined, next: kept });
      // Room by the hand of somebody else: it goes on by itself.
      let told = 0;
      store.onRoom(() => told++);
      disk.capacity = 100_000;
      await scheduler.advance(1_000_000_000n);
      await turns(scheduler);
      expect(told).toBe(kept < 4 ? 1 : 0);
      const later = store.append(Buffer.from("later"), 1, 9);
      expect([await outcome(later.durable), later.first]).toEqual(["durable", kept]);
      const next = await openJournal(disk.afterPowerCut(() => 0));
      expect([...(await unsettled(next.store.cursor("a", "newest"))).keys()]).toEqual(
        Array.from({ length: kept + 1 }, (_, i) => i),
      );
      expect(next.store.recovered).toMatchObject({ damaged: [], truncatedBytes: 0 });
    }
  });

  it("makes room on a full disk by the newest segment, once all of it is settled", async () => {
    const disk = new MemoryDisk();
    const { store, scheduler } = await openJournal(disk, { segmentBytes: 100_000 });
    const cursor = store.cursor("a", "oldest");
    for (let i = 0; i < 20; i++) await store.append(Buffer.alloc(400), 1, i).durable;
    cursor.settle(0, 20);
    disk.capacity = disk.used;
    const refused = store.append(Buffer.alloc(400), 1, 0);
    expect(await outcome(refused.durable)).toBe("JournalFull");
    await turns(scheduler);
    expect(store.stats()).toMatchObject({ bytes: 0, full: false });
    const { first, durable } = store.append(Buffer.alloc(400), 1, 0);
    expect([await outcome(durable), first]).toEqual(["durable", 20]);
    const next = await openJournal(disk.afterPowerCut(() => 0));
    expect([...(await unsettled(next.store.cursor("a", "newest"))).keys()]).toEqual([20]);
  });

  it("makes room on a full disk by what receivers are done with, though their log cannot be written", async () => {
    const disk = new MemoryDisk();
    const { store, scheduler } = await openJournal(disk);
    const cursor = store.cursor("a", "oldest");
    for (let i = 0; i < 20; i++) await store.append(Buffer.alloc(400), 1, i).durable;
    disk.capacity = disk.used;
    expect(await outcome(store.append(Buffer.alloc(4000), 1, 0).durable)).toBe("JournalFull");
    const { bytes } = store.stats();
    for (let i = 0; i < 20; i += 2) cursor.settle(i, 1);
    for (let i = 1; i < 20; i += 2) cursor.settle(i, 1);
    await turns(scheduler);
    expect(store.stats().bytes).toBeLessThan(bytes / 2);
    expect(await outcome(store.append(Buffer.alloc(400), 1, 0).durable)).toBe("durable");
    await turns(scheduler);
    const next = await openJournal(disk.afterPowerCut(() => 0));
    const found = await unsettled(next.store.cursor("a", "newest"));
    expect(found.has(20)).toBe(true);
    expect(next.store.stats().broken).toBe(undefined);
  });
});
