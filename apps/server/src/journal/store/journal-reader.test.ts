import { expect, it } from "vitest";
import { JOURNAL, openJournal, turns } from "../../testing/journal-fixture.ts";
import { MemoryDisk } from "../../testing/memory-disk.ts";
import { type JournalContent, readJournal } from "./journal-reader.ts";

async function numbers(content: JournalContent, from?: number): Promise<number[]> {
  const found: number[] = [];
  for await (const { first } of content.records(from)) found.push(first);
  return found;
}

it("reads records, cursors and segments of a journal, whether it runs or not, and changes nothing", async () => {
  const disk = new MemoryDisk();
  const { store, scheduler } = await openJournal(disk);
  const cursor = store.cursor("a", "oldest");
  for (let i = 0; i < 12; i++) await store.append(Buffer.alloc(500), 10, i).durable;
  cursor.settle(0, 45);
  cursor.settle(50, 10);
  await turns(scheduler);
  const paths = disk.paths();
  const { counts } = disk;
  const before = { ...counts };
  const content = await readJournal(JOURNAL, disk);
  expect(content.found).toMatchObject({ records: 9, entries: 90, damaged: [], truncatedBytes: 0 });
  expect(content).toMatchObject({ first: 30, next: 120, cursorsDamaged: false });
  expect(content.cursors).toMatchObject([{ name: "a", oldest: 45, behindEntries: 65 }]);
  expect([44, 45, 50, 60].map(content.cursors[0]!.settled)).toEqual([true, false, true, false]);
  expect(content.segments.map(({ first }) => first)).toEqual([30, 60, 90]);
  expect(await numbers(content)).toEqual([30, 40, 50, 60, 70, 80, 90, 100, 110]);
  // The last ten entries, say.
  expect(await numbers(content, content.next - 15)).toEqual([100, 110]);
  expect({ ...counts, read: 0 }).toEqual({ ...before, read: 0 });
  expect(disk.paths()).toEqual(paths);
});

it("says what is damaged, and reads the rest", async () => {
  const disk = new MemoryDisk();
  const { store } = await openJournal(disk);
  for (let i = 0; i < 9; i++) await store.append(Buffer.alloc(500), 10, i).durable;
  const path = disk.paths().find((one) => one.endsWith("30.segment"))!;
  const bytes = Buffer.from(disk.content(path));
  bytes[64 + 36 + 500 + 3]! ^= 1;
  disk.put(path, bytes);
  const content = await readJournal(JOURNAL, disk);
  expect(content.found.damaged).toMatchObject([{ from: 64 + 536, bytes: 536, entries: 10 }]);
  expect(await numbers(content)).toEqual([0, 10, 20, 30, 50, 60, 70, 80]);
  expect(content.cursorsDamaged).toBe(true);
});

it("reads a directory without a journal as an empty one", async () => {
  const content = await readJournal(JOURNAL, new MemoryDisk());
  expect([content.first, content.next, content.cursors, await numbers(content)]).toEqual([0, 0, [], []]);
});
