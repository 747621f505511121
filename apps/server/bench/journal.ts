/**
 * What the store of a journal costs, beside a file that is appended to and synced by hand.
 * usage: npm run bench:journal [-- --folder DIR] [--seconds S] [--bytes N] [--entries N] [--backlog MiB]
 *
 * Writers append records of N bytes that stand for some entries, each the next one when its last is acknowledged, while a
 * receiver reads and settles them. By the number of writers it prints processor time and waiting, and the ratio to the same
 * bytes written and synced for all writers at once without a journal. Then a backlog is opened, read and removed.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { median } from "@sluice/engine/bench";
import { type JournalStore, openJournalStore } from "../src/journal/store/journal-store.ts";
import { nodeJournalFiles } from "../src/journal/store/node-files.ts";
import type { Logger } from "../src/platform/log.ts";
import { createSystemScheduler } from "../src/platform/scheduler.ts";

const { values } = parseArgs({
  options: {
    folder: { type: "string", default: tmpdir() },
    seconds: { type: "string", default: "1" },
    bytes: { type: "string", default: "30000" },
    entries: { type: "string", default: "100" },
    backlog: { type: "string", default: "512" },
  },
});
const seconds = Number(values.seconds);
const bytes = Number(values.bytes);
const entries = Number(values.entries);
const backlog = Number(values.backlog) * 1024 * 1024;
const WRITERS = [1, 8, 64];
const ROUNDS = 5;

const folder = mkdtempSync(join(values.folder, "sluice-journal-"));
const scheduler = createSystemScheduler();
const silent: Logger = { write: () => {}, enabled: () => false, with: () => silent };
const files = nodeJournalFiles(scheduler, silent);
const payload = Buffer.alloc(bytes, "2026-01-15T08:00:00Z GET /index.html 200 0.012 ");

interface Measured {
  readonly records: number;
  readonly cpu: number;
  readonly waits: number[];
  readonly elapsed: number;
}

/** Each writer appends again when its last record is acknowledged. */
async function measure(writers: number, append: () => Promise<unknown>): Promise<Measured> {
  const waits: number[] = [];
  const began = performance.now();
  const cpu = process.cpuUsage();
  const write = async () => {
    while (performance.now() - began < seconds * 1000) {
      const at = performance.now();
      await append();
      waits.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  const { user, system } = process.cpuUsage(cpu);
  waits.sort((a, b) => a - b);
  return { records: waits.length, cpu: user + system, waits, elapsed: performance.now() - began };
}

/** Writes what came meanwhile with one call and syncs it, as a journal does, without one. */
async function byHand(writers: number): Promise<Measured> {
  const path = join(folder, "by-hand");
  const file = await open(path, "w");
  let waiting: (() => void)[] = [];
  let busy = false;
  const commit = async () => {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await file.writev(batch.map(() => payload));
      await file.datasync();
      for (const done of batch) done();
    }
    busy = false;
  };
  const result = await measure(writers, () => {
    const written = new Promise<void>((resolve) => waiting.push(resolve));
    if (!busy) void Promise.resolve().then(commit);
    busy = true;
    return written;
  });
  await file.close();
  rmSync(path);
  return result;
}

const openStore = (name: string, sync: "group" | "off") =>
  openJournalStore(join(folder, name), { maxBytes: 8 * 2 ** 30, sync, scheduler }, files);

/** Reads and settles all that comes. */
function follow(store: JournalStore): void {
  const cursor = store.cursor("receiver", "oldest");
  const read = async () => {
    for (let record = await cursor.next(); record !== undefined; record = await cursor.next())
      cursor.settle(record.first, record.count);
  };
  cursor.onMore(() => void read());
  void read();
}

async function byJournal(writers: number, round: number): Promise<Measured> {
  const store = await openStore(`writers-${writers}-${round}`, "group");
  follow(store);
  const result = await measure(writers, () => store.append(payload, entries, Date.now()).durable);
  await store.close();
  return result;
}

/** The median over the rounds. */
const over = (rounds: readonly Measured[], value: (one: Measured) => number) => median(rounds.map(value));
const at = (rounds: readonly Measured[], share: number) =>
  over(rounds, ({ waits }) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))]!);
/** Microseconds for a record. */
const cpuOf = (rounds: readonly Measured[]) => over(rounds, ({ cpu, records }) => cpu / records);

function print(name: string, rounds: readonly Measured[]): void {
  const columns = [
    `${over(rounds, ({ records, elapsed }) => (records / elapsed) * 1000).toFixed(0)} records/s`,
    `${cpuOf(rounds).toFixed(0)} µs of processor a record`,
    `${(cpuOf(rounds) / entries).toFixed(2)} µs an entry`,
    `waits ${at(rounds, 0.5).toFixed(2)} ms, p99 ${at(rounds, 0.99).toFixed(2)} ms`,
  ];
  console.log(`  ${name.padEnd(8)} ${columns.join(", ")}`);
}

const used = (path: string) => readdirSync(path).reduce((sum, name) => sum + statSync(join(path, name)).size, 0);
const mebibytes = (size: number) => `${(size / 1024 / 1024).toFixed(1)} MiB`;

/** Runs the work, and says how long it took and how long it held the event loop at most. */
async function timed<T>(name: string, size: number, work: () => Promise<T>): Promise<T> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const began = performance.now();
  const result = await work();
  const took = performance.now() - began;
  delays.disable();
  const rate = (size / took / 1e3).toFixed(0);
  console.log(
    `  ${name}: ${took.toFixed(0)} ms (${rate} MB/s), event loop held ${(delays.max / 1e6).toFixed(1)} ms at most`,
  );
  return result;
}

async function measureBacklog(): Promise<void> {
  const path = join(folder, "backlog");
  console.log(`a backlog of ${mebibytes(backlog)}`);
  const first = await openStore("backlog", "off");
  first.cursor("receiver", "oldest");
  await timed("written without syncing", backlog, async () => {
    for (let written = 0; written < backlog; ) {
      const batch = [];
      for (let i = 0; i < 64; i++, written += bytes) batch.push(first.append(payload, entries, Date.now()).durable);
      await Promise.all(batch);
    }
  });
  await first.close();
  const before = process.memoryUsage().rss;
  const store = await timed("opened", backlog, () => openStore("backlog", "group"));
  console.log(`  memory: ${mebibytes(process.memoryUsage().rss - before)} more than before`);
  const cursor = store.cursor("receiver", "oldest");
  await timed("read and settled", backlog, async () => {
    for (let record = await cursor.next(); record !== undefined; record = await cursor.next())
      cursor.settle(record.first, record.count);
  });
  console.log(`  memory: ${mebibytes(process.memoryUsage().rss - before)} more than before it was opened`);
  await store.close();
  console.log(`  on disk after it was drained: ${mebibytes(used(path))}`);
}

try {
  console.log(`records of ${bytes} bytes and ${entries} entries in ${folder}`);
  for (const writers of WRITERS) {
    console.log(`${writers} writer${writers === 1 ? "" : "s"}`);
    // In turn, so that both meet the disk as it is.
    const plain = [];
    const journal = [];
    for (let round = 0; round < ROUNDS; round++) {
      plain.push(await byHand(writers));
      journal.push(await byJournal(writers, round));
    }
    print("by hand", plain);
    print("journal", journal);
    const cpu = cpuOf(journal) / cpuOf(plain);
    console.log(`  ratio    processor ×${cpu.toFixed(2)}, median ×${(at(journal, 0.5) / at(plain, 0.5)).toFixed(2)}`);
  }
  await measureBacklog();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
