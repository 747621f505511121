import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig, readWhole } from "./config-file.ts";
import { readToken } from "./server-client.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sluice-whole-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function sparse(name: string, bytes: number): string {
  writeFileSync(join(folder, name), "");
  truncateSync(join(folder, name), bytes);
  return join(folder, name);
}

it("does not read what is larger than it may be", async () => {
  const huge = sparse("huge.alloy", 2 ** 31);
  const before = process.memoryUsage().rss;
  await expect(readConfig(huge)).rejects.toThrow(`cannot read ${huge}: it is larger than 16 MiB`);
  await expect(readConfig(folder)).rejects.toThrow(`cannot read ${huge}: it is larger than 16 MiB`);
  await expect(readToken(huge)).rejects.toThrow(`cannot read ${huge}: it is larger than 64 KiB`);
  expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 28);
  expect((await readWhole(sparse("fits", 1000), { most: 1000 })).length).toBe(1000);
});

describe.skipIf(process.platform === "win32")("what is no file", () => {
  const pipe = () => {
    const path = join(folder, "pipe.alloy");
    execFileSync("mkfifo", [path]);
    return path;
  };

  it("is refused by a server that reads its configuration again, without waiting", async () => {
    const again = { pipes: false };
    for (const path of [pipe(), "/dev/zero"])
      await expect(readConfig(path, again)).rejects.toThrow(`cannot read ${path}: it is not a regular file`);
    await expect(readConfig(folder)).rejects.toThrow("it is not a regular file");
  });

  it("is read by commands, since shells make pipes, as far as it may go", async () => {
    const path = pipe();
    const writer = spawn("sh", ["-c", `printf 'logging {\\n}\\n' > ${path}`]);
    expect((await readConfig(path)).text).toBe("logging {\n}\n");
    writer.kill();
    await expect(readWhole("/dev/zero", { most: 1 << 20 })).rejects.toThrow("it is larger than 1 MiB");
    mkdirSync(join(folder, "inside"));
    await expect(readWhole(join(folder, "inside"))).rejects.toThrow("it is a directory");
  });
});
