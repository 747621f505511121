import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SECOND } from "@sluice/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MAX_LINE } from "../files/lines.ts";
import { CollectingReceiver, componentOf, never, type TestContext, testContext, valuesOf } from "../testing/fixtures.ts";
import { ManualScheduler } from "../scheduler.ts";
import { FileSource } from "./source-file.ts";

const POLL = 250_000_000n;

let folder: string;
let next: CollectingReceiver;
let context: TestContext;
let source: FileSource | undefined;
let scheduler: ManualScheduler;
const path = (name: string) => join(folder, "logs", name);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sluice-file-"));
  mkdirSync(join(folder, "logs"));
  next = new CollectingReceiver();
  startAt(-3600);
});
afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Births of files are told by the system's clock; seconds from that, so that files are born after a test's start or before. */
function startAt(seconds: number): void {
  scheduler = new ManualScheduler(BigInt(Date.now() + seconds * 1000) * 1_000_000n);
}

async function start(pattern = "app.log", args = "", target = ""): Promise<void> {
  context = testContext("logs.source.file.app", { scheduler, baseDir: folder, dataDir: join(folder, "data") });
  const node = componentOf(
    "logs.source.file",
    `logs.source.file "app" {
       targets = [{ __path__ = "logs/${pattern}", ${target} job = "app" }]
       forward_to = []
       ${args}
     }`,
  );
  source = new FileSource(node.args as never, next, context);
  await source.start();
  await source.looked();
}

/** An orderly stop; what was read must be acknowledged by then. */
async function stop(): Promise<void> {
  await source?.drain(never);
  await source?.close();
  source = undefined;
}

/** A stop in which positions are not written. */
async function crash(): Promise<void> {
  await source?.drain(never);
  source = undefined;
}

/** Lets time pass, one look after the other. */
async function pass(time = POLL): Promise<void> {
  for (let passed = 0n; passed < time; passed += POLL) {
    await scheduler.advance(POLL);
    await source!.looked();
  }
}

const write = (name: string, text: string) => appendFileSync(path(name), text);
const values = () => valuesOf(context.metrics.collect(0n));
const positions = () => JSON.parse(readFileSync(join(folder, "data", "positions.json"), "utf8"));

describe("following a file", () => {
  it("reads what is there, then what is added, with its labels and the time of reading", async () => {
    write("app.log", "1\r\n2\n\n");
    await start("app.log", "", '__secret = "x", empty = "",');
    expect(next.lines).toEqual(["1", "2", ""]);
    expect(next.entries[0]!.labels.toRecord()).toEqual({ filename: path("app.log"), job: "app" });
    expect(next.entries[0]!.timestamp).toBe(scheduler.now());
    write("app.log", "3\n");
    await pass();
    expect(next.lines).toEqual(["1", "2", "", "3"]);
    expect(values()).toMatchObject({ logs_source_file_read_lines_total: 4, logs_source_file_read_bytes_total: 8, logs_source_file_files_active_total: 1 });
  });

  it("waits for the end of a line", async () => {
    write("app.log", "1\nhal");
    await start();
    await pass(60n * SECOND);
    expect(next.lines).toEqual(["1"]);
    write("app.log", "f\n");
    await pass();
    expect(next.lines).toEqual(["1", "half"]);
  });

  it("makes one U+FFFD of each byte that is not UTF-8", async () => {
    writeFileSync(path("app.log"), Buffer.from([0x61, 0xe2, 0x82, 0xff, 0x0a]));
    await start();
    expect(next.lines).toEqual(["a\ufffd\ufffd\ufffd"]);
  });

  it("splits a line that is too long between characters, and loses nothing of it", async () => {
    const long = `x${"é".repeat(MAX_LINE)}`;
    write("app.log", `before\n${long}\n${"y".repeat(MAX_LINE)}\r\nafter\n`);
    await start();
    expect(next.lines.map((line) => Buffer.byteLength(line))).toEqual([6, MAX_LINE - 1, MAX_LINE, 2, MAX_LINE, 5]);
    expect(next.lines.slice(1, 4).join("")).toBe(long);
    expect(values().logs_source_file_split_lines_total).toBe(2);
  });

  it("begins at the end where asked to, at the beginning of a line, and only with files that were there", async () => {
    write("app.log", "old\nhal");
    await start("*.log", "tail_from_end = true");
    write("app.log", "f\n");
    write("new.log", "whole\n");
    await pass(3n * SECOND);
    expect(next.lines).toEqual(["half", "whole"]);
  });

  it("looks less often while nothing comes, where that is configured", async () => {
    write("app.log", "1\n");
    await start("app.log", 'file_watch {\n min_poll_frequency = "250ms"\n max_poll_frequency = "2s"\n}');
    await pass(4n * SECOND);
    write("app.log", "2\n");
    await pass(POLL * 2n);
    expect(next.lines).toEqual(["1"]);
    await pass(2n * SECOND);
    expect(next.lines).toEqual(["1", "2"]);
  });

  it("finds files by patterns, and leaves out what is excluded", async () => {
    mkdirSync(path("sub/deep"), { recursive: true });
    write("a.log", "a\n");
    write("a.log.gz", "zip\n");
    write("sub/deep/b.log", "b\n");
    write("sub/no.log", "no\n");
    await start("**/*.log", "", `__path_exclude__ = "logs/sub/n*",`);
    expect(next.lines.toSorted()).toEqual(["a", "b"]);
    write("sub/c.log", "c\n");
    await pass(2n * SECOND);
    expect(next.lines.toSorted()).toEqual(["a", "b", "c"]);
  });
});

