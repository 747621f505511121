// Gets another Node from the package registry, to run tests on. The package `node` there is an install script that has npm
// install the platform's package, which holds the binary itself. That package is installed here directly, without scripts,
// into a folder of the cache, so that neither the lockfile nor node_modules know of it.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "../base/lock.mjs";
import { npmElsewhere } from "../base/npm-elsewhere.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** There is no such Node to be had; the message says why. */
export class NodeUnavailable extends Error {}

/**
 * `22`, `22.23` or `22.23.3`.
 * @param {string} text
 */
export const isNodeVersion = (text) => /^\d+(?:\.\d+){0,2}$/.test(text);

/**
 * The package with Node's binary for a platform, as the package `node` names it.
 * @param {{ platform: string, arch: string }} machine
 */
export function nodePackage({ platform, arch }) {
  const prefix = platform === "darwin" && arch === "arm64" ? "node-bin" : "node";
  return `${prefix}-${platform === "win32" ? "win" : platform}-${arch}`;
}

/**
 * Path and versions of an installed Node; undefined unless it runs here and is of the wanted version.
 * @param {string} folder
 * @param {string} name
 * @param {string} wanted
 */
function readNode(folder, name, wanted) {
  const home = join(folder, "node_modules", name);
  if (!existsSync(join(home, "package.json"))) return undefined;
  const path = join(home, JSON.parse(readFileSync(join(home, "package.json"), "utf8")).bin.node);
  const result = spawnSync(path, ["-p", "JSON.stringify(process.versions)"], { encoding: "utf8" });
  if (result.status !== 0) return undefined;
  /** @type {NodeJS.ProcessVersions} */
  const versions = JSON.parse(result.stdout);
  return `${versions.node}.`.startsWith(`${wanted}.`) ? { path, versions } : undefined;
}

/**
 * The newest Node of a version: from the cache, else from the registry. Throws `NodeUnavailable`.
 * @param {string} version
 */
export function fetchNode(version, cache = join(root, "node_modules", ".cache", "sluice")) {
  const name = nodePackage(process);
  const folder = join(cache, `node-${version}`);
  mkdirSync(cache, { recursive: true });
  return withLock(join(cache, `node-${version}.lock`), () => {
    const there = readNode(folder, name, version);
    if (there !== undefined) return there;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    // A project of its own, so that npm does not look for one further up.
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    console.log(`installing ${name}@${version} …`);
    if (!npmElsewhere(folder, "install", "--no-save", "--no-package-lock", `${name}@${version}`)) {
      throw new NodeUnavailable(
        `${name}@${version} could not be installed: see above. Is the package registry within reach, and does it have Node ${version} for this platform?`,
      );
    }
    const installed = readNode(folder, name, version);
    if (installed === undefined) throw new NodeUnavailable(`${name}@${version} was installed, but does not run here`);
    return installed;
  });
}
