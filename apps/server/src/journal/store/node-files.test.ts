import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ManualScheduler } from "../../platform/scheduler.ts";
import { collectingLog, START } from "../../testing/fixtures.ts";
import { turns, unsettled } from "../../testing/journal-fixture.ts";
import { openJournalStore } from "./journal-store.ts";
import { nodeJournalFiles } from "./node-files.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sluice-journal-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const scheduler = new ManualScheduler(START);
const files = nodeJournalFiles(scheduler, collectingLog([]));
const open = () =>
  openJournalStore(
    join(folder, "a", "journal"),
    { maxBytes: 1e6, segmentBytes: 4096, sync: "group", scheduler },
    files,
  );

it("keeps a journal in files that only their owner may read, over restarts", async () => {
  const store = await open();
  const cursor = store.cursor("a", "oldest");
  for (let i = 0; i < 100; i++) void store.append(Buffer.from(`record ${i} `.repeat(20)), 3, i);
  await store.append(Buffer.from("last"), 1, 100).durable;
  for (let i = 0; i < 50; i++) cursor.settle(i * 3, 3);
  cursor.settle(151, 1);
  await store.close();
  const path = join(folder, "a", "journal");
  expect(statSync(path).mode & 0o777).toBe(0o700);
  const names = readdirSync(path);
  expect(names.filter((name) => name.endsWith(".segment")).length).toBeGreaterThan(3);
  for (const name of names) expect(statSync(join(path, name)).mode & 0o777, name).toBe(0o600);
  const next = await open();
  const found = await unsettled(next.cursor("a", "newest"));
  expect([...found.keys()]).toEqual([150, ...Array.from({ length: 149 }, (_, i) => 152 + i)]);
  expect(found.get(300)).toBe("last");
  // Segments that nobody needs are gone from the disk.
  next.cursor("a", "newest").settle(0, 301);
  await turns(scheduler);
  await next.close();
  expect(readdirSync(path).filter((name) => name.endsWith(".segment"))).toHaveLength(1);
});

it("gives a journal to one opener alone", async () => {
  const store = await open();
  await expect(open()).rejects.toThrow(/^the journal .* is in use by process/);
  await store.close();
  await (await open()).close();
});
