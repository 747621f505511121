// Debian's packages that tests need and that a machine may lack.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/**
 * Installs them where this process may; whether it could try. `name` is what they are for, for the log.
 * @param {string} name
 * @param {readonly string[]} packages
 */
export function installPackages(name, packages) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  console.error(`no ${name} found; installing Debian's: apt-get install ${packages.join(" ")}`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  /** @param {string[]} args */
  const apt = (...args) => spawnSync("apt-get", args, { stdio: ["ignore", 2, 2], timeout: 600_000, env });
  apt("update", "-qq");
  apt("install", "-y", "-qq", "--no-install-recommends", ...packages);
  return true;
}