describe("back-pressure", () => {
  it("reads nothing while the receiver is full, and goes on where it was", async () => {
    write("app.log", "1\n");
    await start();
    next.blocked = true;
    write("app.log", "2\n");
    await pass(10n * SECOND);
    expect(next.lines).toEqual(["1"]);
    next.blocked = false;
    await source!.looked();
    expect(next.lines).toEqual(["1", "2"]);
  });
});

describe("rotation under way", () => {
  it("by renaming: reads the old file on for a while, then the new one", async () => {
    write("app.log", "1\n");
    await start();
    write("app.log", "2\n");
    renameSync(path("app.log"), path("app.log.1"));
    write("app.log", "3\n");
    await pass();
    expect(next.lines).toEqual(["1", "2", "3"]);
    write("app.log.1", "late\nunfinished");
    await pass();
    expect(next.lines).toEqual(["1", "2", "3", "late"]);
    await pass(6n * SECOND);
    expect(next.lines).toEqual(["1", "2", "3", "late", "unfinished"]);
    expect(new Set(next.entries.map(({ labels }) => labels.get("filename")))).toEqual(new Set([path("app.log")]));
    expect(values()).toMatchObject({ "logs_source_file_rotations_total{kind=renamed}": 1, logs_source_file_files_active_total: 1 });
  });

  it("by renaming twice between two looks", async () => {
    write("app.log", "1\n");
    await start();
    for (const line of ["2", "3"]) {
      write("app.log", `${line}\n`);
      if (existsSync(path("app.log.1"))) renameSync(path("app.log.1"), path("app.log.2"));
      renameSync(path("app.log"), path("app.log.1"));
    }
    write("app.log", "4\n");
    await pass();
    expect(next.lines).toEqual(["1", "2", "3", "4"]);
  });

  it("by copying and truncating: what was not read yet comes from the copy", async () => {
    write("app.log", "1\n");
    await start();
    write("app.log", "2\nunfin");
    copyFileSync(path("app.log"), path("app.log.1"));
    truncateSync(path("app.log"));
    write("app.log", "3\n");
    await pass();
    expect(next.lines).toEqual(["1", "2", "3"]);
    await pass(6n * SECOND);
    expect(next.lines).toEqual(["1", "2", "3", "unfin"]);
    write("app.log", "4\n");
    await pass();
    expect(next.lines.slice(4)).toEqual(["4"]);
  });

  it("notices a truncated file that has grown past where reading was", async () => {
    write("app.log", "1\n");
    await start();
    truncateSync(path("app.log"));
    write("app.log", "3\n4\n5\n");
    await pass();
    expect(next.lines).toEqual(["1", "3", "4", "5"]);
  });

  it.each(["renaming", "copying"])("by %s does not read rotated files again that a pattern finds", async (way) => {
    write("app.log", "1\n");
    await start("app.log*");
    for (let n = 2; n <= 5; n++) {
      write("app.log", `${n}\n`);
      const target = path(`app.log.${10 - n}`);
      if (way === "renaming") renameSync(path("app.log"), target);
      else {
        copyFileSync(path("app.log"), target);
        await pass(3n * SECOND);
        truncateSync(path("app.log"));
      }
      write("app.log", `new ${n}\n`);
      await pass(8n * SECOND);
    }
    expect(next.lines).toEqual(["1", "2", "new 2", "3", "new 3", "4", "new 4", "5", "new 5"]);
    await stop();
    await start("app.log*");
    await pass(8n * SECOND);
    expect(next.lines.length).toBe(9);
  });

  it("reads files of one beginning that are no copies", async () => {
    startAt(3600);
    write("app.log", "header\n");
    write("app.log.1", "header\nolder\n");
    await start("app.log*");
    await pass(4n * SECOND);
    expect(next.lines.toSorted()).toEqual(["header", "header", "older"]);
  });

  it("ends an unfinished line when the file is truncated and there is no copy", async () => {
    write("app.log", "1\nunfin");
    await start();
    truncateSync(path("app.log"));
    await pass();
    expect(next.lines).toEqual(["1", "unfin"]);
  });
});

