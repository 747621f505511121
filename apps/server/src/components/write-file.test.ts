import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { type ComponentArgs, type logsWriteFile, readSamples, SECOND } from "@sluice/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { OpenFile } from "../files/rotating-file.ts";
import { FileGate } from "../platform/file-gate.ts";
import { type FileRules, realPath, rulesOf } from "../platform/file-rules.ts";
import {
  componentOf,
  entry,
  never,
  type TestContext,
  TestSource,
  testContext,
  until,
  valuesOf,
} from "../testing/fixtures.ts";
import { FileWriter } from "./write-file.ts";

let folder: string;
let context: TestContext;
const writers: FileWriter[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sluice-write-"));
  context = again();
});
afterEach(async () => {
  for (const writer of writers.splice(0)) await writer.drain(Promise.resolve());
  rmSync(folder, { recursive: true, force: true });
});

const argsOf = (more = "", path = "out.jsonl") =>
  componentOf("logs.write.file", `logs.write.file "out" {\n path = "${path}"\n ${more}\n}`).args as ComponentArgs<
    typeof logsWriteFile
  >;

async function start(more = "", openFile?: (path: string, flags: number) => Promise<OpenFile>, path?: string) {
  const writer = new FileWriter(argsOf(more, path), context, openFile);
  writers.push(writer);
  await writer.start();
  return writer;
}

const content = (name = "out.jsonl") => readFileSync(join(folder, name), "utf8");
const linesOf = (text: string) =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line).line);
const written = () => valuesOf(context.metrics.collect(0n)).logs_write_file_entries_total;

/** Opens files of which `write` does something else first. */
const openWith =
  (before: (file: OpenFile, bytes: Buffer, at: number, length: number) => Promise<number | undefined>) =>
  async (path: string, flags: number): Promise<OpenFile> => {
    const file = await open(path, flags);
    const write = async (bytes: Buffer, at: number, length: number) => {
      const bytesWritten = await before(file, bytes, at, length);
      return bytesWritten === undefined ? file.write(bytes, at, length) : { bytesWritten, buffer: bytes };
    };
    return new Proxy(file, {
      get: (target, name) => {
        const own = name === "write" ? write : Reflect.get(target, name);
        return typeof own === "function" ? own.bind(target) : own;
      },
    });
  };
const noSpace = () => Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });

describe("what is written", () => {
  it("is a line of JSON for each entry, which opens as samples", async () => {
    const writer = await start("", undefined, "a/b/out.jsonl");
    const { labels, timestamp } = entry("");
    writer.push([
      entry("one\ntwo", { job: "j" }),
      {
        labels,
        timestamp,
        line: "raw \udc80 end",
        metadata: [
          ["a", "1"],
          ["a", "2"],
        ],
      },
    ]);
    expect(await writer.drain(never)).toBe(0);
    const text = content("a/b/out.jsonl");
    expect(
      text
        .split("\n")
        .slice(0, 2)
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { labels: { job: "j" }, line: "one\ntwo", timestamp: "2026-01-15T08:00:00Z" },
      {
        labels: { job: "test" },
        line: "raw \ufffd end",
        timestamp: "2026-01-15T08:00:00Z",
        structured_metadata: [
          ["a", "1"],
          ["a", "2"],
        ],
      },
    ]);
    expect(readSamples(text)).toMatchObject({ ok: true, format: "jsonl", entries: [{ line: "one\ntwo" }, {}] });
  });

  it("is delivered once the system has it, and follows what stood there", async () => {
    writeFileSync(join(folder, "out.jsonl"), '{"line":"before"}\n{"line":"cut o');
    const source = new TestSource();
    const writer = await start();
    writer.push([entry("one", {}, source.origin())]);
    await until(() => source.fates[0] !== undefined);
    expect(source.fates).toEqual(["delivered"]);
    expect(content().split("\n").slice(0, 2)).toEqual(['{"line":"before"}', '{"line":"cut o']);
    expect(linesOf(content().split("\n").slice(2).join("\n"))).toEqual(["one"]);
  });

  it("goes to a new file where another program moved the old one away", async () => {
    const writer = await start();
    writer.push([entry("one")]);
    await until(() => written() === 1);
    renameSync(join(folder, "out.jsonl"), join(folder, "moved"));
    await context.scheduler.advance(2n * SECOND);
    writer.push([entry("two")]);
    await until(() => written() === 2);
    expect([linesOf(content("moved")), linesOf(content())]).toEqual([["one"], ["two"]]);
  });
});

