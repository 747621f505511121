/** What receivers of a journal get, each at its own pace. */
import { SECOND } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import { never, REPLACED, STOPS, valuesOf } from "../testing/fixtures.ts";
import { MemoryDisk } from "../testing/memory-disk.ts";
import { Holding, lines, run, settle } from "../testing/running-journal.ts";
import type { JournalFile } from "./store/files.ts";

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
    const count = 40;
    for (let i = 0; i < count; i++) await journal.secure(lines(i * 1000, 1000));
    for (let i = 0; i < 20; i++) await turns();
    const had = receivers.a!.take();
    expect(had.length).toBeLessThan(35_000);
    expect(had.length).toBeGreaterThan(25_000);
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
