/** The lock of builds, held by processes of their own. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withLock } from "./lock.mjs";

let folder: string;
let lock: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sluice-lock-"));
  lock = join(folder, "deep", "build.lock");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A number that no process has: that of one which has ended. */
async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""]);
  await new Promise((resolve) => child.on("close", resolve));
  return child.pid!;
}

const place = (owner: string) => {
  withLock(lock, () => {});
  writeFileSync(lock, owner);
};

describe("withLock", () => {
  it("gives the result, and releases the lock", () => {
    expect(withLock(lock, (waited: boolean) => (existsSync(lock) ? { waited } : undefined))).toEqual({ waited: false });
    expect(existsSync(lock)).toBe(false);
  });

  it("releases the lock when the work fails", () => {
    const fail = () => {
      throw new Error("no");
    };
    expect(() => withLock(lock, fail)).toThrow("no");
    expect(existsSync(lock)).toBe(false);
  });

  it("takes over from a process that is gone", async () => {
    place(String(await deadProcess()));
    expect(withLock(lock, () => "done")).toBe("done");
  });

  it("takes over what is too old, whichever process has that number now", () => {
    place(String(process.ppid));
    const old = new Date(Date.now() - 3_600_000);
    utimesSync(lock, old, old);
    expect(withLock(lock, () => "done")).toBe("done");
  });

  it("keeps processes apart", { timeout: 30_000 }, async () => {
    const log = join(folder, "log");
    writeFileSync(log, "");
    const module = JSON.stringify(new URL("./lock.mjs", import.meta.url).href);
    // Each writes a line at the start and one at the end of its turn, with a pause in which another one would show.
    const script = `import { withLock } from ${module};
      import { appendFileSync } from "node:fs";
      const log = ${JSON.stringify(log)};
      withLock(${JSON.stringify(lock)}, () => {
        appendFileSync(log, "in\\n");
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30);
        appendFileSync(log, "out\\n");
      });`;
    const children = Array.from({ length: 6 }, () => spawn(process.execPath, ["--input-type=module", "-e", script]));
    const codes = await Promise.all(children.map((child) => new Promise((resolve) => child.on("close", resolve))));
    expect(codes).toEqual([0, 0, 0, 0, 0, 0]);
    expect(readFileSync(log, "utf8")).toBe("in\nout\n".repeat(6));
    expect(existsSync(lock)).toBe(false);
  });
});
