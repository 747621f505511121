import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { FileGate } from "./file-gate.ts";
import { readSmallFile } from "./small-file.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sluice-small-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each<[string, number]>([
  ["an empty file", 0],
  ["a token", 40],
  ["a file of exactly the room that is taken first", 4096],
  ["one that needs more room than that", 70_000],
  ["the largest", 256 * 1024],
])("reads %s", async (_name, size) => {
  writeFileSync(join(folder, "file"), "x".repeat(size));
  expect((await readSmallFile(new FileGate(folder), "file")).length).toBe(size);
  expect((await readSmallFile(new FileGate("/elsewhere"), join(folder, "file"))).length).toBe(size);
});

it("says what is wrong, and nothing of what is in the file", async () => {
  writeFileSync(join(folder, "large"), "secret".repeat(50_000));
  mkdirSync(join(folder, "folder"));
  await expect(readSmallFile(new FileGate(folder), "large")).rejects.toThrow(
    "cannot read large: it is larger than 256 KiB",
  );
  expect(await readSmallFile(new FileGate(folder), "large", 512 * 1024)).toHaveLength(300_000);
  await expect(readSmallFile(new FileGate(folder), "missing")).rejects.toThrow(
    "cannot read missing: there is no such file",
  );
  await expect(readSmallFile(new FileGate(folder), "folder")).rejects.toThrow(
    "cannot read folder: it is not a regular file",
  );
});
