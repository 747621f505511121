import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { readSamples, SECOND } from "@sluice/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { entry, never, type TestContext, TestSource, until, valuesOf } from "../../testing/fixtures.ts";
import { linesOf, noSpace, openWith, WriteFileFixture } from "../../testing/write-file-fixture.ts";
import type { FileWriter } from "./write-file.ts";

let folder: string;
let context: TestContext;
const fixture = new WriteFileFixture();
const { argsOf, start, content, written } = fixture;
beforeEach(() => {
  ({ folder, context } = fixture.begin());
});
afterEach(() => fixture.end());

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
    context = fixture.again();
    await context.scheduler.advance(60n * SECOND);
    const later = await start('max_size = "100B"\nmax_files = 1');
    await write(later, "3");
    expect(rotated()).toEqual(["out.jsonl.20260115T080100.000Z.gz"]);
    expect(linesOf(content())).toEqual(["3"]);
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
