import { type ChildProcess, spawn } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { SECOND } from "@sluice/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ManualScheduler } from "../platform/scheduler.ts";
import { collectingLog, type LoggedLine, START, settle } from "../testing/fixtures.ts";
import { DataLock } from "./data-lock.ts";
import { livenessOf, ownIdentity } from "./process-identity.ts";

let folder: string;
let data: string;
let scheduler: ManualScheduler;
let logged: LoggedLine[];
const taken: DataLock[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sluice-lock-"));
  data = join(folder, "a", "data");
  scheduler = new ManualScheduler(START);
  logged = [];
});
afterEach(async () => {
  for (const lock of taken.splice(0)) await lock.release();
  rmSync(folder, { recursive: true, force: true });
});

async function take(): Promise<string> {
  const result = await DataLock.take(data, scheduler, collectingLog(logged));
  if (!result.ok) return result.message;
  taken.push(result.lock);
  return "taken";
}

const NOBODY = 65_534;
/** Root may write everywhere, so it does the work as somebody who may not. */
async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work();
  process.seteuid!(NOBODY);
  try {
    return await work();
  } finally {
    process.seteuid!(0);
  }
}
const files = () => readdirSync(data).sort();

/** Puts a lock in the folder that was left by somebody; `age` in seconds. */
function leave(holder: object | string, { age = 0, number = 1 } = {}): void {
  mkdirSync(data, { recursive: true });
  const path = join(data, `server-${number}.lock`);
  const whole = { token: "t", since: "2026-01-15T07:00:00.000Z", ...(holder as object) };
  writeFileSync(path, typeof holder === "string" ? holder : JSON.stringify(whole));
  const at = new Date(Date.now() - age * 1000);
  utimesSync(path, at, at);
}

describe("a data directory", () => {
  it("is made, taken by one, refused to the next with who holds it, and given back", async () => {
    expect(await take()).toBe("taken");
    expect(await take()).toBe(
      `the data directory ${data} is in use by process ${process.pid} on ${hostname()} since 2026-01-15T08:00:00.000Z; stop that one, or name another one with --data-dir`,
    );
    expect(files()).toEqual(["server-1.lock"]);
    await taken[0]!.release();
    expect(files()).toEqual([]);
    expect(await take()).toBe("taken");
  });

  it("is taken by one of many that start at the same time", async () => {
    const results = await Promise.all(Array.from({ length: 20 }, take));
    expect(results.filter((one) => one === "taken")).toHaveLength(1);
    expect(results.filter((one) => one.includes(`in use by process ${process.pid}`))).toHaveLength(19);
  });

  it("is taken over by one of many from a process that is gone", async () => {
    leave({ ...ownIdentity(), began: "1" });
    const results = await Promise.all(Array.from({ length: 20 }, take));
    expect(results.filter((one) => one === "taken")).toHaveLength(1);
    expect(files()).toEqual(["server-2.lock"]);
    await taken[0]!.release();
    expect(files()).toEqual([]);
  });

  it("is not taken by a file that the holder has only begun to write, unless it was given up", async () => {
    leave('{"pid":');
    expect(await take()).toMatch(/is being taken by another server; name another one with --data-dir$/);
    leave('{"pid":', { age: 6 });
    expect(await take()).toBe("taken");
  });

  it.each([
    ["another machine", { host: "elsewhere" }],
    ["another container", { space: "another" }],
  ])("is taken over from %s only when the lock has not been touched for a while", async (_, where) => {
    leave({ ...ownIdentity(), ...where }, { age: 29 });
    expect(await take()).toContain(`wait half a minute, or delete ${join(data, "server-1.lock")}`);
    leave({ ...ownIdentity(), ...where }, { age: 31 });
    expect(await take()).toBe("taken");
    expect(logged).toContainEqual(expect.objectContaining({ message: expect.stringContaining("taken over") }));
  });

  it("is taken over after the machine has started anew", async () => {
    leave({ ...ownIdentity(), space: "the boot before" }, { age: 366 * 24 * 3600 });
    expect(await take()).toBe("taken");
  });

  it("is touched while it is held, and a loss is said", async () => {
    await take();
    const path = join(data, "server-1.lock");
    utimesSync(path, new Date(0), new Date(0));
    await scheduler.advance(5n * SECOND);
    await expect.poll(() => statSync(path).mtimeMs).toBeGreaterThan(0);
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), token: "another" }));
    await expect.poll(() => scheduler.pending).toBe(1);
    await scheduler.advance(5n * SECOND);
    await expect.poll(() => logged.map(({ message }) => message)).toEqual(["another server took the data directory"]);
    await taken[0]!.release();
    expect(files()).toEqual(["server-1.lock"]);
  });

  it.each([
    ["whose lock another one has written over", (path: string) => writeFileSync(path, '{"pid":1}')],
    [
      "that another one has taken over",
      (path: string) => {
        leave({ ...ownIdentity() }, { number: 2 });
        rmSync(path);
      },
    ],
  ])("%s is lost once, and not complained about every five seconds", async (_, steal) => {
    await take();
    expect(taken[0]!.lost).toBe(undefined);
    steal(join(data, "server-1.lock"));
    await scheduler.advance(5n * SECOND);
    await expect
      .poll(() => taken[0]!.lost)
      .toMatch(/^another server took the data directory: positions are no longer saved/);
    await settle();
    expect(scheduler.pending).toBe(0);
    await scheduler.advance(60n * SECOND);
    expect(logged.map(({ message }) => message)).toEqual(["another server took the data directory"]);
  });

  it("that is a file is refused", async () => {
    mkdirSync(join(folder, "a"));
    writeFileSync(data, "");
    expect(await take()).toBe(
      `the data directory ${data} cannot be used: it is not a folder; name another one with --data-dir`,
    );
  });

  it.skipIf(process.platform === "win32")("that cannot be written is refused", async () => {
    mkdirSync(data, { recursive: true });
    chmodSync(folder, 0o755);
    chmodSync(data, 0o555);
    expect(await asNobody(take)).toMatch(/cannot be used: permission denied; name another one with --data-dir$/);
    chmodSync(data, 0o777);
    leave({ ...ownIdentity() });
    chmodSync(join(data, "server-1.lock"), 0);
    expect(await asNobody(take)).toMatch(/cannot be used: permission denied; name another one with --data-dir$/);
  });
});