describe("a file that vanishes", () => {
  it("and comes back is read on when it is the same, and from its beginning when it is another", async () => {
    write("app.log", "1\n");
    await start();
    renameSync(path("app.log"), join(folder, "away"));
    await pass();
    expect(source!.health).toEqual({ state: "healthy", message: `${path("app.log")}: it does not exist` });
    renameSync(join(folder, "away"), path("app.log"));
    write("app.log", "2\n");
    await pass();
    renameSync(path("app.log"), join(folder, "away"));
    await pass(20n * SECOND);
    renameSync(join(folder, "away"), path("app.log"));
    write("app.log", "3\n");
    await pass();
    unlinkSync(path("app.log"));
    await pass(20n * SECOND);
    write("app.log", "1\n");
    await pass();
    expect(next.lines).toEqual(["1", "2", "3", "1"]);
    expect(context.logged.filter(({ fields }) => fields.path === path("app.log")).map(({ message }) => message)).toEqual([
      "a file cannot be read",
      "a file can be read now",
      "a file cannot be read",
      "a file can be read now",
      "a file cannot be read",
      "a file can be read now",
    ]);
  });

  it("is not kept by its folder: what was written before it was deleted is read", async () => {
    write("app.log", "1\n");
    await start();
    write("app.log", "2\nunfin");
    unlinkSync(path("app.log"));
    await pass(6n * SECOND);
    expect(next.lines).toEqual(["1", "2", "unfin"]);
    expect(values().logs_source_file_files_active_total).toBe(0);
  });
});

describe("a restart", () => {
  const restart = async (pattern = "app.log") => {
    await start(pattern);
    await pass();
  };

  it("goes on where reading stopped, without the line that had no end", async () => {
    write("app.log", "1\nhal");
    await start();
    await stop();
    write("app.log", "f\n3\n");
    await restart();
    expect(next.lines).toEqual(["1", "half", "3"]);
  });

  it("finds the rest of a file that was renamed meanwhile, also under no name that rotation gives", async () => {
    write("app.log", "1\n");
    await start();
    await stop();
    write("app.log", "2\n");
    renameSync(path("app.log"), path("somewhere-else"));
    write("app.log", "3\n");
    await restart();
    expect(next.lines).toEqual(["1", "2", "3"]);
  });

  it("finds the rest of a file that was renamed twice, and all of the one between", async () => {
    write("app.log", "1\n");
    await start();
    await stop();
    write("app.log", "2\n");
    renameSync(path("app.log"), path("app.log.1"));
    write("app.log", "3\n");
    renameSync(path("app.log.1"), path("app.log.2"));
    renameSync(path("app.log"), path("app.log.1"));
    write("app.log", "4\n");
    await restart();
    expect(next.lines).toEqual(["1", "2", "3", "4"]);
  });

  it("finds the rest of a file that was copied and truncated twice", async () => {
    write("app.log", "1\n");
    await start();
    await stop();
    write("app.log", "2\n");
    copyFileSync(path("app.log"), path("app.log.2"));
    writeFileSync(path("app.log"), "3 is longer than what was read before\n");
    copyFileSync(path("app.log"), path("app.log.1"));
    writeFileSync(path("app.log"), "4\n");
    await restart();
    expect(next.lines).toEqual(["1", "2", "3 is longer than what was read before", "4"]);
  });

  it("says what it cannot find", async () => {
    write("app.log", "1\n");
    await start();
    await stop();
    writeFileSync(path("app.log"), "0\n1\n");
    await restart();
    expect(next.lines).toEqual(["1", "0", "1"]);
    expect(context.logged).toContainEqual(expect.objectContaining({ level: "warn", message: expect.stringMatching(/cannot be found/) }));
  });

  it("reads a file that is between two names, and takes the new one up later", async () => {
    write("app.log", "1\n");
    await start("*.log");
    await stop();
    write("app.log", "2\n");
    renameSync(path("app.log"), path("app.log.1"));
    await restart("*.log");
    expect(next.lines).toEqual(["1", "2"]);
    write("app.log", "3\n");
    await pass(3n * SECOND);
    expect(next.lines).toEqual(["1", "2", "3"]);
  });

  it("during the rotation of a file keeps all its generations", async () => {
    write("app.log", "1\n");
    await start();
    renameSync(path("app.log"), path("app.log.1"));
    write("app.log", "2\n");
    await pass();
    await stop();
    write("app.log.1", "late\n");
    write("app.log", "3\n");
    await restart();
    expect(next.lines).toEqual(["1", "2", "late", "3"]);
  });

  it("repeats what had not been settled, and nothing else", async () => {
    write("app.log", "1\n");
    await start();
    next.acknowledges = false;
    write("app.log", "2\n3\n");
    await pass();
    expect(next.lines).toEqual(["1", "2", "3"]);
    await stop();
    next.acknowledges = true;
    await restart();
    expect(next.lines).toEqual(["1", "2", "3", "2", "3"]);
  });

  it("after a crash repeats at most what came since positions were saved", async () => {
    write("app.log", "1\n");
    await start();
    await pass(2n * SECOND);
    write("app.log", "2\n");
    await pass();
    write("app.log", "3\n");
    await pass();
    await crash();
    await restart();
    expect(next.lines).toEqual(["1", "2", "3", "3"]);
  });

  it("keeps the positions of files that no target names for now", async () => {
    write("app.log", "1\n");
    write("other.log", "x\n");
    await start("*.log");
    await stop();
    await restart("other.log");
    await stop();
    write("app.log", "2\n");
    await restart("*.log");
    expect(next.lines.toSorted()).toEqual(["1", "2", "x"]);
  });

  it("comes before tail_from_end", async () => {
    write("app.log", "1\n");
    await start();
    await stop();
    write("app.log", "2\n");
    await start("app.log", "tail_from_end = true");
    expect(next.lines).toEqual(["1", "2"]);
  });
});

