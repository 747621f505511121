// Installs the dependencies where they are missing or older than the lockfile. No other module may be imported before.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Runs `npm ci` if node_modules does not match package-lock.json. Exits with a message when that fails. */
export function installDependencies() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Sluice needs Node 20.19 or later; this is ${process.version}.`);
    process.exit(1);
  }
  const installed = join(root, "node_modules", ".package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(root, "package-lock.json")).mtimeMs) return;
  console.error("installing dependencies …");
  const started = performance.now();
  const result = spawnSync("npm", ["ci", "--no-fund", "--no-audit"], { cwd: root, stdio: ["ignore", 2, 2], shell: process.platform === "win32" });
  if (result.status !== 0) {
    console.error("npm ci failed: see above. Is the package registry within reach?");
    process.exit(1);
  }
  console.error(`dependencies installed in ${((performance.now() - started) / 1000).toFixed(0)} s`);
}