describe("a process", () => {
  let child: ChildProcess | undefined;
  afterEach(() => child?.kill("SIGKILL"));

  it("is alive until it is killed, and its number may be another's", async () => {
    child = spawn(process.execPath, ["-e", "process.stdout.write('up'); setInterval(() => {}, 1000)"]);
    const exited = new Promise((resolve) => child!.on("exit", resolve));
    await new Promise((resolve) => child!.stdout!.once("data", resolve));
    const own = ownIdentity();
    expect(livenessOf(own)).toBe("alive");
    const other = { ...own, pid: child.pid!, began: "" };
    expect(livenessOf(other)).toBe("alive");
    if (process.platform === "linux") expect(livenessOf({ ...other, began: own.began })).toBe("gone");
    child.kill("SIGKILL");
    await exited;
    expect(livenessOf(other)).toBe("gone");
  });
});

describe("a disk that is full", () => {
  const noRoom = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  /** Names can still be made, as file systems have it, and bytes be written over. */
  const full = async (path: string) => {
    writeFileSync(path, "", { flag: "wx" });
    throw noRoom;
  };
  async function takeFull(): Promise<string> {
    const result = await DataLock.take(data, scheduler, collectingLog(logged), undefined, full);
    if (!result.ok) return result.message;
    taken.push(result.lock);
    return "taken";
  }

  it("does not keep a server from starting that was killed before", async () => {
    leave({ ...ownIdentity(), pid: 999_999, began: "1", token: "left", since: "2026-01-15T07:00:00.000Z" });
    const size = statSync(join(data, "server-1.lock")).size;
    expect(await takeFull()).toBe("taken");
    expect(files()).toEqual(["server-1.lock"]);
    const lock = readFileSync(join(data, "server-1.lock"), "utf8");
    expect(lock.length).toBeGreaterThanOrEqual(size);
    expect(JSON.parse(lock)).toMatchObject({ pid: process.pid });
    expect(await take()).toContain("is in use by process");
  });

  it("is reported where nobody left anything, and where another server runs", async () => {
    mkdirSync(data, { recursive: true });
    expect(await takeFull()).toContain("the disk is full");
    expect(files()).toEqual([]);
    expect(await take()).toBe("taken");
    expect(await takeFull()).toContain("the disk is full");
    expect(files()).toEqual(["server-1.lock"]);
  });
});
