import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openRegular, readRegular } from "../core/open-regular.ts";
import { NODE_FILES } from "../host/file-watch.ts";
import { openAt, tryOpenAt } from "./rotation.ts";

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
  expect((await readRegular(path)).toString()).toBe("one\n");
});

it("says that a directory is no regular file", async () => {
  await expect(readRegular(folder)).rejects.toThrow("it is not a regular file");
});

describe.skipIf(process.platform === "win32")("a pipe without a writer under the name of a file", () => {
  let pipe: string;
  beforeEach(() => {
    pipe = join(folder, "pipe.log");
    execFileSync("mkfifo", [pipe]);
  });

  it("does not hold the tail of a file", async () => {
    await expect(openAt(pipe, "1:1", 0)).rejects.toThrow("it is not a regular file");
    expect(await tryOpenAt(pipe, "1:1", 0)).toBeUndefined();
  });

  it("does not hold a file that stages read", async () => {
    await expect(NODE_FILES.read(pipe)).rejects.toThrow("it is not a regular file");
  });
});