describe("positions", () => {
  it("are kept without anything of what the file holds", async () => {
    write("app.log", "secret\n");
    await start();
    await stop();
    expect(positions()).toMatchObject({ version: 1, files: [{ path: path("app.log"), offset: 7, done: false }] });
    expect(JSON.stringify(positions())).not.toContain("secret");
    expect(readdirSync(join(folder, "data"))).toEqual(["positions.json"]);
  });

  it.each([
    ["no JSON", "{"],
    ["another version", '{"version":2,"saved_at":1,"files":[]}'],
    ["a broken entry", '{"version":1,"saved_at":1,"files":[{"path":"x","key":"1:1","offset":-1,"digest":"","done":false}]}'],
  ])("that are damaged (%s) are kept aside and reported, and reading starts over", async (_name, text) => {
    mkdirSync(join(folder, "data"));
    writeFileSync(join(folder, "data", "positions.json.damaged-1"), "earlier");
    writeFileSync(join(folder, "data", "positions.json"), text);
    write("app.log", "1\n");
    await start();
    expect(next.lines).toEqual(["1"]);
    expect(readFileSync(join(folder, "data", "positions.json.damaged-2"), "utf8")).toBe(text);
    expect(source!.health).toEqual({ state: "healthy", message: expect.stringMatching(/^positions were damaged \(.+\); they are kept as .+damaged-2, and reading started over$/) });
    await stop();
    expect(positions().files.length).toBe(1);
  });

  it("that cannot be written make it unhealthy until they can", async () => {
    writeFileSync(join(folder, "data"), "in the way");
    write("app.log", "1\n");
    context = testContext("x");
    await start();
    expect(source!.health).toMatchObject({ state: "unhealthy" });
    expect(next.lines).toEqual([]);
    unlinkSync(join(folder, "data"));
    await pass(2n * SECOND);
    expect(source!.health).toEqual({ state: "healthy", message: "" });
    expect(next.lines).toEqual(["1"]);
  });
});

describe("what is no file", () => {
  it.each<[string, () => void, string]>([
    ["a directory", () => mkdirSync(path("app.log")), "it is a directory; name its files, for example with /*"],
    ["a link in a circle", () => symlinkSync(path("app.log"), path("app.log")), "its links run in a circle"],
    ["a device", () => symlinkSync("/dev/null", path("app.log")), "it is not a regular file"],
  ])("%s is said, and read when it has become one", async (_name, make, message) => {
    make();
    await start();
    expect(source!.health).toEqual({ state: "unhealthy", message: `${path("app.log")}: ${message}` });
    rmSync(path("app.log"), { recursive: true });
    write("app.log", "1\n");
    await pass();
    expect(source!.health).toEqual({ state: "healthy", message: "" });
    expect(next.lines).toEqual(["1"]);
  });

  it("a file that may not be read is said, and read when it may", async () => {
    write("app.log", "1\n");
    chmodSync(folder, 0o755);
    chmodSync(path("app.log"), 0);
    await withoutPrivileges(async () => {
      await start();
      expect(source!.health).toEqual({ state: "unhealthy", message: `${path("app.log")}: it may not be read by this user` });
      expect(context.logged).toMatchObject([{ level: "error", message: "a file cannot be read", fields: { path: path("app.log") } }]);
    });
    chmodSync(path("app.log"), 0o600);
    await pass();
    expect(next.lines).toEqual(["1"]);
  });
});

/** Runs as nobody where the tests run as root, who may read everything. */
async function withoutPrivileges(run: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0) return run();
  process.seteuid!(65534);
  try {
    await run();
  } finally {
    process.seteuid!(0);
  }
}
