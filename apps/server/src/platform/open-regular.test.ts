import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadPositions } from "../files/positions/positions.ts";
import { openAt, tryOpenAt } from "../files/tails/rotation.ts";
import { DataLock } from "../host/data-lock.ts";
import { NODE_FILES } from "../host/file-watch.ts";
import { collectingLog, START } from "../testing/fixtures.ts";
import { FileGate } from "./file-gate.ts";
import { FileTooLarge, openRegular, readRegular } from "./open-regular.ts";
import { ManualScheduler } from "./scheduler.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sluice-open-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

it("opens and reads regular files", async () => {
  const path = join(folder, "a.log");
  writeFileSync(path, "one\n");
  const handle = await openRegular(path);
  expect((await handle.stat()).size).toBe(4);
  await handle.close();
  expect((await readRegular(path, 100)).toString()).toBe("one\n");
});

it("says that a directory is not a regular file", async () => {
  await expect(readRegular(folder, 100)).rejects.toThrow("it is not a regular file");
});

it("reads a file whole, also one that the system makes up, and none that is larger than it may be", async () => {
  const path = join(folder, "large");
  writeFileSync(path, "x".repeat(200_000));
  expect((await readRegular(path, 200_000)).length).toBe(200_000);
  await expect(readRegular(path, 199_999)).rejects.toThrow(FileTooLarge);
  if (process.platform !== "linux") return;
  // Of these the system says that they are empty.
  expect((await readRegular("/proc/self/maps", 1 << 20)).length).toBeGreaterThan(1000);
  await expect(readRegular("/proc/self/maps", 1000)).rejects.toThrow(FileTooLarge);
});

it("does not take in positions or a lock of any size, which filled the memory", async () => {
  const GIB = 1024 * 1024 * 1024;
  const huge = (name: string) => {
    writeFileSync(join(folder, name), "");
    truncateSync(join(folder, name), 3 * GIB);
    utimesSync(join(folder, name), 1, 1);
  };
  huge("positions.json");
  const { positions, damaged } = await loadPositions(folder);
  expect([positions, damaged?.reason]).toEqual([undefined, "it is larger than 256 MiB"]);
  huge("server-1.lock");
  const taken = await DataLock.take(folder, new ManualScheduler(START), collectingLog([]));
  expect(taken.ok).toBe(true);
  if (taken.ok) await taken.lock.release();
  huge("city.mmdb");
  await expect(NODE_FILES.read(join(folder, "city.mmdb"))).rejects.toThrow("it is larger than 1024 MiB");
});

describe.skipIf(process.platform === "win32")("a pipe without a writer under the name of a file", () => {
  let pipe: string;
  beforeEach(() => {
    pipe = join(folder, "pipe.log");
    execFileSync("mkfifo", [pipe]);
  });

  it("does not hold the tail of a file", async () => {
    await expect(openAt(new FileGate(""), pipe, "1:1", 0)).rejects.toThrow("it is not a regular file");
    expect(await tryOpenAt(new FileGate(""), pipe, "1:1", 0)).toBeUndefined();
  });

  it("does not hold a file that stages read", async () => {
    await expect(NODE_FILES.read(pipe)).rejects.toThrow("it is not a regular file");
  });
});