describe("a file that cannot be written", () => {
  it("is written as soon as it can be, with no line lost, twice or by half", async () => {
    let room = 150;
    let taken = 0;
    const full = openWith(async (file, bytes, at, length) => {
      const fits = Math.min(length, room - taken);
      if (fits <= 0) throw noSpace();
      if (fits === length) {
        taken += length;
        return undefined;
      }
      taken += fits;
      return (await file.write(bytes, at, fits)).bytesWritten;
    });
    const source = new TestSource();
    const writer = await start("", full);
    writer.push([entry("one", {}, source.origin())]);
    await until(() => source.fates[0] === "delivered");
    const before = content();
    writer.push([entry("two", {}, source.origin()), entry("three", {}, source.origin())]);
    await until(() => writer.health.state === "unhealthy");
    expect(writer.health.message).toBe(
      `${join(folder, "out.jsonl")} cannot be written: ENOSPC: no space left on device, write`,
    );
    expect(content()).toBe(before);
    expect(source.fates).toEqual(["delivered", undefined, undefined]);
    for (let i = 0; i < 3; i++) {
      await context.scheduler.advance(30n * SECOND);
      await until(() => valuesOf(context.metrics.collect(0n)).logs_write_file_failures_total === i + 2);
    }
    room = 10_000;
    await context.scheduler.advance(30n * SECOND);
    await until(() => source.fates[2] === "delivered");
    expect([writer.health.state, linesOf(content())]).toEqual(["healthy", ["one", "two", "three"]]);
    expect(context.logged.filter(({ level }) => level === "error")).toHaveLength(1);
  });

  it("takes nothing more once it holds enough, and says what is lost at the end", async () => {
    const writer = await start(
      "",
      openWith(() => Promise.reject(noSpace())),
    );
    const source = new TestSource();
    let batches = 0;
    for (; !writer.full; batches++) writer.push([entry("x".repeat(100_000)), entry("y", {}, source.origin())]);
    expect(batches).toBeLessThan(100);
    expect(writer.push([entry("z")])).toBe("full");
    expect(await writer.drain(Promise.resolve())).toBe(batches);
    expect(source.fates.every((fate) => fate === undefined)).toBe(true);
  });

  it.each<[string, () => void, RegExp]>([
    ["a folder", () => mkdirSync(join(folder, "out.jsonl")), /cannot be written: (?:EISDIR|.*directory)/],
    [
      "a pipe",
      () => execFileSync("mkfifo", [join(folder, "out.jsonl")]),
      /cannot be written: it is not a regular file/,
    ],
  ])("is %s", async (_name, make, message) => {
    make();
    const writer = await start();
    writer.push([entry("one")]);
    await until(() => writer.health.state === "unhealthy");
    expect(writer.health.message).toMatch(message);
    rmSync(join(folder, "out.jsonl"), { recursive: true });
    await context.scheduler.advance(SECOND);
    await until(() => writer.health.state === "healthy");
    expect(linesOf(content())).toEqual(["one"]);
  });
});

describe("rotation", () => {
  const rotated = () =>
    readdirSync(folder)
      .filter((name) => name !== "out.jsonl" && name !== "data")
      .sort();

  async function write(writer: FileWriter, ...lines: string[]): Promise<void> {
    for (const line of lines) {
      const before = written()!;
      writer.push([entry(line)]);
      await until(() => written() === before + 1);
      await writer.tidied();
      await context.scheduler.advance(SECOND);
    }
  }

  it("renames what is full, compresses it, and removes the oldest", async () => {
    const writer = await start('max_size = "100B"\nmax_files = 2');
    await write(writer, "1", "2", "3", "4", "5");
    expect(rotated()).toEqual(["out.jsonl.20260115T080003.000Z.gz", "out.jsonl.20260115T080004.000Z.gz"]);
    expect(rotated().map((name) => linesOf(String(gunzipSync(readFileSync(join(folder, name))))))).toEqual([
      ["3"],
      ["4"],
    ]);
    expect(linesOf(content())).toEqual(["5"]);
  });

  it("keeps files for as long as they may be old, and leaves others alone", async () => {
    const others = ["out.jsonl.bak", "other.20260115T070000.000Z", "out.jsonl.20260115T070000.000Z"];
    for (const name of others) writeFileSync(join(folder, name), "x\n");
    const writer = await start('max_size = "100B"\nmax_age = "2500ms"\ncompress = false\nmax_files = 0');
    await write(writer, "1", "2", "3", "4", "5", "6");
    expect(rotated()).toEqual([
      "other.20260115T070000.000Z",
      "out.jsonl.20260115T070000.000Z",
      ...[3, 4, 5].map((second) => `out.jsonl.20260115T08000${second}.000Z`),
      "out.jsonl.bak",
    ]);
  });

  it("follows other limits when they change, and another file by another component", async () => {
    const writer = await start("compress = false");
    await write(writer, "1", "2");
    writer.update(argsOf('max_size = "10B"\ncompress = false'))!();
    await write(writer, "3", "4");
    expect(rotated()).toHaveLength(2);
    expect(linesOf(content())).toEqual(["4"]);
    expect(writer.update(argsOf("", "other.jsonl"))).toBeUndefined();
  });

  it("knows what a process before it left", async () => {
    const first = await start('max_size = "100B"\ncompress = false');
    await write(first, "1", "2");
    await first.drain(never);
    context = again();
    await context.scheduler.advance(60n * SECOND);
    const later = await start('max_size = "100B"\nmax_files = 1');
    await write(later, "3");
    expect(rotated()).toEqual(["out.jsonl.20260115T080100.000Z.gz"]);
    expect(linesOf(content())).toEqual(["3"]);
  });
});

