import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { type ComponentArgs, type logsWriteFile, readSamples, SECOND } from "@sluice/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { OpenFile } from "../files/rotating-file.ts";
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
  context = testContext("logs.write.file.out", { baseDir: folder });
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
      .filter((name) => name !== "out.jsonl")
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
    for (const name of ["out.jsonl.bak", "other.20260115T070000.000Z", "out.jsonl.20260115T070000.000Z"])
      writeFileSync(join(folder, name), "x\n");
    const writer = await start('max_size = "100B"\nmax_age = "2500ms"\ncompress = false\nmax_files = 0');
    await write(writer, "1", "2", "3", "4", "5", "6");
    expect(rotated()).toEqual([
      "other.20260115T070000.000Z",
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

  it("compresses what a process before it left", async () => {
    writeFileSync(join(folder, "out.jsonl.20260115T070000.000Z"), "old\n");
    writeFileSync(join(folder, "out.jsonl.20260115T070000.000Z.gz.tmp"), "half");
    const writer = await start();
    await write(writer, "1");
    expect(rotated()).toEqual(["out.jsonl.20260115T070000.000Z.gz"]);
  });
});
