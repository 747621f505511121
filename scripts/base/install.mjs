// Installs the dependencies if they are missing or differ from the lockfile. Imports no installed package.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { codeOf } from "./message-of.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Runs `npm ci` if node_modules does not match package-lock.json. Exits with a message when that fails. */
export function installDependencies() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Sluice needs Node 20.19 or later; this is ${process.version}.`);
    process.exit(1);
  }
  if (isInstalled()) return;
  console.error("installing dependencies …");
  const started = performance.now();
  const result = spawnSync("npm", ["ci", "--no-fund", "--no-audit"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (codeOf(result.error) === "ENOENT") console.error("npm is not there; it comes with Node.");
  if (result.status !== 0) {
    console.error("npm ci failed: see above. Is the package registry within reach?");
    process.exit(1);
  }
  console.error(`dependencies installed in ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

/** @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean }} LockedPackage */
/** @typedef {{ packages: Readonly<Record<string, LockedPackage>> }} Lockfile */

/**
 * Whether what npm notes down at the end of an installation agrees with the lockfile. Their times say nothing: a
 * checkout touches the lockfile without changing it. Optional packages are those of other platforms, too.
 */
function isInstalled() {
  const note = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(note)) return false;
  try {
    /** @type {Lockfile} */
    const { packages: installed } = JSON.parse(readFileSync(note, "utf8"));
    /** @type {Lockfile} */
    const { packages: wanted } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
    return Object.entries(wanted).every(([path, { version, integrity, link, optional }]) => {
      if (!path.includes("node_modules/") || (optional && installed[path] === undefined)) return true;
      const there = installed[path];
      return there !== undefined && there.version === version && there.integrity === integrity && there.link === link;
    });
  } catch {
    return false;
  }
}