/** The next process, with the same folders. */
const again = (rules?: FileRules) =>
  testContext("logs.write.file.out", {
    baseDir: folder,
    dataDir: join(folder, "data"),
    files: new FileGate(folder, rules),
  });

/** As a configuration from outside may use them: what is below `open`. */
const outside = (open = folder): FileRules => rulesOf({ dataDir: join(folder, "data"), read: [], write: [open] });

describe("a file that it did not make", () => {
  const LIMITS = 'max_size = "1B"\nmax_files = 1';
  const OURS = `${JSON.stringify({ labels: {}, line: "old", timestamp: "2026-01-15T07:00:00Z" })}\n`;

  async function write(writer: FileWriter, ...lines: string[]): Promise<void> {
    for (const line of lines) {
      const before = written()!;
      writer.push([entry(line)]);
      await until(() => written() === before + 1 || writer.health.state === "unhealthy");
      await writer.tidied();
      await context.scheduler.advance(5n * SECOND);
    }
  }
  const names = () => readdirSync(folder).filter((name) => name !== "data");

  it("is appended to, and never rotated, compressed or removed, nor is what has the name of a rotated one", async () => {
    writeFileSync(join(folder, "out.jsonl"), "GET / 200\n");
    for (const name of ["out.jsonl.20250101T000000.000Z", "out.jsonl.20250101T000000.000Z.gz.tmp", "out.jsonlx.gz.tmp"])
      writeFileSync(join(folder, name), "others\n");
    const before = names();
    const writer = await start(`${LIMITS}\nmax_age = "1s"`);
    await write(writer, "one", "two");
    expect(names()).toEqual(before);
    expect(content().split("\n")[0]).toBe("GET / 200");
    expect(writer.health).toEqual({ state: "healthy", message: expect.stringContaining("is not rotated") });
  });

  it("is refused to a configuration from outside, and one that looks like ours is not rotated for it", async () => {
    context = again(outside());
    writeFileSync(join(folder, "access.log"), "GET / 200\n");
    const writer = await start(LIMITS, undefined, "access.log");
    await write(writer, "one");
    expect(writer.health.message).toBe(
      `${join(folder, "access.log")} cannot be written: it was there before, and this server did not make it: name another file`,
    );
    expect(content("access.log")).toBe("GET / 200\n");
    context = again(outside());
    writeFileSync(join(folder, "ours.jsonl"), OURS);
    await write(await start(LIMITS, undefined, "ours.jsonl"), "one", "two");
    expect(names().filter((name) => name.startsWith("ours"))).toEqual(["ours.jsonl"]);
    expect(linesOf(content("ours.jsonl"))).toEqual(["old", "one", "two"]);
  });

  it("is taken over from an earlier version by the configuration's own file", async () => {
    writeFileSync(join(folder, "out.jsonl"), OURS);
    writeFileSync(join(folder, "out.jsonl.20260101T000000.000Z.gz"), gzipSync(OURS.repeat(100)));
    writeFileSync(join(folder, "out.jsonl.20260102T000000.000Z"), OURS);
    await write(await start(LIMITS), "one");
    expect(names().map((name) => name.replace("out.jsonl", ""))).toEqual(["", ".20260115T080000.000Z.gz"]);
  });

  it("is told by what it is, not by its name: another may have it after a restart", async () => {
    const first = await start(LIMITS);
    await write(first, "one");
    await first.drain(never);
    renameSync(join(folder, "out.jsonl"), join(folder, "kept"));
    writeFileSync(join(folder, "out.jsonl"), "GET / 200\n");
    context = again();
    await write(await start(LIMITS), "two", "three");
    expect(names()).toEqual(["kept", "out.jsonl"]);
    expect(content().split("\n")[0]).toBe("GET / 200");
  });

  it("is never cut, although a write to it failed half way", async () => {
    writeFileSync(join(folder, "out.jsonl"), "GET / 200\n");
    let failing = true;
    const writer = await start(
      "",
      openWith(async (file, bytes, at, length) => {
        if (!failing || length < 20) return undefined;
        if (at > 0) {
          // Another program writes behind it.
          appendFileSync(join(folder, "out.jsonl"), "\nGET /2 200\n");
          throw noSpace();
        }
        return (await file.write(bytes, 0, 20)).bytesWritten;
      }),
    );
    writer.push([entry("one")]);
    await until(() => writer.health.state === "unhealthy");
    failing = false;
    await context.scheduler.advance(30n * SECOND);
    await until(() => written() === 1);
    expect(content().split("\n")).toEqual(["GET / 200", expect.any(String), "GET /2 200", expect.any(String), ""]);
    expect(linesOf(content().split("\n").slice(3).join("\n"))).toEqual(["one"]);
  });
});

