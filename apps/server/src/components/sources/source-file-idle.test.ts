/** What following idle files asks of the file system, counted under a clock that the test moves. */
import { utimesSync } from "node:fs";
import { SECOND } from "@sluice/engine";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { IDLE_ROUND, MIN_IDLE } from "../../files/tails/tails.ts";
import { FileFixture, POLL } from "../../testing/file-fixture.ts";

const calls = vi.hoisted(() => ({ stats: [] as string[], folders: 0, handles: 0 }));

vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof import("node:fs/promises")>();
  return {
    ...real,
    stat: (...args: Parameters<typeof real.stat>) => {
      calls.stats.push(String(args[0]));
      return real.stat(...args);
    },
    readdir: (...args: Parameters<typeof real.readdir>) => {
      calls.folders++;
      return real.readdir(...args);
    },
    open: async (...args: Parameters<typeof real.open>) => {
      calls.handles++;
      const handle = await real.open(...args);
      const { stat, read } = handle;
      handle.stat = ((...of: []) => {
        calls.handles++;
        return stat.apply(handle, of);
      }) as typeof stat;
      handle.read = ((...of: []) => {
        calls.handles++;
        return read.apply(handle, of);
      }) as typeof read;
      return handle;
    },
  };
});

function reset(): void {
  calls.stats = [];
  calls.folders = 0;
  calls.handles = 0;
}

const FILES = 20 * MIN_IDLE;
const LOOKS = Number(IDLE_ROUND / POLL);

// One folder for all three, which takes longest to make: they write to a handful of its files, and count from a `reset`.
let fixture: FileFixture;
beforeAll(async () => {
  fixture = new FileFixture();
  fixture.startAt(0);
  const hourAgo = new Date(Date.now() - 3_600_000);
  for (let i = 0; i < FILES; i++) {
    fixture.write(`app-${i}x.log`, `${i}\n`);
    utimesSync(fixture.path(`app-${i}x.log`), hourAgo, hourAgo);
  }
  await fixture.start("*.log");
  await fixture.pass(SECOND);
  // A thousand files are made and looked at, which a busy disk makes long.
}, 240_000);
afterAll(() => fixture.remove());

describe("a thousand idle files", () => {
  it("are asked about once in a round, and not opened or read", async () => {
    expect(fixture.next.lines).toHaveLength(FILES);
    await fixture.pass(IDLE_ROUND);
    reset();
    await fixture.pass(IDLE_ROUND);
    const files = calls.stats.filter((path) => path.endsWith(".log"));
    expect(new Set(files).size).toBe(FILES);
    // The last share of a round may begin the next one.
    expect(files.length).toBeLessThanOrEqual(FILES + 2 * Math.ceil(FILES / LOOKS) + MIN_IDLE);
    // The folder once in a look to see whether it changed, and once to find files by the pattern every two seconds.
    expect(calls.stats.length - files.length).toBeLessThanOrEqual(2 * LOOKS);
    expect(calls.folders).toBeLessThanOrEqual(4);
    expect(calls.handles).toBe(0);
  });

  it("deliver within a round what is written to any of them, and at every look what follows", async () => {
    for (const i of [0, 1, FILES / 2, FILES - 1]) {
      const name = `app-${i}x.log`;
      fixture.next.entries.length = 0;
      fixture.write(name, "first\n");
      await fixture.pass(IDLE_ROUND + POLL);
      expect(fixture.next.lines).toEqual(["first"]);
      for (let n = 0; n < 5; n++) {
        fixture.write(name, `${n}\n`);
        await fixture.pass(POLL);
        expect(fixture.next.lines.at(-1)).toBe(String(n));
      }
    }
  });

  it("cost no more because one of them is busy", async () => {
    await fixture.pass(IDLE_ROUND);
    fixture.write("app-7x.log", "busy\n");
    await fixture.pass(IDLE_ROUND);
    reset();
    for (let n = 0; n < LOOKS; n++) {
      fixture.write("app-7x.log", `${n}\n`);
      await fixture.pass(POLL);
    }
    const own = calls.stats.filter((path) => path.endsWith("app-7x.log")).length;
    expect(own).toBeGreaterThanOrEqual(LOOKS);
    expect(calls.stats.length).toBeLessThan(FILES + 10 * LOOKS + 2 * MIN_IDLE);
    expect(calls.handles).toBeLessThan(12 * LOOKS);
  });
});
