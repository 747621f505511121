import { appendFileSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { SECOND } from "@sluice/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FileRules, realPath, rulesOf } from "../../platform/file-rules.ts";
import { entry, never, type TestContext, until } from "../../testing/fixtures.ts";
import { linesOf, noSpace, openWith, WriteFileFixture } from "../../testing/write-file-fixture.ts";
import type { FileWriter } from "./write-file.ts";

let folder: string;
let context: TestContext;
const fixture = new WriteFileFixture();
const { start, content, written } = fixture;
beforeEach(() => {
  ({ folder, context } = fixture.begin());
});
afterEach(() => fixture.end());

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
    context = fixture.again(outside());
    writeFileSync(join(folder, "access.log"), "GET / 200\n");
    const writer = await start(LIMITS, undefined, "access.log");
    await write(writer, "one");
    expect(writer.health.message).toBe(
      `${join(folder, "access.log")} cannot be written: it was there before, and this server did not make it: name another file`,
    );
    expect(content("access.log")).toBe("GET / 200\n");
    context = fixture.again(outside());
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

  it("is recognized by its identity, not by its name, which another may have after a restart", async () => {
    const first = await start(LIMITS);
    await write(first, "one");
    await first.drain(never);
    renameSync(join(folder, "out.jsonl"), join(folder, "kept"));
    writeFileSync(join(folder, "out.jsonl"), "GET / 200\n");
    context = fixture.again();
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
      context = fixture.again(outside(open));
      const writer = await start("", undefined, path);
      writer.push([entry("one")]);
      await until(() => writer.health.state === "unhealthy");
      expect(writer.health.message).toMatch(
        /it is a link, which is not followed|it leads to .*secret.*, which is outside of/,
      );
    }
    expect(readdirSync(secret)).toEqual(["file"]);
    expect(content("secret/file")).toBe("");
  });

  it("stays out of what the server keeps, also for the configuration's own file", async () => {
    mkdirSync(join(folder, "data/versions"), { recursive: true });
    for (const path of ["data/versions/9.json", "data/server-2.lock", "data/logs.source.file.x/positions.json"]) {
      context = fixture.again({ data: realPath(join(folder, "data")) });
      const writer = await start("", undefined, path);
      writer.push([entry("one")]);
      await until(() => writer.health.state === "unhealthy");
      expect(writer.health.message).toContain("it is a file of the server's own");
    }
    expect(readdirSync(join(folder, "data"))).toEqual(["versions"]);
    expect(readdirSync(join(folder, "data/versions"))).toEqual([]);
  });

  it("goes on elsewhere no more once the configuration that runs came from outside", async () => {
    context = fixture.again({});
    const writer = await start("", undefined, "out.jsonl");
    writer.push([entry("one")]);
    await until(() => written() === 1);
    context.files.use(outside(join(folder, "open")));
    writer.push([entry("two")]);
    await until(() => writer.health.state === "unhealthy");
    expect(linesOf(content())).toEqual(["one"]);
  });
});