describe.skipIf(process.platform === "win32")("what a configuration from outside writes", () => {
  it("never leads out of its folders by a link, also one that is made after the check", async () => {
    const open = join(folder, "open");
    const secret = join(folder, "secret");
    for (const one of [open, secret]) mkdirSync(one);
    writeFileSync(join(secret, "file"), "");
    symlinkSync(join(secret, "file"), join(open, "file"));
    symlinkSync(join(secret, "new"), join(open, "dangling"));
    symlinkSync(secret, join(open, "folder"));
    for (const path of ["open/file", "open/dangling", "open/folder/new", "open/folder/deep/new"]) {
      context = again(outside(open));
      const writer = await start("", undefined, path);
      writer.push([entry("one")]);
      await until(() => writer.health.state === "unhealthy");
      expect(writer.health.message).toMatch(
        /it is a link, and is not followed|it leads to .*secret.*, which is outside of/,
      );
    }
    expect(readdirSync(secret)).toEqual(["file"]);
    expect(content("secret/file")).toBe("");
  });

  it("stays out of what the server keeps, also for the configuration's own file", async () => {
    mkdirSync(join(folder, "data/versions"), { recursive: true });
    for (const path of ["data/versions/9.json", "data/server-2.lock", "data/logs.source.file.x/positions.json"]) {
      context = again({ data: realPath(join(folder, "data")) });
      const writer = await start("", undefined, path);
      writer.push([entry("one")]);
      await until(() => writer.health.state === "unhealthy");
      expect(writer.health.message).toContain("it is a file of the server's own");
    }
    expect(readdirSync(join(folder, "data"))).toEqual(["versions"]);
    expect(readdirSync(join(folder, "data/versions"))).toEqual([]);
  });

  it("goes on elsewhere no more once the configuration that runs came from outside", async () => {
    context = again({});
    const writer = await start("", undefined, "out.jsonl");
    writer.push([entry("one")]);
    await until(() => written() === 1);
    context.files.use(outside(join(folder, "open")));
    writer.push([entry("two")]);
    await until(() => writer.health.state === "unhealthy");
    expect(linesOf(content())).toEqual(["one"]);
  });
});

it("tidies up again by itself after it failed", async () => {
  const writer = await start('max_size = "100B"\nmax_files = 1');
  const compressed = join(folder, "out.jsonl.20260115T080000.000Z.gz.tmp");
  mkdirSync(compressed);
  writer.push([entry("one")]);
  await until(() => written() === 1);
  writer.push([entry("two")]);
  await until(() => written() === 2);
  // Not only that of the first opening, after which the rotation would try by itself.
  await writer.tidied();
  expect(writer.health.state).toBe("unhealthy");
  expect(writer.health.message).toContain("cannot be tidied up after rotation");
  rmSync(compressed, { recursive: true });
  await context.scheduler.advance(11n * SECOND);
  await until(() => writer.health.state === "healthy");
  expect(readdirSync(folder).filter((name) => name !== "data")).toEqual([
    "out.jsonl",
    "out.jsonl.20260115T080000.000Z.gz",
  ]);
});
